import { type Failure, textFailed } from '../failures.ts';
import { boundOf } from '../model/model-shape.ts';
import type { DecisionCall, DecisionVersion, DecisionWork, ElementModel } from '../model.ts';
import type { EngineContext } from '../running/context.ts';

/** Key of a reference; equal for equal ones. */
export function callText({ key, binding, value }: DecisionCall): string {
  return `${binding} ${value.length} ${value} ${key}`;
}

/** Separately deployed version for a task. Fails if the version does not exist. Undefined if the id was never deployed, or the task has no such decision. */
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
