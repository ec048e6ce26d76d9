import type { Json } from '../../../../engine/values.ts';
import type { FailureStep } from './failures.ts';
import { type Frame, type Moment, Replay } from './replay.ts';

/** `isOwn`: mapped inputs; false: variables in scope. */
export interface StepInput {
  readonly isOwn: boolean;
  readonly values: readonly (readonly [name: string, value: Json])[];
}

/** Input of its job, else its own variables, else those around it. */
export function inputOf(frames: readonly Frame[], { position, entry }: FailureStep): StepInput | null {
  if (entry === null) return null;
  const job = frames.slice(0, position).findLast(({ event }) => event.type === 'JobCreated' && event.entry === entry)?.event;
  if (job?.type === 'JobCreated') return { isOwn: true, values: Object.entries(job.inputs) };
  const { state }: Moment = new Replay(frames).at(position - 1);
  const scope = state.variables.get(state.entries.get(entry)?.variableScope as never);
  if (scope === undefined) return null;
  return { isOwn: scope.kind === 'local' || scope.kind === 'iteration', values: Object.entries(scope.values) };
}
