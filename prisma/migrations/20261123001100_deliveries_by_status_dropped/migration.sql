-- DropIndex
DROP INDEX "webhook_deliveries_endpoint_id_status_event_id_idx";
