import type { EngineContext } from '../context.ts';
import { type Failure, textFailed } from '../failures.ts';
import type { DecisionCall, DecisionVersion, DecisionWork, ElementModel } from '../model.ts';
import { boundOf } from '../model-shape.ts';

/** A call as one text, the same for equal calls. */
export function callText({ key, binding, value }: DecisionCall): string {
  return `${binding} ${value.length} ${value} ${key}`;
}

/** The decision of another deploy that a task makes now: its version, or why there is none. Undefined: nobody has deployed the id, or the task asks for none. */
export function boundTo(
  { decisions }: Pick<EngineContext, 'decisions'>,
  element: ElementModel,
): { readonly work: DecisionWork; readonly version: DecisionVersion } | { readonly failure: Failure } | undefined {
  const bound = boundOf(element);
  if (bound === undefined) return undefined;
  const found = decisions?.get(callText(bound.call));
  if (found === undefined) return undefined;
  if (found !== 'missing') return { work: bound.work, version: found };
  const { key, binding, value } = bound.call;
  const what = binding === 'version' ? `version '${value}'` : `version with the tag '${value}'`;
  return { failure: textFailed({ ok: false, code: '500', reason: `decision '${key}' has no ${what}` }) };
}
