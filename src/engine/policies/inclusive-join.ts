import type { LiveToken } from '../join-watch.ts';
import { elementOf } from '../model.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { fireJoin } from './join.ts';
import { flowsReached } from './reachability.ts';

/** Fires the oldest inclusive join that no further token can reach. Returns true if one fired (docs/contributing/spec/gateways.md#inclusive-join). */
export function fireEnabledInclusiveJoin(run: Run): boolean {
  for (const ordinal of run.joins.dueOf(run.state)) {
    const join = run.state.inclusiveJoins.has(ordinal) ? entryIn(run.state, ordinal) : undefined;
    const token = join === undefined ? undefined : awaitedToken(run, join);
    run.joins.noteChecked(ordinal, token);
    if (join === undefined || token !== undefined) continue;
    fireJoin(run, elementOf(run.model, join.element), join);
    return true;
  }
  return false;
}

/** Fires the oldest inclusive join of a scope in which only joins wait, once no step is left. Returns true if one fired (docs/contributing/spec/execution.md#mutual-wait). */
export function breakMutualWait(run: Run): boolean {
  if (!run.agenda.isEmpty) return false;
  for (const ordinal of run.state.inclusiveJoins) {
    const join = entryIn(run.state, ordinal);
    const { entries, joins } = openScope(run.state, join.scope);
    // each element has at most one waiting join
    if (joins.size < entries.size) continue;
    fireJoin(run, elementOf(run.model, join.element), join);
    return true;
  }
  return false;
}

/**
 * Returns a token that can still arrive: it can reach a flow of the join without a token, and none with one. The first one found
 * is enough; the join is checked again after it has ended.
 */
function awaitedToken(run: Run, join: EntryState): LiveToken | undefined {
  const element = elementOf(run.model, join.element);
  const held = join.held ?? new Map<string, unknown>();
  if (held.size === element.incoming.length) return undefined;
  const comes = (flows: readonly string[]) => flows.length > 0 && !flows.some((f) => held.has(f));
  const { entries } = openScope(run.state, join.scope);
  const isAwaited = (entry: EntryOrdinal) =>
    entry !== join.ordinal && comes(flowsReached(run, element, entryIn(run.state, entry).element));
  const { newest } = run.joins;
  if (newest !== null && entries.has(newest) && isAwaited(newest)) return newest;
  for (const step of run.agenda.stepsInto(join.scope)) {
    const isAtJoin = step.element === element.id;
    if (comes(isAtJoin ? [step.flow as string] : flowsReached(run, element, step.element))) return step;
  }
  for (const entry of entries) if (isAwaited(entry)) return entry;
  return undefined;
}
