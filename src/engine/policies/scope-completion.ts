import type { Repeat } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import { extOutputsOf } from '../model/model-shape.ts';
import { type ElementModel, elementOf } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { withLastToken } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import type { TokenExit } from '../state/pending.ts';
import {
  type ActivityInstance,
  activityInstanceIn,
  compensationRunsIn,
  type InstanceState,
  incidentsOf,
  openScope,
} from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import type { Variables } from '../values.ts';
import { startNextAdHoc } from './ad-hoc.ts';
import { advanceLead } from './ad-hoc-lead.ts';
import { cancelActivityInstance, closeBody } from './cancellation.ts';
import { leave } from './leave.ts';
import { processAsOwner, runListeners } from './listeners.ts';
import { terminateIteration } from './loop.ts';
import { evaluateMappings } from './mapping.ts';
import { failProcess } from './raise-incident.ts';
import { enclosingScope } from './result.ts';
import { unsubscribeScope } from './subscriptions.ts';
import { checkWriteSize, writeLocally, writeVariables } from './variable-scope.ts';

/** Ends scopes without tokens, innermost first, then oldest. True if one ended (docs/contributing/spec/execution.md#end-of-a-scope). */
export function completeEndedScopes(run: Run): boolean {
  const left = run.pending.takeAll('endScope');
  for (const { scope } of left) advanceLead(run, scope);
  const ended = left.filter(({ scope }) => isEmpty(run, scope));
  if (ended.length === 0) return false;
  ended.sort((a, b) => depthOf(run, b.scope) - depthOf(run, a.scope) || a.scope - b.scope);
  for (const item of ended) {
    // a failure must find its catcher first; `settle` checks other scopes later
    if (run.pending.has('findCatcher')) run.pending.add(item);
    // the end of an inner scope may have put a token into this one
    else if (isEmpty(run, item.scope)) endScope(run, item.scope, item.exit);
  }
  return true;
}

function depthOf({ state }: Run, scope: ScopeOrdinal): number {
  let depth = 0;
  for (let at = openScope(state, scope).parent; at !== null; at = openScope(state, at).parent) depth += 1;
  return depth;
}

function isEmpty({ state, agenda }: Run, ordinal: ScopeOrdinal): boolean {
  const scope = state.scopes.get(ordinal);
  if (scope === undefined || scope.entries.size > 0 || agenda.stepsInto(ordinal).size > 0) return false;
  // a job of the start listeners, or an ad-hoc job
  const isAwaited = scope.host !== null && state.jobOf.has(scope.host);
  return !isAwaited && !isBlockedByIncident(state, scope.host) && !isCompensating(state, ordinal);
}

/** True if an incident of the owner prevents a token in the scope. */
function isBlockedByIncident(state: InstanceState, host: ActivityInstanceOrdinal | null): boolean {
  if (state.incidents.size === 0) return false;
  const held = host === null ? BLOCKING_PROCESS : BLOCKING_HOST;
  return incidentsOf(state, host).some(({ repeat }) => held.has(repeat.kind));
}

const BLOCKING_PROCESS: ReadonlySet<Repeat['kind']> = new Set<Repeat['kind']>(['begin', 'listen', 'end']);
/** `loop`: after a failed condition, the end of the last iteration must not evaluate it again */
const BLOCKING_HOST: ReadonlySet<Repeat['kind']> = new Set<Repeat['kind']>(['lead', 'listen', 'loop']);

/** True for a compensation run of a transaction or restored scope. */
function isCompensating(state: InstanceState, scope: ScopeOrdinal): boolean {
  return compensationRunsIn(state, scope).some((compensation) => compensation.after.kind !== 'throw');
}

function endScope(run: Run, scope: ScopeOrdinal, exit: TokenExit): void {
  const { host, restores } = openScope(run.state, scope);
  if (host === null) {
    endInstance(run, exit);
    return;
  }
  const entry = activityInstanceIn(run.state, host);
  if (restores !== null) {
    closeBody(run, scope);
    run.pending.add({ kind: 'advanceWalk', item: restores.item, outcome: 'compensated' });
  } else if (entry.loop !== null) run.pending.add({ kind: 'advanceLoop', loop: host });
  else if (entry.adHoc === null || !startNextAdHoc(run, entry, scope)) endHost(run, entry, scope, exit);
}

/** docs/contributing/spec/execution.md#completed-instance */
function endInstance(run: Run, exit: TokenExit): void {
  const since = run.state.startedAt;
  unsubscribeScope(run, run.state.rootScope);
  if (exit.kind === 'normal') completeInstance(run, since);
  else run.emit({ type: 'InstanceCancelled', since, ...withLastToken(exit.why) });
}

/** Runs end listeners of the process first. */
export function completeInstance(run: Run, since: number): void {
  const listenerResult = runListeners(run, processAsOwner(run), 'end', { entry: null, variableScope: run.state.rootVariables });
  if (listenerResult === undefined) run.emit({ type: 'InstanceCompleted', since });
  else if (listenerResult !== 'wait') failProcess(run, listenerResult, { kind: 'end' });
}

/**
 * Keeps the local variables of an ended body: in Camunda 7, end listeners and output parameters run in its scope
 * (docs/contributing/spec/variables.md#locals-of-a-body).
 * @returns `result`: the variables, if output parameters read them and the sub-process has no local scope
 */
function keepLocals(
  run: Run,
  element: ElementModel,
  host: ActivityInstance,
  body: VariableScopeOrdinal,
): { readonly result?: Variables } {
  const { locals, values } = scopeIn(run.state.variables, body);
  if (run.model.followsPlatform !== true || locals === null || locals.size === 0) return {};
  const kept = Object.fromEntries([...locals].map((name) => [name, values[name] ?? null]));
  if (run.model.platform === 'Camunda 7' && scopeIn(run.state.variables, host.variableScope).kind === 'local') {
    writeLocally(run, host.variableScope, kept);
    return {};
  }
  return (element.mappings?.parameterOutputs ?? []).length === 0 ? {} : { result: kept };
}

/** Completes the sub-process. If the last token was cancelled, cancels it, and so on outward (docs/contributing/spec/execution.md#closing-a-scope). */
function endHost(run: Run, host: ActivityInstance, body: ScopeOrdinal, exit: TokenExit): void {
  const element = elementOf(run.model, host.element);
  const outputs = exit.kind === 'normal' ? extOutputsOf(element) : [];
  const { variableScope } = openScope(run.state, body);
  const around = enclosingScope(run, host);
  const mapped = evaluateMappings(run, outputs, { element: host.element, variableScope, into: around });
  const failed = () => ('failure' in mapped ? mapped.failure : checkWriteSize(run, around, mapped.values));
  const held = failed();
  if (held !== undefined && run.leaveAsIncident(host, held, { kind: 'body', scope: body })) return;
  const inside = exit.kind === 'normal' ? keepLocals(run, element, host, variableScope) : {};
  closeBody(run, body);
  const failure = failed();
  if (failure !== undefined || 'failure' in mapped) {
    run.fail(host, host.variableScope, failure as Failure);
    return;
  }
  writeVariables(run, around, mapped.values);
  if (exit.kind === 'normal') {
    run.behaviours[element.type].onBodyCompleted(run, element, host);
    leave(run, element, host, inside);
    return;
  }
  if (host.index !== null) terminateIteration(run, host, exit.why);
  cancelActivityInstance(run, host, withLastToken(exit.why));
  run.tokenLeft(host.scope, exit);
}
