import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EngineEvent } from '../../engine/events.ts';

/** Row of q_instance_decision. The row `seq` of the event history has inputs and results. */
export interface InstanceDecisionRow {
  readonly instanceId: string;
  readonly seq: number;
  readonly entry: number;
  readonly key: string;
  readonly version: number;
  readonly activityId: string;
  readonly rules: readonly number[];
  readonly at: Date;
}

/** Undefined if the event has no decision, or one that was deployed with the process and so has no page. */
export function project(
  event: EngineEvent,
  { subjectId, seq, at }: { readonly subjectId: string; readonly seq: number; readonly at: Date },
): InstanceDecisionRow | undefined {
  if (event.type !== 'ElementCompleted' || event.decision === undefined) return undefined;
  const { key, version, rules } = event.decision;
  return { instanceId: subjectId, seq, entry: event.entry, key, version, activityId: event.element, rules, at };
}

const WRITE = {
  name: 'projector-write-instance-decision',
  text: `
    insert into q_instance_decision (instance_id, seq, entry, key, version, activity_id, rules, decided_at)
    select instance_id, seq, entry, key, version, activity_id, rules::int[], decided_at
    from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::int[], $6::text[], $7::text[], $8::timestamptz[])
      as t (instance_id, seq, entry, key, version, activity_id, rules, decided_at)`,
};

/** An existing row is an internal error: the primary key rejects it at the commit. */
export function write(transaction: Transaction, rows: readonly InstanceDecisionRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(WRITE, [
    rows.map(({ instanceId }) => instanceId),
    rows.map(({ seq }) => seq),
    rows.map(({ entry }) => entry),
    rows.map(({ key }) => columnText(key)),
    rows.map(({ version }) => version),
    rows.map(({ activityId }) => columnText(activityId)),
    // an array of arrays would have to be rectangular
    rows.map(({ rules }) => `{${rules.join(',')}}`),
    rows.map(({ at }) => at),
  ]);
}
