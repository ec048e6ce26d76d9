/** Keys are process keys; for `instance`, instance ids. */
export const LIVE_KINDS = ['workflows', 'instances', 'instance', 'user-tasks', 'incidents', 'dead-letters'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** GET /ui/api/live, event `changed`: without the changed data. */
export type LiveChange = Readonly<Partial<Record<LiveKind, readonly string[]>>>;
