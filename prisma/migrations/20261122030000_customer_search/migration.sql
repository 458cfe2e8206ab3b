-- By hand: what Prisma cannot say.

-- The words of a name as lexemes, each behind its partner's id, so that a search reads one partner's
-- entries of the index. It is all built-in functions: no extension and no configuration of text search,
-- whose parser would take names apart as if they were addresses.
CREATE FUNCTION "customer_words"("partner_id" text, "name" text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_remove(string_to_array(regexp_replace(
        ' ' || lower("name"), '[[:space:][:punct:]]+', chr(10) || "partner_id" || ' ', 'g'
    ), chr(10)), '')
$$;

-- Finds names with a word that begins with each word of the search; null where the search has no word.
CREATE FUNCTION "customer_query"("partner_id" text, "search" text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    FROM unnest("customer_words"("partner_id", "search")) AS word
    WHERE word <> "partner_id" || ' '
$$;

CREATE INDEX "customers_words_idx" ON "customers" USING GIN (array_to_tsvector("customer_words"("partner_id", "name")));

-- For the beginning of an address, under any locale of the database.
CREATE INDEX "customers_email_idx" ON "customers"("partner_id", lower("email") text_pattern_ops);
