import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A send or receive task references a message. */
export const messageTaskReference: StandardRule = {
  name: 'message-task-reference',
  clause: '10.3.3',
  check: eachNode(({ tag, xml }) => {
    if (tag !== 'sendTask' && tag !== 'receiveTask') return undefined;
    return attributeOf(xml, 'messageRef') === undefined ? `${tag} has no messageRef` : undefined;
  }),
};
