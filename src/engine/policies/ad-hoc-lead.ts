import { type Failure, noActivity, tooManyIterations, wrongDecision } from '../failures.ts';
import { type AdHocLead, type AdHocSubProcessModel, elementOf } from '../model.ts';
import type { ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import { completionConditionMet, scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, openScope } from '../state.ts';
import type { Json, Variables } from '../values.ts';
import { cancelBegun, cancelOtherTokens } from './cancellation.ts';
import { openOwnJob } from './own-jobs.ts';
import { checkOpeningSize, checkWriteSize, writeLocally } from './variable-scope.ts';

/** variable with the available activities, as in Camunda 8 */
const OFFERED = 'adHocSubProcessElements';
/** result field with the chosen activities */
const DECISION = 'adHocSubProcess';

/** Creates the first job (docs/contributing/spec/elements.md#ad-hoc-lead). */
export function beginLead(run: Run, host: ActivityInstance, lead: AdHocLead, scope: ScopeOrdinal): Failure | undefined {
  const { variableScope } = openScope(run.state, scope);
  const offered = { [OFFERED]: lead.elements as readonly object[] as readonly Json[] };
  const tooLarge = checkWriteSize(run, variableScope, offered);
  if (tooLarge !== undefined) return tooLarge;
  writeLocally(run, variableScope, offered);
  const opened = openLeadJob(run, host, lead, variableScope);
  return opened === 'wait' ? undefined : opened;
}

function openLeadJob(
  run: Run,
  { ordinal: entry, element }: ActivityInstance,
  lead: AdHocLead,
  variableScope: VariableScopeOrdinal,
) {
  return openOwnJob(run, { entry, element, variableScope }, lead, { kind: 'adHoc' }, {});
}

/** Replaces the job after a token has left the scope, if a job leads this ad-hoc sub-process. */
export function advanceLead(run: Run, ordinal: ScopeOrdinal): void {
  const scope = run.state.scopes.get(ordinal);
  const host = scope === undefined || scope.host === null ? undefined : run.state.entries.get(scope.host);
  if (scope === undefined || scope.isInterrupted || host?.adHoc?.isClosed !== false) return;
  openNextLeadJob(run, host, scope.variableScope);
}

/** Creates the job again after it or its result has failed. */
export function retryLead(run: Run, host: ActivityInstance): void {
  const [scope] = run.state.bodies.get(host.ordinal) ?? [];
  if (scope !== undefined) openNextLeadJob(run, host, openScope(run.state, scope).variableScope);
}

function openNextLeadJob(run: Run, host: ActivityInstance, variableScope: VariableScopeOrdinal): void {
  const { lead } = elementOf(run.model, host.element) as AdHocSubProcessModel;
  const opened = lead === undefined ? 'wait' : openLeadJob(run, host, lead, variableScope);
  if (opened !== 'wait') failHost(run, host, opened);
}

interface Decision {
  readonly activate: readonly { readonly id: string; readonly variables: Variables }[];
  readonly isFulfilled: boolean;
  readonly cancels: boolean;
}

/** Stores variables in the body and starts the chosen activities, or ends the body. */
export function followLead(run: Run, host: ActivityInstance, result: Variables): void {
  const [ordinal] = run.state.bodies.get(host.ordinal) ?? [];
  const scope = openScope(run.state, ordinal as ScopeOrdinal);
  const { [DECISION]: decided = null, ...variables } = result;
  const decision = readDecision(run, scope.container, decided);
  const failure = 'code' in decision ? decision : checkWriteSize(run, scope.variableScope, variables);
  if (failure !== undefined) {
    failHost(run, host, failure);
    return;
  }
  writeLocally(run, scope.variableScope, variables);
  const { activate, isFulfilled, cancels } = decision as Decision;
  const tooLarge = activate.map(({ variables: values }) => checkOpeningSize(run, values)).find((one) => one !== undefined);
  if (tooLarge !== undefined) {
    failHost(run, host, tooLarge);
    return;
  }
  for (const one of activate) begin(run, scope.ordinal, one);
  // no activity is left that could cause the next job
  if (isFulfilled || (activate.length === 0 && scope.entries.size === 0)) endBody(run, host, scope.ordinal, cancels);
}

/** Starts an activity in a branch scope: others do not see the variables of the job. */
function begin(run: Run, scope: ScopeOrdinal, { id, variables }: Decision['activate'][number]): void {
  const variableScope = run.ordinals.nextVariableScope();
  const { variableScope: parent } = openScope(run.state, scope);
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'branch', parent, locals: variables });
  run.agenda.add({ element: id, flow: null, scope, variableScope });
}

function endBody(run: Run, host: ActivityInstance, scope: ScopeOrdinal, cancels: boolean): void {
  run.emit({ type: 'AdHocClosed', entry: host.ordinal });
  if (cancels) cancelOtherTokens(run, scope, null, completionConditionMet);
  run.tokenLeft(scope);
}

function failHost(run: Run, host: ActivityInstance, failure: Failure): void {
  if (run.leaveAsIncident(host, failure, { kind: 'lead' })) return;
  cancelBegun(run, host, scopeEnded);
  run.fail(host, host.variableScope, failure);
}

/** @param host element id */
function readDecision(run: Run, host: string, decided: Json): Decision | Failure {
  if (decided === null) return { activate: [], isFulfilled: false, cancels: false };
  if (!isMap(decided)) return wrongDecision(DECISION, 'an object', decided);
  const {
    activateElements = null,
    isCompletionConditionFulfilled: isFulfilled = null,
    isCancelRemainingInstances: cancels = null,
  } = decided;
  if (isFulfilled !== null && typeof isFulfilled !== 'boolean')
    return wrongDecision('isCompletionConditionFulfilled', 'true or false', isFulfilled);
  if (cancels !== null && typeof cancels !== 'boolean')
    return wrongDecision('isCancelRemainingInstances', 'true or false', cancels);
  const activate = readActivated(run, host, activateElements ?? []);
  if ('code' in activate) return activate;
  if (isFulfilled === true && activate.length > 0)
    return wrongDecision('activateElements', 'empty if isCompletionConditionFulfilled is true', activateElements);
  return { activate, isFulfilled: isFulfilled === true, cancels: cancels === true };
}

function readActivated(run: Run, host: string, given: Json): Decision['activate'] | Failure {
  if (!Array.isArray(given)) return wrongDecision('activateElements', 'a list', given);
  const { maxIterations } = run.context.limits;
  if (given.length > maxIterations) return tooManyIterations(maxIterations);
  const { lead } = elementOf(run.model, host) as AdHocSubProcessModel;
  const known = new Set(lead?.elements.map(({ elementId }) => elementId));
  const activate: { id: string; variables: Variables }[] = [];
  for (const one of given as readonly Json[]) {
    if (!isMap(one)) return wrongDecision('activateElements', 'a list of objects', given);
    const { elementId: id = null, variables = null } = one;
    if (typeof id !== 'string' || !known.has(id)) return noActivity(id, host);
    if (variables !== null && !isMap(variables)) return wrongDecision(`variables of '${id}'`, 'an object', variables);
    activate.push({ id, variables: variables ?? {} });
  }
  return activate;
}

function isMap(value: Json): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
