import type { ColumnType } from 'kysely';

/** `timestamptz`: a Date on the way out, a Date or its text on the way in. */
export type StoredTime = ColumnType<Date, Date | string, Date | string>;
/** `json`: always its text; code that needs the value parses it. */
export type StoredJson = string;
export type StartTriggerKind = 'message' | 'signal' | 'timer' | 'conditional';
