import { noWayOut } from '../failures.ts';
import { takesFlowsWithoutCondition } from '../model/model-shape.ts';
import { type ExclusiveGatewayModel, flowOf } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { chooseAllFlows, chooseTrueFlows, isTrue } from '../policies/choose-flows.ts';
import { arriveAtJoin, fireJoin, isJoin, needsFlow } from '../policies/join.ts';
import { arriveAtComplex } from '../policies/merging-joins.ts';
import { skipOfFlow } from '../policies/skip.ts';
import type { Behaviour, Choice } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';

/**
 * Joins by its activation condition, else like a parallel gateway (docs/contributing/spec/gateways.md#complex-join). Then takes every flow whose
 * condition is true (docs/contributing/spec/gateways.md#inclusive-choice).
 */
export const complexGateway: Behaviour<'complexGateway'> = {
  type: 'complexGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    arriveAtComplex(run, element, step);
    return 'held';
  },
  notEnteredByHand: needsFlow,
  onActivated: () => 'leave',
  chooseFlows: chooseTrueFlows,
  recordsFlows: true,
};

/** Sends a token to each target. The first target to complete cancels the others (docs/contributing/spec/gateways.md#race). */
export const eventBasedGateway: Behaviour<'eventBasedGateway'> = {
  type: 'eventBasedGateway',
  onActivated: () => 'leave',
  chooseFlows: chooseAllFlows,
  startsRace: true,
  /** If `instantiate` is `parallel`, the gateway also waits for the events of its other targets (docs/contributing/spec/gateways.md#instantiating-gateway). */
  onTargetTriggered: (run, element, target, at) => {
    if (element.instantiate === 'parallel') {
      for (const flow of element.outgoing) {
        const other = flowOf(run.model, flow).target;
        if (other !== target.id) run.agenda.add({ element: other, flow: null, ...at });
      }
    }
    return element.instantiate !== undefined;
  },
};

/** Takes exactly one flow. Not a join: every token passes separately (docs/contributing/spec/gateways.md#no-join). */
export const exclusiveGateway: Behaviour<'exclusiveGateway'> = {
  type: 'exclusiveGateway',
  onActivated: () => 'leave',
  chooseFlows: chooseOne,
  recordsFlows: true,
};

/**
 * First flow with a true condition, else the default flow, else the first without condition. With `takesFlowsWithoutCondition` a missing condition is
 * true (docs/contributing/spec/gateways.md#exclusive-choice).
 */
function chooseOne(
  run: Run,
  element: ExclusiveGatewayModel,
  entry: ActivityInstance,
  variableScope: VariableScopeOrdinal,
): Choice {
  let unconditional: string | undefined;
  for (const id of element.outgoing) {
    const flow = flowOf(run.model, id);
    const skip = skipOfFlow(run, flow, entry, variableScope, false);
    if (skip === undefined && flow.condition === undefined) {
      if (id !== element.defaultFlow && takesFlowsWithoutCondition(run.model)) return { flows: [flow] };
      unconditional ??= id;
    }
    if (skip === undefined && (flow.condition === undefined || id === element.defaultFlow)) continue;
    const verdict = skip ?? isTrue(run, flow, entry, variableScope);
    if (typeof verdict !== 'boolean') return { failure: verdict };
    if (verdict) return { flows: [flow] };
  }
  const otherwise = element.defaultFlow ?? unconditional;
  return otherwise === undefined ? { failure: noWayOut() } : { flows: [flowOf(run.model, otherwise)] };
}

/**
 * Waits until no further token can arrive (`fireEnabledInclusiveJoin` in policies/merging-joins.ts) (docs/contributing/spec/gateways.md#inclusive-join).
 * Takes every flow whose condition is true (docs/contributing/spec/gateways.md#inclusive-choice).
 */
export const inclusiveGateway: Behaviour<'inclusiveGateway'> = {
  type: 'inclusiveGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    arriveAtJoin(run, element, step);
    return 'held';
  },
  notEnteredByHand: needsFlow,
  onActivated: () => 'leave',
  chooseFlows: chooseTrueFlows,
  recordsFlows: true,
};

/**
 * Fires when every incoming flow has a token (docs/contributing/spec/gateways.md#parallel-join), then takes every outgoing flow
 * (docs/contributing/spec/gateways.md#parallel-choice).
 */
export const parallelGateway: Behaviour<'parallelGateway'> = {
  type: 'parallelGateway',
  onArrive: (run, element, step) => {
    if (!isJoin(element, step)) return 'activate';
    const join = arriveAtJoin(run, element, step);
    if (join.held?.size === element.incoming.length) fireJoin(run, element, join);
    return 'held';
  },
  notEnteredByHand: needsFlow,
  onActivated: () => 'leave',
  chooseFlows: chooseAllFlows,
  recordsFlows: true,
};
