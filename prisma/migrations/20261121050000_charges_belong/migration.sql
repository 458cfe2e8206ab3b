-- AlterTable
ALTER TABLE "import_runs" ADD COLUMN     "lifted" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "customers_partner_id_id_key" ON "customers"("partner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "products_id_currency_key" ON "products"("id", "currency");

-- DropForeignKey
ALTER TABLE "charges" DROP CONSTRAINT "charges_customer_id_fkey";

-- DropForeignKey
ALTER TABLE "charges" DROP CONSTRAINT "charges_product_id_fkey";

-- AddForeignKey
-- A charge is of a customer of its own partner, and in the currency of its product.
ALTER TABLE "charges" ADD CONSTRAINT "charges_partner_id_customer_id_fkey" FOREIGN KEY ("partner_id", "customer_id") REFERENCES "customers"("partner_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_product_id_currency_fkey" FOREIGN KEY ("product_id", "currency") REFERENCES "products"("id", "currency") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- By hand: what Prisma cannot say.

ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_lifted_check" CHECK ("lifted" >= 0);
