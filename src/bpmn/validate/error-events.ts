import { errorOf } from '../error-reference.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { warningAt } from '../warning.ts';
import { attributeOf } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** WARN03: an error boundary event interrupts, whatever `cancelActivity` says (bpmn.md B4). */
export const errorBoundariesInterrupt: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'boundaryEvent' || attributeOf(node.xml, 'cancelActivity') !== 'false') continue;
    const text = 'non-interrupting error event is treated as interrupting';
    yield warningAt(node.xml, process.key, { id: 9002, name: 'cancelActivity', text });
  }
};

/** WARN17: `errorRef` of a catching event names no error; its text is the code. */
export const caughtErrorsExist: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'boundaryEvent') continue;
    for (const { kind, xml } of eventDefinitionsOf(node.xml, document)) {
      const error = kind === 'error' ? errorOf(xml, document) : undefined;
      if (error?.isUnknown !== true) continue;
      const text = `errorRef '${quote(error.code ?? '')}' names no error; its text is used as the code`;
      yield warningAt(node.xml, process.key, { id: 9003, name: 'errorRef', text });
    }
  }
};
