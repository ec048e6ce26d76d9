/** An event with its type and its data. */
export type Fact<T extends string, D = unknown> = Readonly<{ type: T } & D>;
