import type { ErrorCatch } from '../../engine/model.ts';
import { errorOf } from '../error-reference.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { camunda } from '../namespaces.ts';
import { dialectAttributeOf, type XmlElement } from '../xml-element.ts';
import { commonOf, type ElementReader, type ReadContext } from './element-reader.ts';

/** Error boundary event (bpmn.md 3.23, E1, E9). It always interrupts, whatever `cancelActivity` says (B4). */
export const boundaryEvent: ElementReader = {
  tag: 'boundaryEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['error']),
  understands: new Set(['errorcodevariable', 'errormessagevariable']),
  read(node, context) {
    const [definition] = eventDefinitionsOf(node.xml, context.document);
    return {
      type: 'boundaryEvent',
      ...commonOf(node),
      attachedTo: node.host?.id ?? '',
      interrupting: true,
      triggers: Object.freeze([Object.freeze(triggerOf(definition?.xml, context))]),
    };
  },
};

function triggerOf(definition: XmlElement | undefined, context: ReadContext): ErrorCatch {
  if (definition === undefined) return { kind: 'error' };
  const { code } = errorOf(definition, context.document);
  const codeVariable = dialectAttributeOf(definition, camunda, 'errorCodeVariable');
  const messageVariable = dialectAttributeOf(definition, camunda, 'errorMessageVariable');
  return {
    kind: 'error',
    ...(code === undefined ? {} : { code }),
    ...(codeVariable === undefined ? {} : { codeVariable }),
    ...(messageVariable === undefined ? {} : { messageVariable }),
  };
}
