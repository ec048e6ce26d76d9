/** The shape of an event: a fact, with everything that folding and projecting it needs. */
export type Fact<T extends string, D = unknown> = Readonly<{ type: T } & D>;
