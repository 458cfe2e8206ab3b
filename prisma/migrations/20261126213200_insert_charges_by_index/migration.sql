-- Handwritten: Prisma's diff does not see functions.

-- Each connection keeps the plans of this function and of the triggers that it fires. Those that were made while
-- there were few customers would read all of them for each charge when there are many: until the next ANALYZE.
ALTER FUNCTION "insert_charges"(json) SET enable_seqscan = off;
