import type { EngineCommandOf, Rejection } from '../commands.ts';
import { elementOf } from '../model.ts';
import type { Run } from '../running/run.ts';
import { type EntryState, entryIn, isTerminal, ownJobOf, queuedEntries } from '../state.ts';
import { completeWith } from './complete-with.ts';
import { completeOwnJob } from './job.ts';

/**
 * Completes the oldest active instance of the activity; in a loop the oldest waiting iteration
 * (docs/contributing/spec/loops-and-compensation.md#completing-an-iteration). If a listener or ad-hoc job of it (or of the
 * process) is open, completes the job instead.
 */
export function completeActivity(
  run: Run,
  { activityId, variables }: EngineCommandOf<'CompleteActivity'>,
): Rejection | undefined {
  const oldest = oldestEntry(run, activityId);
  const own = ownJobOf(run.state, oldest?.ordinal ?? null);
  if (own?.element === activityId) {
    completeOwnJob(run, own, variables);
    return undefined;
  }
  if (oldest === undefined || isTerminal(run.state)) return { code: 'NO_ACTIVE_ENTRY', activityId };
  const element = elementOf(run.model, activityId);
  const behaviour = run.behaviours[element.type];
  const completable = behaviour.completableByClient(element);
  if (completable !== 'completable') return { code: completable, activityId };
  if (oldest.loop !== null || oldest.held !== null) return { code: 'ACTIVITY_NOT_COMPLETABLE', activityId };
  completeWith(run, oldest, variables, { kind: 'givenByCaller' }, behaviour.outputsForClient(element));
  return undefined;
}

function oldestEntry(run: Run, element: string): EntryState | undefined {
  let wrapper: EntryState | undefined;
  const queued = queuedEntries(run.state);
  for (const ordinal of run.state.byElement.get(element) ?? []) {
    const entry = entryIn(run.state, ordinal);
    if (entry.loop !== null) wrapper = entry;
    else if (!queued.has(ordinal)) return entry;
  }
  return wrapper;
}
