/** Kinds of reported changes. Keys are process keys, or ids of instances for `instance`. */
export const LIVE_KINDS = ['workflows', 'instances', 'instance', 'user-tasks', 'incidents', 'dead-letters'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** GET /ui/api/live, event `changed`: the kind of data that changed, without the data. */
export type LiveChange = Readonly<Partial<Record<LiveKind, readonly string[]>>>;
