import type { Run } from '../run.ts';
import { type EntryState, entryIn } from '../state.ts';
import { cancelEntry } from './cancellation.ts';

/** The first target of an event-based gateway to complete wins; the others are cancelled, newest first, before its flows are taken (G2). */
export function endRace(run: Run, winner: EntryState): void {
  const race = winner.race;
  // All targets share one variable scope: the losers must not close it while the winner's token is on its way.
  run.hold(winner.variableScope);
  for (const step of [...run.queuedSteps(winner.scope)]) if (step.race === race) run.forget(step);
  for (const loser of [...(run.state.races.get(race ?? 0) ?? [])].reverse())
    cancelEntry(run, entryIn(run.state, loser), 'Another event was first');
  run.letGo(winner.variableScope);
}
