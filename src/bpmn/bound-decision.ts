import { callText } from '../engine/decisions/bound-decision.ts';
import type { BoundDecision, DecisionCall, ElementModel } from '../engine/model.ts';
import { boundOf } from '../engine/model-shape.ts';
import { calledOn } from './decision-call.ts';
import { decisionWorkOf } from './decision-work.ts';
import type { NodeDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';

/**
 * Reference to a decision of another deployment, if the own deployment has no decision with the id
 * (docs/contributing/spec/decisions.md#binding). Absent if id or version is an expression: their values are unknown before the step runs.
 */
export function boundMember(node: NodeDraft, context: ReadContext): { readonly bound?: BoundDecision } {
  if (!context.readsBindings) return {};
  const call = calledOn(node.xml);
  if (call === undefined || context.decisions.decisions.has(call.key)) return {};
  const quiet: ReadContext = { ...context, report() {}, refuse() {}, warn() {} };
  const known = { model: NOTHING, file: '', namespace: undefined, modelName: undefined };
  const decisions = { ...context.decisions, decisions: new Map([[call.key, known]]) };
  const work = decisionWorkOf(node, { ...quiet, decisions });
  return work !== undefined && 'kind' in work ? { bound: Object.freeze({ call, work }) } : {};
}

/** Distinct decision references of all tasks of a process. */
export function boundDecisionsMember(elements: Iterable<ElementModel>): { readonly boundDecisions?: readonly DecisionCall[] } {
  const calls = new Map<string, DecisionCall>();
  for (const element of elements) {
    const call = boundOf(element)?.call;
    if (call !== undefined) calls.set(callText(call), call);
  }
  return calls.size === 0 ? {} : { boundDecisions: [...calls.values()] };
}

/** Placeholder for a decision whose file is in another deployment. Only its existence matters. */
const NOTHING = { id: '', name: '', names: [], requires: [], type: 'any', logic: { kind: 'list', items: [] } } as const;
