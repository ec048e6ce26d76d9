import { withLastToken } from '../cancellations.ts';
import type { Ordinal } from '../events.ts';
import type { Failure } from '../failures.ts';
import { elementOf } from '../model.ts';
import type { Leaving, Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { startNextAdHoc } from './ad-hoc.ts';
import { cancelEntry, closeBody } from './cancellation.ts';
import { leave } from './leave.ts';
import { terminateIteration } from './loop.ts';
import { evaluateMappings } from './mapping.ts';
import { enclosingScope } from './result.ts';
import { disarmScope } from './subscriptions.ts';
import { writeVariables } from './variable-scope.ts';
import { checkWriteSize } from './variable-size.ts';

/** Ends every scope without a token, innermost first, then oldest. True when one ended (docs/spec/execution.md#end-of-a-scope). */
export function completeEndedScopes(run: Run): boolean {
  const ended = run.takeLeftScopes().filter(([scope]) => isEmpty(run, scope));
  if (ended.length === 0) return false;
  ended.sort(([a], [b]) => run.depthOf(b) - run.depthOf(a) || a - b);
  for (const [scope, leaving] of ended) {
    // A host that fails finds its catcher before another scope ends: the others are looked at when the run settles.
    if (run.raised !== null) run.tokenLeft(scope, leaving);
    // Ending an inner scope may put a token into an outer one that was empty a moment ago.
    else if (isEmpty(run, scope)) endScope(run, scope, leaving);
  }
  return true;
}

function isEmpty(run: Run, scope: Ordinal): boolean {
  return run.state.scopes.get(scope)?.entries.size === 0 && run.queuedSteps(scope).size === 0 && !isWalked(run, scope);
}

/** A scope does not end while what is logged in it is being compensated. */
function isWalked(run: Run, scope: Ordinal): boolean {
  for (const walk of run.state.walks.values()) if (walk.scope === scope && walk.after.kind !== 'throw') return true;
  return false;
}

function endScope(run: Run, scope: Ordinal, leaving: Leaving): void {
  const { host, restores } = openScope(run.state, scope);
  if (host === null) {
    endInstance(run, leaving);
    return;
  }
  const entry = entryIn(run.state, host);
  if (restores !== null) {
    closeBody(run, scope);
    run.walksToAdvance.set(restores.item, 'compensated');
  } else if (entry.loop !== null) run.loopsToAdvance.add(host);
  else if (entry.adHoc === null || !startNextAdHoc(run, entry, scope)) endHost(run, entry, scope, leaving);
}

/** The way the last token left decides the outcome (docs/spec/execution.md#completed-instance). */
function endInstance(run: Run, leaving: Leaving): void {
  const since = run.state.startedAt;
  disarmScope(run, run.state.rootScope);
  if (leaving.kind === 'normal') run.emit({ type: 'InstanceCompleted', since });
  else run.emit({ type: 'InstanceCancelled', since, ...withLastToken(leaving.why) });
}

/** A body that ended normally completes its host; one whose last token was cancelled cancels it, and so on outward (docs/spec/execution.md#closing-a-scope). */
function endHost(run: Run, host: EntryState, body: Ordinal, leaving: Leaving): void {
  const element = elementOf(run.model, host.element);
  const outputs = leaving.kind === 'normal' ? (element.mappings?.extOutputs ?? []) : [];
  const { variableScope } = openScope(run.state, body);
  const mapped = evaluateMappings(run, outputs, { element: host.element, variableScope });
  closeBody(run, body);
  const around = enclosingScope(run, host);
  const failure = 'failure' in mapped ? mapped.failure : checkWriteSize(run, around, mapped.values);
  if (failure !== undefined || 'failure' in mapped) {
    run.fail(host, host.variableScope, failure as Failure);
    return;
  }
  writeVariables(run, around, mapped.values);
  if (leaving.kind === 'normal') {
    run.behaviours[element.type].onBodyCompleted(run, element, host);
    leave(run, element, host);
    return;
  }
  if (host.index !== null) terminateIteration(run, host, leaving.why);
  cancelEntry(run, host, withLastToken(leaving.why));
  run.tokenLeft(host.scope, leaving);
}
