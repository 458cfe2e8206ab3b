ALTER TABLE "partners" VALIDATE CONSTRAINT "partners_terminated_at_check";
