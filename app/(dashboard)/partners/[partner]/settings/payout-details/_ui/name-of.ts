/** The name of the person who made or canceled a change. Operators are anonymous. */
export const nameOf = (actor: string) => (actor === "operator" ? "the platform team" : actor);
