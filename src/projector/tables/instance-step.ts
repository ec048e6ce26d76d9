import type { Transaction } from '../../db/connection.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { EndedActivityInstance, EvaluatedCondition, StepRecord } from '../../engine/model/read-model.ts';

/** Appended to in place. */
interface OpenStep extends StepRecord {
  readonly completed: EndedActivityInstance[];
  readonly conditions: EvaluatedCondition[];
}

/** Row of q_instance_step. */
export interface InstanceStepRow extends StepRecord {
  readonly instanceId: string;
  readonly seq: number;
}

/**
 * Adds an event to the step of its row, in place. `ended`: by this event. Undefined until the row has ended an activity instance or evaluated a condition:
 * without these, it has no step.
 */
export function project(
  step: OpenStep | undefined,
  event: EngineEvent,
  ended: EndedActivityInstance | undefined,
): OpenStep | undefined {
  if (ended === undefined && event.type !== 'ConditionEvaluated') return step;
  const open = step ?? { completed: [], conditions: [] };
  if (ended !== undefined) open.completed.push(ended);
  if (event.type === 'ConditionEvaluated') {
    const { flow, condition, source, target, result } = event;
    open.conditions.push({ flow, condition, source, target, result });
  }
  return open;
}

const WRITE = {
  name: 'projector-write-instance-step',
  text: `
    insert into q_instance_step (instance_id, seq, completed, conditions)
    select instance_id, seq, completed::json, conditions::json
    from unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as t (instance_id, seq, completed, conditions)`,
};

/** An existing row is an internal error: the primary key rejects it at the commit. */
export function write(transaction: Transaction, rows: readonly InstanceStepRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(WRITE, [
    rows.map((row) => row.instanceId),
    rows.map((row) => row.seq),
    rows.map((row) => JSON.stringify(row.completed)),
    rows.map((row) => JSON.stringify(row.conditions)),
  ]);
}
