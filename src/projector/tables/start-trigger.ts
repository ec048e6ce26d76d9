import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { DefinitionEvent, StartTriggerRecord } from '../../engine/events/journal-events.ts';

/** Row of q_start_trigger without the process key. */
export type StartTriggerQueryRow = StartTriggerRecord;

const NONE: readonly StartTriggerQueryRow[] = [];

/**
 * Rows of the latest version, none if the key is disabled (docs/contributing/spec/waiting.md#registered-start-events). Undefined if the event does not change
 * them.
 */
export function project(event: DefinitionEvent): readonly StartTriggerQueryRow[] | undefined {
  switch (event.type) {
    case 'DefinitionDeployed':
      // events of older releases do not have `startTriggers`
      return event.isActive ? ((event.startTriggers as typeof event.startTriggers | undefined) ?? NONE) : NONE;
    case 'DefinitionDeleted':
      return event.startTriggers;
    case 'DefinitionDisabled':
      return NONE;
    case 'DefinitionEnabled':
      return event.startTriggers;
    case 'DefinitionSuspended':
    case 'DefinitionResumed':
      return undefined;
  }
}

/** Replaces all earlier rows of the key. */
export interface StartTriggerWrite {
  readonly key: string;
  readonly startTriggers: readonly StartTriggerQueryRow[];
}

const DELETE = {
  name: 'projector-delete-start-triggers',
  text: 'delete from q_start_trigger where key = any($1::text[])',
};
const INSERT = {
  name: 'projector-insert-start-triggers',
  text: `
    insert into q_start_trigger (key, element, definition, kind, name, condition)
    select key, element, definition, kind, name, condition
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
      as t (key, element, definition, kind, name, condition)`,
};

export function write(transaction: Transaction, writes: readonly StartTriggerWrite[]): void {
  if (writes.length === 0) return;
  transaction.enqueue(DELETE, [writes.map(({ key }) => key)]);
  const rows = writes.flatMap(({ key, startTriggers }) => startTriggers.map((trigger) => ({ key, ...trigger })));
  if (rows.length === 0) return;
  transaction.enqueue(INSERT, [
    rows.map((row) => row.key),
    rows.map((row) => columnText(row.element)),
    rows.map((row) => row.definition),
    rows.map((row) => row.kind),
    rows.map((row) => columnText(row.name)),
    rows.map((row) => columnText(row.condition)),
  ]);
}
