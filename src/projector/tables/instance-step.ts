import type { EngineEvent } from '../../engine/events.ts';
import type { EndedEntry, EvaluatedCondition, StepRecord } from '../../engine/read-model.ts';

/** A step while its journal row is folded: appended to in place. */
interface OpenStep extends StepRecord {
  readonly completed: EndedEntry[];
  readonly conditions: EvaluatedCondition[];
}

/** One row of q_instance_step. */
export interface InstanceStepRow extends StepRecord {
  readonly instanceId: string;
  readonly seq: number;
}

/**
 * The step of a journal row after one more of its events; `ended` is the entry this event ended.
 * Undefined as long as nothing ended and no condition was evaluated: such a row leaves no step.
 */
export function project(step: OpenStep | undefined, event: EngineEvent, ended: EndedEntry | undefined): OpenStep | undefined {
  if (ended === undefined && event.type !== 'ConditionEvaluated') return step;
  const open = step ?? { completed: [], conditions: [] };
  if (ended !== undefined) open.completed.push(ended);
  if (event.type === 'ConditionEvaluated') {
    const { flow, condition, source, target, result } = event;
    open.conditions.push({ flow, condition, source, target, result });
  }
  return open;
}
