export type Fact<T extends string, D = unknown> = Readonly<{ type: T } & D>;
