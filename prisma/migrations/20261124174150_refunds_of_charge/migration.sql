-- What is left of a charge
CREATE INDEX CONCURRENTLY "charges_charge_idx" ON "charges"("charge_id") WHERE "charge_id" IS NOT NULL;
