/** The name of who did something, as everybody sees it: people of the platform are anonymous. */
export const actorName = (actor: string) => (actor === "operator" ? "the platform team" : actor);
