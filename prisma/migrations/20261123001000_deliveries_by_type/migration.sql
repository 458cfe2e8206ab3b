-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_deliveries_endpoint_id_status_type_event_id_idx" ON "webhook_deliveries"("endpoint_id", "status", "type", "event_id");
