-- What is owed, of which there is little beside what was paid.
CREATE INDEX CONCURRENTLY "payouts_due" ON "payouts"("partner_id", "currency") WHERE "status" <> 'paid';
