import type { Behaviour } from '../behaviour.ts';
import { noWayOut } from '../failures.ts';
import { type ExclusiveGatewayModel, flowOf } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { type Choice, isTrue } from '../policies/choose-flows.ts';
import { skipOfFlow } from '../policies/skip.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';

/** Takes exactly one flow. Not a join: every token passes separately (docs/contributing/spec/gateways.md#no-join). */
export const exclusiveGateway: Behaviour<'exclusiveGateway'> = {
  type: 'exclusiveGateway',
  onActivated: () => 'leave',
  chooseFlows: chooseOne,
  recordsFlows: true,
};

/** Chooses the first flow with a true condition, or the default flow, or the first flow without condition (docs/contributing/spec/gateways.md#exclusive-choice). */
function chooseOne(run: Run, element: ExclusiveGatewayModel, entry: EntryState, variableScope: VariableScopeOrdinal): Choice {
  let unconditional: string | undefined;
  for (const id of element.outgoing) {
    const flow = flowOf(run.model, id);
    const skip = skipOfFlow(run, flow, entry, variableScope, false);
    if (skip === undefined && flow.condition === undefined) unconditional ??= id;
    if (skip === undefined && (flow.condition === undefined || id === element.defaultFlow)) continue;
    const verdict = skip ?? isTrue(run, flow, entry, variableScope);
    if (typeof verdict !== 'boolean') return { failure: verdict };
    if (verdict) return { flows: [flow] };
  }
  const otherwise = element.defaultFlow ?? unconditional;
  return otherwise === undefined ? { failure: noWayOut() } : { flows: [flowOf(run.model, otherwise)] };
}
