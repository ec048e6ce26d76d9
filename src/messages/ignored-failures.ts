/** Values that the failures of a group have in common (docs/contributing/spec/incidents.md#ignored). */
export interface IgnoredCause {
  readonly key: string;
  readonly activityId: string | null;
  readonly code: string | null;
  /** null: any message */
  readonly message: string | null;
  /** with any message: messages that do not belong to the group; absent: none */
  readonly exceptMessages?: readonly string[];
}

/** `endsAt`: ISO text; null: until an operator shows the group again. */
export interface IgnoredUntil {
  readonly reason: string;
  readonly endsAt: string | null;
}
