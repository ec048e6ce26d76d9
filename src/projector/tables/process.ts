import type { DefinitionEvent } from '../../engine/events.ts';

/** One row of q_process without `last_seq`, which every fold has. */
export interface ProcessRow {
  readonly subjectId: string;
  readonly key: string;
  readonly isActive: boolean;
}

/** The row after one event of the journal of a process key; the latest event says everything, so the row before it does not matter. */
export function project(event: DefinitionEvent, subjectId: string): ProcessRow {
  return { subjectId, key: event.key, isActive: event.isActive };
}
