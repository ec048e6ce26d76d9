import { eventDefinitionsOf } from '../event-definitions.ts';
import { referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A message event references an operation. */
export const messageEventOperation: StandardRule = {
  name: 'message-event-operation',
  clause: '10.5.5',
  check: eachNode((node, document) =>
    eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
      kind === 'message' && referencesOf(xml, 'operationRef').length === 0 ? ['message event has no operationRef'] : [],
    ),
  ),
};
