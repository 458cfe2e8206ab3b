-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "anonymized_at" TIMESTAMPTZ(3);

-- From here on handwritten: Prisma's diff does not see any of it.

-- An earlier release shows an anonymized customer as closed, with the placeholder for its email.
ALTER TABLE "customers"
    ADD CONSTRAINT "customers_anonymized_at_check" CHECK (
        "anonymized_at" IS NULL OR ("closed_at" IS NOT NULL AND "name" IS NULL AND "external_id" IS NULL)
    ) NOT VALID;
