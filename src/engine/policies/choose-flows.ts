import { type Failure, noWayOut, textFailed, wrongResult } from '../failures.ts';
import { takesFlowsWithoutCondition } from '../model/model-shape.ts';
import { type ElementModel, type FlowModel, flowOf } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Choice } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';
import { skipOfFlow } from './skip.ts';

/** Choice without outgoing flows, and of a compensation handler. */
export const NO_FLOWS: Choice = { flows: [] };

/** Chooses by the behaviour, and records evaluated conditions (docs/contributing/spec/gateways.md#choosing-flows). */
export function chooseFlows(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
): Choice {
  if (element.outgoing.length === 0) return NO_FLOWS;
  return run.behaviours[element.type].chooseFlows(run, element, entry, variableScope);
}

/** Evaluates no conditions, only skip expressions; fails if none is left (docs/contributing/spec/gateways.md#parallel-choice). */
export function chooseAllFlows(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
): Choice {
  const flows: FlowModel[] = [];
  for (const id of element.outgoing) {
    const flow = flowOf(run.model, id);
    const skip = skipOfFlow(run, flow, entry, variableScope, element.outgoing.length === 1);
    if (typeof skip === 'object') return { failure: skip };
    if (skip !== false) flows.push(flow);
  }
  return flows.length === 0 ? { failure: noWayOut() } : { flows };
}

/**
 * Chooses flows without condition or with a true one; the default flow only if no condition is true; fails if none is left
 * (docs/contributing/spec/gateways.md#inclusive-choice). If skipping is on, a skip expression replaces the condition.
 */
export function chooseTrueFlows(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
): Choice {
  const flows: FlowModel[] = [];
  let someTrue = false;
  for (const id of element.outgoing) {
    const flow = flowOf(run.model, id);
    const skip = skipOfFlow(run, flow, entry, variableScope, element.outgoing.length === 1);
    if (skip === undefined && id === element.defaultFlow) continue;
    if (skip === undefined && flow.condition === undefined) {
      flows.push(flow);
      someTrue ||= takesFlowsWithoutCondition(run.model);
      continue;
    }
    const verdict = skip ?? isTrue(run, flow, entry, variableScope);
    if (typeof verdict !== 'boolean') return { failure: verdict };
    if (verdict) {
      someTrue = true;
      flows.push(flow);
    }
  }
  if (!someTrue && element.defaultFlow !== undefined)
    return { flows: inDocumentOrder(run, element, [...flows.map((f) => f.id), element.defaultFlow]) };
  return flows.length === 0 ? { failure: noWayOut() } : { flows };
}

function inDocumentOrder(run: Run, element: ElementModel, ids: readonly string[]): readonly FlowModel[] {
  const chosen = new Set(ids);
  return element.outgoing.filter((id) => chosen.has(id)).map((id) => flowOf(run.model, id));
}

/** Evaluates and records the condition; true without one. Fails if it cannot be evaluated or is not boolean. */
export function isTrue(
  run: Run,
  flow: FlowModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
): boolean | Failure {
  const { condition } = flow;
  if (condition === undefined) return true;
  const result = evaluateText(run, condition, entry.element, variableScope);
  if (!result.ok) return textFailed(result);
  if (typeof result.value !== 'boolean') return wrongResult(condition, 'true or false', result.value);
  run.emit({
    type: 'ConditionEvaluated',
    entry: entry.ordinal,
    flow: flow.id,
    condition: condition.text,
    source: flow.source,
    target: flow.target,
    result: result.value,
  });
  return result.value;
}
