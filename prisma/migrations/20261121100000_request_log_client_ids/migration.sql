-- By hand: what Prisma cannot say.
-- Few calls bring an id of their own, and support looks for one by it.
CREATE INDEX "request_log_client_request_id_idx" ON "request_log"("partner_id", "client_request_id") WHERE "client_request_id" IS NOT NULL;
