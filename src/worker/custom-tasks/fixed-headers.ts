import { leadOf, workOf } from '../../engine/model/model-shape.ts';
import type { ListenerModel, ProcessModel } from '../../engine/model.ts';
import type { Variables } from '../../engine/values.ts';

/** Header texts of the model; for a listener job, those of the listener (docs/contributing/spec/elements.md#listener-jobs). */
export function fixedHeaders(
  model: ProcessModel,
  { activityId, input }: { readonly activityId: string; readonly input: Variables },
): Readonly<Record<string, string>> {
  const listener = listenerOf(model, input);
  if (listener !== undefined) return listener.headers ?? {};
  const element = model.elements.get(activityId);
  const lead = element === undefined ? undefined : leadOf(element);
  if (lead !== undefined) return lead.headers ?? {};
  const work = element === undefined ? undefined : workOf(element);
  return work?.kind === 'typed' ? (work.headers ?? {}) : {};
}

/** The input `__listener` names the listener. */
function listenerOf({ key, elements, flows, listeners }: ProcessModel, input: Variables) {
  const named = Object.hasOwn(input, '__listener') ? input['__listener'] : undefined;
  if (typeof named !== 'object' || named === null || Array.isArray(named)) return undefined;
  const { element, index } = named as Variables;
  if (typeof element !== 'string' || typeof index !== 'number') return undefined;
  const all: readonly ListenerModel[] | undefined =
    element === key ? listeners : (elements.get(element) ?? flows.get(element))?.listeners;
  const does = all?.[index]?.does;
  return does?.kind === 'job' ? does : undefined;
}
