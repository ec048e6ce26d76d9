import type { ListenerModel, ProcessModel } from '../../src/engine/model.ts';
import type { IncidentState, InstanceState } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';
import { entryOf } from './given-when-then.ts';
import type { ContextChange, Stimulus } from './given-when-then-driver.ts';
import { processOf } from './process-builder.ts';
import { scriptOf, templateOf } from './process-builder-texts.ts';

/** Failures are left as incidents, and paths share their variables. */
export const LEFT = { context: { onFailure: 'incident' as const, branchVariables: 'shared' as const } };
/** The same with more of a context. */
export const leftWith = (context: ContextChange) => ({ context: { ...LEFT.context, ...context } });

/** The open incident of an element, or of the process by its key. */
export function incidentAt(state: InstanceState, element: string, kind?: string): IncidentState {
  const fits = (one: { element: string; repeat: { kind: string } }) =>
    one.element === element && (kind === undefined || one.repeat.kind === kind);
  const found = [...state.incidents.values()].find(fits);
  if (found === undefined) throw new Error(`no incident at ${element}`);
  return found;
}
/** Tries the incident of an element again. */
export const retry =
  (element: string, kind?: string): Stimulus =>
  (state) => ({ type: 'RetryIncident', incident: incidentAt(state, element, kind).incident });
/** Counts the incident of an element as done. */
export const resolve =
  (element: string, variables: Variables = {}): Stimulus =>
  (state) => ({ type: 'ResolveIncident', incident: incidentAt(state, element).incident, variables });
const jobOf = (state: InstanceState, element: string) => {
  const entry = entryOf(state, element);
  return state.jobOf.get(entry === 0 ? null : entry) ?? entry;
};
/** The attempts at the job of an element, or of what listens to it, are used up. */
export const failJob =
  (element: string): Stimulus =>
  (state) => ({ type: 'FailJob', entry: jobOf(state, element), code: 'E1', message: 'no' });
/** The job of an element, or of what listens to it, is done. */
export const completeJob =
  (element: string, result: Variables = {}): Stimulus =>
  (state) => ({ type: 'CompleteJob', entry: jobOf(state, element), result });
const waitOf = (state: InstanceState, element: string) =>
  [...state.subscriptions.values()].find((one) => one.element === element)?.ordinal ?? 0;
/** The event of an element occurs. */
export const deliver =
  (element: string, variables: Variables = {}): Stimulus =>
  (state) => ({ type: 'Deliver', subscription: waitOf(state, element), variables });
/** The timer of an element is due. */
export const due =
  (element: string): Stimulus =>
  (state) => ({ type: 'FireTimer', subscription: waitOf(state, element) });

/** A script that listens. */
export const script = (on: ListenerModel['on'], source: string): ListenerModel => ({ on, does: scriptOf(source) });
/** A worker that listens. */
export const worker = (on: ListenerModel['on']): ListenerModel => ({
  on,
  does: { kind: 'job', taskType: templateOf('hear', 'type'), stores: 'around' },
});
/** The model with what listens to its elements, or to the process itself. */
export function heard(notation: string, listeners: Readonly<Record<string, readonly ListenerModel[]>>): ProcessModel {
  const model = processOf(notation);
  const elements = [...model.elements].map(
    ([id, one]) => [id, listeners[id] ? { ...one, listeners: listeners[id] } : one] as const,
  );
  const own = listeners['process'];
  return { ...model, elements: new Map(elements), ...(own === undefined ? {} : { listeners: own }) } as ProcessModel;
}
