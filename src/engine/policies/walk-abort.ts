import type { Cancellation } from '../cancellations.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { openScope, walksIn } from '../state.ts';
import { cancelOtherTokens, closeBody, endWalk, keepLogged } from './cancellation.ts';

/**
 * Ends compensation runs in a restored scope that an event sub-process has interrupted. The compensation item ends with that
 * scope (docs/contributing/spec/loops-and-compensation.md#aborted-walk).
 */
export function abortWalksIn(run: Run, scope: ScopeOrdinal, why: Cancellation): void {
  for (const walk of walksIn(run.state, scope)) {
    const { ordinal, thrower, after } = walk;
    if (after.kind !== 'item') continue;
    endWalk(run, walk);
    for (const body of [...(run.state.bodies.get(thrower) ?? [])].reverse()) {
      const restored = openScope(run.state, body);
      if (restored.restores?.walk !== ordinal) continue;
      abortWalksIn(run, restored.ordinal, why);
      cancelOtherTokens(run, restored.ordinal, null, why);
      closeBody(run, restored.ordinal);
    }
    keepLogged(run, walk);
  }
}
