import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { raceLost } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn } from '../state.ts';
import { cancelActivityInstance } from './cancellation.ts';

/**
 * Called at the first target that completes, or an event that interrupts a target. Cancels other targets, newest first, before flows are taken
 * (docs/contributing/spec/gateways.md#race-winner).
 * @param winner not completed yet: an end listener job is open
 */
export function endRace(
  run: Run,
  { race, scope, variableScope }: Pick<ActivityInstance, 'race' | 'scope' | 'variableScope'>,
  winner?: ActivityInstanceOrdinal,
): void {
  if (race === null) return;
  // targets share this variable scope: cancelled ones must not close it
  run.agenda.hold(variableScope);
  for (const step of [...run.agenda.stepsInto(scope)]) if (step.race === race) run.agenda.remove(step);
  const losers = [...(run.state.races.get(race) ?? [])].filter((entry) => entry !== winner);
  for (const loser of losers.reverse()) cancelActivityInstance(run, activityInstanceIn(run.state, loser), raceLost);
  run.agenda.release(variableScope);
}

/** Ends it also if an incident keeps the first target from leaving. */
export function endRaceOfLeft(run: Run, entry: ActivityInstance): void {
  if (run.state.incidentsOf.has(entry.ordinal)) endRace(run, entry, entry.ordinal);
}
