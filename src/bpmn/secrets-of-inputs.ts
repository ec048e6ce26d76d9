import { STAYS_INSIDE } from '../engine/bundled-plugins.ts';
import type { ElementModel } from '../engine/model.ts';
import { inputsOf, textsOf, workOf } from '../engine/model-shape.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { findingAt, quote } from './finding.ts';
import type { XmlElement } from './xml-element.ts';

/** `{{secrets.NAME}}`, also URL-encoded. */
const SECRET = /\{\{\s*secrets\.|%7B%7B(?:%20)*secrets\./i;

/** Rejects secrets in inputs of bundled plugins that never call other services (docs/contributing/spec/secrets.md#refused-secrets). */
export function refuseSecretsInside(xml: XmlElement, element: ElementModel, context: ReadContext): void {
  const work = workOf(element);
  if (work?.kind !== 'typed' || work.taskType.dialect !== 'literal') return;
  const taskType = work.taskType.source.trim();
  if (!STAYS_INSIDE.has(taskType.toLowerCase())) return;
  for (const { source, target } of inputsOf(element)) {
    if (!textsOf(source).some((text) => SECRET.test(text))) continue;
    const text = `input '${quote(target)}' names a secret, but '${taskType}' sends nothing to other services`;
    context.refuse(findingAt(xml, text));
  }
}
