import { redirect } from "next/navigation";

/** Where the password was changed before: links to it are still about. */
export default function PasswordPage() {
  redirect("/settings/security");
}
