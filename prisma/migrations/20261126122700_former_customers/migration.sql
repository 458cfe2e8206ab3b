-- CreateTable
CREATE TABLE "former_customers" (
    "customer_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "external_id" TEXT,
    "name" TEXT,
    "left_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_customers_pkey" PRIMARY KEY ("customer_id","partner_id")
);

-- AddForeignKey
ALTER TABLE "former_customers" ADD CONSTRAINT "former_customers_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
