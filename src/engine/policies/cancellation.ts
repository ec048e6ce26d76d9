import type { Ordinal } from '../events.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { releaseVariableScope } from './variable-scope.ts';

/** Cancels everything inside a host, newest first; the host itself stays (S3). */
export function cancelInside(run: Run, host: EntryState, reason: string): void {
  const body = run.state.bodies.get(host.ordinal);
  if (body === undefined) return;
  for (const entry of entriesWithin(run, body)) cancelOne(run, entry, reason);
  closeBody(run, body);
}

/** Cancels a host after its inside (S3). No flow leaves it; its variables have merged outward (V4). */
export function cancelEntry(run: Run, entry: EntryState, reason: string, insideReason = reason): void {
  cancelInside(run, entry, insideReason);
  cancelOne(run, entry, reason);
}

/** Cancels every token of a scope but one entry: newest first, each with everything inside it, queued steps too. The scope stays open. */
export function cancelOtherTokens(run: Run, scope: Ordinal, keep: Ordinal | null, reason: string): void {
  dropSteps(run, scope);
  const newestFirst = [...openScope(run.state, scope).entries].sort((a, b) => b - a);
  for (const ordinal of newestFirst) if (ordinal !== keep) cancelEntry(run, entryIn(run.state, ordinal), reason);
}

/** Closes the scope a host owns: queued steps go, its variables merge into the host's scope (V4). Its entries have ended. */
export function closeBody(run: Run, body: Ordinal): void {
  dropSteps(run, body);
  const { host, variableScope } = openScope(run.state, body);
  const into = entryIn(run.state, host as Ordinal).variableScope;
  run.emit({ type: 'ScopeClosed', scope: body });
  run.emit({ type: 'VariableScopeClosed', variableScope, into });
}

function cancelOne(run: Run, entry: EntryState, reason: string): void {
  const body = run.state.bodies.get(entry.ordinal);
  if (body !== undefined) closeBody(run, body);
  run.cancel(entry, reason);
  releaseHeld(run, entry);
}

/** Variable scopes of the tokens an ended entry held. */
function releaseHeld(run: Run, entry: EntryState): void {
  if (entry.held === null) releaseVariableScope(run, entry.variableScope);
  else for (const tokens of entry.held.values()) for (const variableScope of tokens) releaseVariableScope(run, variableScope);
}

/** Drops the queued steps of a scope (R3); their tokens are gone. */
function dropSteps(run: Run, scope: Ordinal): void {
  for (const step of [...run.queuedSteps(scope)]) {
    run.forget(step);
    releaseVariableScope(run, step.variableScope);
  }
}

/** Active entries of a scope and of all scopes inside it, newest first. */
export function entriesWithin(run: Run, scope: Ordinal): EntryState[] {
  const found: EntryState[] = [];
  const pending = [scope];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const ordinal of openScope(run.state, at).entries) {
      found.push(entryIn(run.state, ordinal));
      const body = run.state.bodies.get(ordinal);
      if (body !== undefined) pending.push(body);
    }
  }
  return found.sort((a, b) => b.ordinal - a.ordinal);
}
