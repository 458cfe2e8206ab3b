/** Who did something, as all see them: people of the platform are anonymous. */
export const actorName = (actor: string) => (actor === "operator" ? "the platform team" : actor);
