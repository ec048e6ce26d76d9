import { unsubscribeScope } from '../policies/subscriptions.ts';
import type { Run } from '../run.ts';
import { isSuspended } from '../suspension.ts';
import type { FailedPart, Unfinished } from '../unfinished.ts';
import { repeat } from './repeat.ts';

/** Resumes the remaining work of a failed instance. A suspended instance does so at its resume (docs/contributing/spec/forks.md#revive). */
export function resumeUnfinished(run: Run, { failed, steps = [], signals, pending }: Unfinished): void {
  const paused = { steps, stepsTaken: 0, ...(signals && { signals }), ...(pending && { pending }) };
  if (isSuspended(run.state)) {
    run.emit({ type: 'RunPaused', ...paused, failed });
    return;
  }
  run.resume(paused);
  repeatFailed(run, failed);
}

/** Repeats failed parts, unless they have ended in another way. */
export function repeatFailed(run: Run, failed: readonly FailedPart[]): void {
  for (const { joined, ...part } of failed) {
    const { entry, repeat: how } = part;
    if (entry !== null && !run.state.entries.has(entry)) continue;
    if (entry !== null && joined !== undefined) run.emit({ type: 'TokensGathered', entry, variableScope: joined });
    if (how.kind === 'begin' && how.isHeard === true) unsubscribeScope(run, run.state.rootScope);
    repeat(run, { ...part, incident: run.ordinals.nextIncident(), count: 1, since: run.context.now });
  }
}
