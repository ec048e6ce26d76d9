import { type Failure, noActivity, textFailed, wrongResult } from '../failures.ts';
import { isCompensationHandler } from '../model/model-shape.ts';
import { type AdHocSubProcessModel, containerOf, elementOf, isActivity } from '../model.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import { completionConditionMet, scopeEnded } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, openScope } from '../state.ts';
import { beginLead } from './ad-hoc-lead.ts';
import { cancelInside, cancelOtherTokens } from './cancellation.ts';
import { evaluateText } from './evaluate-text.ts';
import { openScopeOf, subscribeEventSubProcesses } from './open-scope.ts';
import { closeOwnJobOf } from './own-job-end.ts';

/** Starts all activities, or the first one if sequential (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
export function openAdHoc(run: Run, element: AdHocSubProcessModel, host: ActivityInstance): Failure | undefined {
  const chosen = element.lead === undefined ? activitiesToStart(run, element, host) : [];
  if ('code' in chosen) return chosen;
  const scope = openScopeOf(run, host, 'body');
  const failure = subscribeEventSubProcesses(run, scope);
  if (failure !== undefined) return failure;
  const first = element.isSequential ? chosen.slice(0, 1) : chosen;
  run.emit({ type: 'AdHocOpened', entry: host.ordinal, activities: chosen, started: first.length });
  const { variableScope } = openScope(run.state, scope);
  if (element.output !== undefined) {
    const values = { [element.output.collection]: [] };
    run.emit({ type: 'VariablesWritten', variableScope, values });
  }
  if (element.lead !== undefined) return beginLead(run, host, element.lead, scope);
  for (const id of first) run.agenda.add({ element: id, flow: null, scope, variableScope });
  if (first.length === 0) run.tokenLeft(scope);
  return undefined;
}

function activitiesToStart(run: Run, element: AdHocSubProcessModel, host: ActivityInstance): readonly string[] | Failure {
  const activities = containerOf(run.model, element.id).nodes.filter((id) => {
    const node = elementOf(run.model, id);
    return isActivity(node) && !isCompensationHandler(node);
  });
  if (element.activeElements === undefined) return activities.filter((id) => elementOf(run.model, id).incoming.length === 0);
  const result = evaluateText(run, element.activeElements, element.id, host.variableScope);
  if (!result.ok) return textFailed(result);
  if (!Array.isArray(result.value)) return wrongResult(element.activeElements, 'a list', result.value);
  const unknown = result.value.find((id) => typeof id !== 'string' || !activities.includes(id));
  if (unknown !== undefined) return noActivity(unknown, element.id);
  return result.value as string[];
}

/** Continues a sequence. False if no activity is left, the completion condition was true, or an event sub-process has interrupted the scope. */
export function startNextAdHoc(run: Run, host: ActivityInstance, scope: ScopeOrdinal): boolean {
  const next = host.adHoc?.isClosed === false ? host.adHoc.activities[host.adHoc.started] : undefined;
  if (next === undefined || openScope(run.state, scope).isInterrupted) return false;
  run.emit({ type: 'AdHocAdvanced', entry: host.ordinal });
  run.agenda.add({ element: next, flow: null, scope, variableScope: openScope(run.state, scope).variableScope });
  return true;
}

/**
 * Evaluates the completion condition after an inner activity. If true, no further activity starts; active ones are cancelled or awaited. A failed
 * evaluation raises an incident or fails the sub-process.
 */
export function checkAdHoc(run: Run, ordinal: ActivityInstanceOrdinal): void {
  const host = run.state.entries.get(ordinal);
  const [scope] = run.state.bodies.get(ordinal) ?? [];
  if (host === undefined || scope === undefined || host.adHoc?.isClosed !== false) return;
  const element = elementOf(run.model, host.element) as AdHocSubProcessModel;
  const isComplete = isAdHocComplete(run, element, scope);
  if (typeof isComplete === 'object') {
    if (run.leaveAsIncident(host, isComplete, { kind: 'adHoc' })) return;
    cancelInside(run, host, scopeEnded);
    run.fail(host, host.variableScope, isComplete);
  } else if (isComplete) {
    run.emit({ type: 'AdHocClosed', entry: ordinal });
    closeOwnJobOf(run, ordinal);
    if (element.cancelsRemaining) cancelOtherTokens(run, scope, null, completionConditionMet);
    run.tokenLeft(scope);
  }
}

/** Fails if not boolean; false without condition. */
function isAdHocComplete(run: Run, element: AdHocSubProcessModel, scope: ScopeOrdinal): boolean | Failure {
  if (element.completionCondition === undefined) return false;
  const { slot, text } = element.completionCondition;
  const result = evaluateText(run, element.completionCondition, element.id, openScope(run.state, scope).variableScope);
  if (!result.ok) return textFailed(result);
  return typeof result.value === 'boolean' ? result.value : wrongResult({ slot, text }, 'true or false', result.value);
}
