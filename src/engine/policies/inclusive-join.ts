import { elementOf } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { fireJoin } from './join.ts';
import { flowsReached } from './reachability.ts';

/** Fires the oldest inclusive join that no token can reach any more. True when one fired (docs/spec/gateways.md#inclusive-join). */
export function fireEnabledInclusiveJoin(run: Run): boolean {
  for (const ordinal of run.state.inclusiveJoins) {
    const join = entryIn(run.state, ordinal);
    if (isWaitedFor(run, join)) continue;
    fireJoin(run, elementOf(run.model, join.element), join);
    return true;
  }
  return false;
}

/**
 * Nothing moves any more and everything left in a scope is a waiting join: fire the oldest inclusive one of it. True when one fired
 * (docs/spec/execution.md#mutual-wait).
 */
export function breakMutualWait(run: Run): boolean {
  if (!run.agenda.isEmpty) return false;
  for (const ordinal of run.state.inclusiveJoins) {
    const join = entryIn(run.state, ordinal);
    const { entries } = openScope(run.state, join.scope);
    if (![...entries].every((e) => entryIn(run.state, e).held !== null)) continue;
    fireJoin(run, elementOf(run.model, join.element), join);
    return true;
  }
  return false;
}

/**
 * Whether a live token of the join's scope can still come: it can reach a flow of the join and none that holds a token already.
 * The first such token is enough, so a join with many branches looks at one token per step.
 */
function isWaitedFor(run: Run, join: EntryState): boolean {
  const element = elementOf(run.model, join.element);
  const held = join.held ?? new Map<string, unknown>();
  if (held.size === element.incoming.length) return false;
  const comes = (flows: readonly string[]) => flows.length > 0 && !flows.some((f) => held.has(f));
  for (const step of run.agenda.stepsInto(join.scope)) {
    if (comes(step.element === element.id ? [step.flow as string] : flowsReached(run, element, step.element))) return true;
  }
  for (const other of openScope(run.state, join.scope).entries) {
    if (other !== join.ordinal && comes(flowsReached(run, element, entryIn(run.state, other).element))) return true;
  }
  return false;
}
