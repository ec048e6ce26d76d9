import type { Failure } from '../behaviour.ts';
import type { Ordinal } from '../events.ts';
import { type ElementModel, type FlowModel, flowOf } from '../model.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { evaluateText } from './evaluate-text.ts';

/** Chosen flows in document order, or why none can be chosen. */
export type Choice = { readonly flows: readonly FlowModel[] } | { readonly failure: Failure };

const NO_FLOW: Failure = { code: '500', message: 'all conditions evaluated to false and no default flow exists' };

/** Chooses the flows a completing element takes and records every condition that was looked at (docs/spec/gateways.md#choosing-flows). */
export function chooseFlows(run: Run, element: ElementModel, entry: EntryState, variableScope: Ordinal): Choice {
  if (element.outgoing.length === 0) return { flows: [] };
  if (element.type === 'parallelGateway' || element.type === 'eventBasedGateway')
    return { flows: element.outgoing.map((id) => flowOf(run.model, id)) };
  return element.type === 'exclusiveGateway'
    ? chooseOne(run, element, entry, variableScope)
    : chooseMany(run, element, entry, variableScope);
}

/** The first true condition, else the default, else the first flow without condition (docs/spec/gateways.md#exclusive-choice). */
function chooseOne(run: Run, element: ElementModel, entry: EntryState, variableScope: Ordinal): Choice {
  for (const id of element.outgoing) {
    const flow = flowOf(run.model, id);
    if (flow.condition === undefined || id === element.defaultFlow) continue;
    const verdict = isTrue(run, flow, entry, variableScope);
    if (typeof verdict !== 'boolean') return { failure: verdict };
    if (verdict) return { flows: [flow] };
  }
  const otherwise = element.defaultFlow ?? element.outgoing.find((id) => flowOf(run.model, id).condition === undefined);
  return otherwise === undefined ? { failure: NO_FLOW } : { flows: [flowOf(run.model, otherwise)] };
}

/** Every flow without condition and every true one; the default exactly when no condition is true (docs/spec/gateways.md#inclusive-choice). */
function chooseMany(run: Run, element: ElementModel, entry: EntryState, variableScope: Ordinal): Choice {
  const flows: FlowModel[] = [];
  let someTrue = false;
  for (const id of element.outgoing) {
    const flow = flowOf(run.model, id);
    if (id === element.defaultFlow) continue;
    if (flow.condition === undefined) {
      flows.push(flow);
      continue;
    }
    const verdict = isTrue(run, flow, entry, variableScope);
    if (typeof verdict !== 'boolean') return { failure: verdict };
    if (verdict) {
      someTrue = true;
      flows.push(flow);
    }
  }
  if (!someTrue && element.defaultFlow !== undefined)
    return { flows: inDocumentOrder(run, element, [...flows.map((f) => f.id), element.defaultFlow]) };
  return flows.length === 0 ? { failure: NO_FLOW } : { flows };
}

function inDocumentOrder(run: Run, element: ElementModel, ids: readonly string[]): readonly FlowModel[] {
  const chosen = new Set(ids);
  return element.outgoing.filter((id) => chosen.has(id)).map((id) => flowOf(run.model, id));
}

function isTrue(run: Run, flow: FlowModel, entry: EntryState, variableScope: Ordinal): boolean | Failure {
  const { condition } = flow;
  if (condition === undefined) return true;
  const result = evaluateText(run, condition, entry.element, variableScope);
  if (!result.ok) return { code: result.code, message: result.reason };
  if (typeof result.value !== 'boolean') {
    return {
      code: '500',
      message: `${condition.slot} '${condition.text}': the result must be true or false, it is ${nameOf(result.value)}`,
    };
  }
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

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}
