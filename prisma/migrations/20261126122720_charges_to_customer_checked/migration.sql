ALTER TABLE "charges" VALIDATE CONSTRAINT "charges_customer_id_fkey";
