import type { Ordinal } from '../events.ts';
import { elementOf } from '../model.ts';
import type { Leaving, Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { closeBody } from './cancellation.ts';
import { leave } from './leave.ts';
import { releaseVariableScope } from './variable-scope.ts';

/** Opens the scope of a host and queues its start tokens (S2). */
export function openBody(run: Run, host: EntryState): void {
  const scope = run.nextOrdinal();
  const variableScope = run.nextOrdinal();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'body', parent: host.variableScope });
  run.emit({ type: 'ScopeOpened', scope, container: host.element, host: host.ordinal, parent: host.scope, variableScope });
  const { starts } = run.containerOf(scope);
  for (const element of starts) run.queue({ element, flow: null, scope, variableScope });
  if (starts.length === 0) run.tokenLeft(scope);
}

/** Ends every scope without a token, innermost first, then oldest (L2, R2.1). True when one ended. */
export function completeEndedScopes(run: Run): boolean {
  const ended = run.takeLeftScopes().filter(([scope]) => isEmpty(run, scope));
  if (ended.length === 0) return false;
  ended.sort(([a], [b]) => run.depthOf(b) - run.depthOf(a) || a - b);
  for (const [scope, leaving] of ended) {
    // Ending an inner scope may put a token into an outer one that was empty a moment ago.
    if (isEmpty(run, scope)) endScope(run, scope, leaving);
  }
  return true;
}

function isEmpty(run: Run, scope: Ordinal): boolean {
  return run.state.scopes.get(scope)?.entries.size === 0 && run.queuedSteps(scope).size === 0;
}

function endScope(run: Run, scope: Ordinal, leaving: Leaving): void {
  const { host } = openScope(run.state, scope);
  if (host === null) endInstance(run, leaving);
  else endHost(run, entryIn(run.state, host), scope, leaving);
}

/** L3, L4: the way the last token left decides the outcome. */
function endInstance(run: Run, leaving: Leaving): void {
  const since = run.state.startedAt;
  if (leaving.kind === 'normal') run.emit({ type: 'InstanceCompleted', since });
  else run.emit({ type: 'InstanceCancelled', since, reason: leaving.reason });
}

/** S4: a body that ended normally completes its host; one whose last token was cancelled cancels it, and so on outward (L4). */
function endHost(run: Run, host: EntryState, body: Ordinal, leaving: Leaving): void {
  closeBody(run, body);
  if (leaving.kind === 'normal') {
    leave(run, elementOf(run.model, host.element), host);
    return;
  }
  run.cancel(host, leaving.reason);
  releaseVariableScope(run, host.variableScope);
  run.tokenLeft(host.scope, leaving);
}
