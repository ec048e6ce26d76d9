import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { Json } from '../../../../engine/values.ts';
import type { Frame, Moment } from './replay.ts';
import { Replay } from './replay.ts';

/** `position`: number of frames up to the step. */
export interface FailureStep {
  readonly position: number;
  readonly element: string | null;
  readonly entry: ActivityInstanceOrdinal | null;
}

/** Oldest first. The failure of the instance counts only if no element failed. */
export function failureSteps(frames: readonly Frame[]): readonly FailureStep[] {
  return frames.flatMap(({ number, event }): FailureStep[] => {
    if (event.type === 'ElementFailed' && event.isRecorded === true) return [];
    if (event.type === 'ElementFailed' || event.type === 'IncidentRaised')
      return [{ position: number, element: event.entry === null ? null : event.element, entry: event.entry }];
    return event.type === 'InstanceFailed' && event.element === null ? [{ position: number, element: null, entry: null }] : [];
  });
}

/** Returns the previous failure; before the first, the last one: repeated clicks cycle through all. */
export function failureBefore(failures: readonly FailureStep[], position: number): FailureStep | undefined {
  return failures.findLast((failure) => failure.position < position) ?? failures.at(-1);
}

/** The last one. */
export function failureOf(failures: readonly FailureStep[], entry: ActivityInstanceOrdinal | null): FailureStep | undefined {
  return failures.findLast((failure) => failure.entry === entry);
}

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
