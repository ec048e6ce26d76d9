import { errorOf } from '../error-reference.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { warningAt } from '../warning.ts';
import { attributeOf, isFalse } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Attribute that makes an event non-interrupting. */
const INTERRUPTING_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['boundaryEvent', 'cancelActivity'],
  ['startEvent', 'isInterrupting'],
]);

/** Warns about non-interrupting error and cancel events: they always interrupt (docs/contributing/spec/validation.md#treated-as-interrupting). */
export const errorsAndCancelsInterrupt: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    const name = INTERRUPTING_ATTRIBUTES.get(node.tag);
    if (name === undefined || !isFalse(attributeOf(node.xml, name))) continue;
    for (const { kind } of eventDefinitionsOf(node.xml, document)) {
      if (kind !== 'error' && kind !== 'cancel') continue;
      const text = `non-interrupting ${kind} event is treated as interrupting`;
      yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    }
  }
};

/** Warns about an unknown `errorRef` of a catching event: its text is used as error code (docs/contributing/spec/validation.md#unknown-error-reference). */
export const caughtErrorsExist: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (!INTERRUPTING_ATTRIBUTES.has(node.tag)) continue;
    for (const { kind, xml } of eventDefinitionsOf(node.xml, document)) {
      const error = kind === 'error' ? errorOf(xml, document) : undefined;
      if (error?.isUnknown !== true) continue;
      const text = `errorRef '${quote(error.code ?? '')}' names no error; its text is used as the code`;
      yield warningAt(node.xml, process.key, { event: 'error-reference-names-no-error', name: 'errorRef', text });
    }
  }
};
