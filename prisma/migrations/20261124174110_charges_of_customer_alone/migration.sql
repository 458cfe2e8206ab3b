-- The previous migration's index begins with the same column.
DROP INDEX "charges_customer_id_idx";
