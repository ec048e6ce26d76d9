import { raceLost } from '../cancellations.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn } from '../state.ts';
import { cancelEntry } from './cancellation.ts';

/**
 * The race of an event-based gateway is decided: by the first target to complete, or by an event that interrupts a target, whose path takes the place of
 * its token. The others are cancelled, newest first, before flows are taken (docs/contributing/spec/gateways.md#race-winner).
 * @param winner a target that has not completed yet, because what listens to its end waits for a worker
 */
export function endRace(
  run: Run,
  { race, scope, variableScope }: Pick<EntryState, 'race' | 'scope' | 'variableScope'>,
  winner?: EntryOrdinal,
): void {
  if (race === null) return;
  // All targets share one variable scope: the losers must not close it while the winner's token is on its way.
  run.agenda.hold(variableScope);
  for (const step of [...run.agenda.stepsInto(scope)]) if (step.race === race) run.agenda.remove(step);
  const losers = [...(run.state.races.get(race) ?? [])].filter((entry) => entry !== winner);
  for (const loser of losers.reverse()) cancelEntry(run, entryIn(run.state, loser), raceLost);
  run.agenda.letGo(variableScope);
}

/** Its event has occurred, or its work is done: it has won, though an incident keeps it from leaving. */
export function endRaceOfLeft(run: Run, entry: EntryState): void {
  if (run.state.incidentsOf.has(entry.ordinal)) endRace(run, entry, entry.ordinal);
}
