-- A page of a customer's charges. The index on the customer alone is dropped after it.
CREATE INDEX CONCURRENTLY "charges_customer_id_occurred_at_id_idx" ON "charges"("customer_id", "occurred_at", "id");
