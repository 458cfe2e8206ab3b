ALTER TABLE "charges"
    VALIDATE CONSTRAINT "charges_charge_id_fkey",
    VALIDATE CONSTRAINT "charges_refund_id_fkey",
    VALIDATE CONSTRAINT "charges_type_check",
    VALIDATE CONSTRAINT "charges_late_check";
