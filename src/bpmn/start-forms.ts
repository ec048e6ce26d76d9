import type { FormModel } from '../engine/model.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { formOf } from './forms.ts';
import { startsOf } from './starts.ts';
import { warningAt } from './warning.ts';

/** Form of the start event that a start call uses (docs/contributing/spec/elements.md#start-forms). */
export function startFormMember(context: ReadContext): { readonly startForm?: FormModel } {
  const { process, document } = context;
  if (process.isGlobalTask) return {};
  const [entered] = startsOf(process.root, document);
  let startForm: FormModel | undefined;
  for (const node of process.nodes) {
    if (node.tag !== 'startEvent') continue;
    const warn = (text: string): void =>
      context.warn(warningAt(node.xml, process.key, { event: 'attribute-ignored', text, elementId: node.id }));
    const form = formOf(node.xml, process.xml, warn);
    if (node === entered) startForm = form;
    else if (form !== undefined) warn('the form is never shown: start requests do not use this start event');
  }
  return startForm === undefined ? {} : { startForm };
}
