ALTER TABLE "partners"
    VALIDATE CONSTRAINT "partners_minimum_payout_check",
    VALIDATE CONSTRAINT "partners_hold_days_check";
