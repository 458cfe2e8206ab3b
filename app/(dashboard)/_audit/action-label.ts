/** Turns "user.signed_in" into "User signed in". */
export function actionLabel(action: string): string {
  const words = action.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
