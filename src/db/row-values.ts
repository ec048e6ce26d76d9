import type { ColumnType } from 'kysely';

/** `timestamptz`: a query returns a Date; an insert or update accepts a Date or its text. */
export type StoredTime = ColumnType<Date, Date | string, Date | string>;
/** `json`: read and written as text. Code that needs the value parses it. */
export type StoredJson = string;
export type StartTriggerKind = 'message' | 'signal' | 'timer' | 'conditional';
