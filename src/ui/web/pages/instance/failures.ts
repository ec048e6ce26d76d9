import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { Frame } from './replay.ts';

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
