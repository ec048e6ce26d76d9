import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { attributeOf } from '../xml/xml-element.ts';
import { referencesOf } from './element-references.ts';
import { eachNode, type StandardRule } from './rule-iterators.ts';

/** Optional in the standard, but required by a separate setting (docs/contributing/spec/validation.md#required-references). */
export const REQUIRED_REFERENCES = {
  messageRef: [
    // A message event references a message.
    {
      name: 'message-event-reference',
      clause: '10.5.5',
      check: eachNode((node, document) =>
        eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
          kind === 'message' && attributeOf(xml, 'messageRef') === undefined ? ['message event has no messageRef'] : [],
        ),
      ),
    },
    // A send or receive task references a message.
    {
      name: 'message-task-reference',
      clause: '10.3.3',
      check: eachNode(({ tag, xml }) => {
        if (tag !== 'sendTask' && tag !== 'receiveTask') return undefined;
        return attributeOf(xml, 'messageRef') === undefined ? `${tag} has no messageRef` : undefined;
      }),
    },
  ],
  signalRef: [
    // A signal event references a signal.
    {
      name: 'signal-event-reference',
      clause: '10.5.5',
      check: eachNode((node, document) =>
        eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
          kind === 'signal' && attributeOf(xml, 'signalRef') === undefined ? ['signal event has no signalRef'] : [],
        ),
      ),
    },
  ],
  operationRef: [
    // A service task references an operation.
    {
      name: 'service-operation-reference',
      clause: '10.3.3',
      check: eachNode(({ tag, xml }) =>
        tag === 'serviceTask' && attributeOf(xml, 'operationRef') === undefined ? 'service task has no operationRef' : undefined,
      ),
    },
    // A message event references an operation.
    {
      name: 'message-event-operation',
      clause: '10.5.5',
      check: eachNode((node, document) =>
        eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
          kind === 'message' && referencesOf(xml, 'operationRef').length === 0 ? ['message event has no operationRef'] : [],
        ),
      ),
    },
  ],
} satisfies Readonly<Record<string, readonly StandardRule[]>>;
