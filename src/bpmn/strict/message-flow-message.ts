import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const MESSAGE: ReadonlySet<string> = new Set(['message']);

/** The message of a message flow exists. */
export const messageFlowMessage: StandardRule = {
  name: 'message-flow-message',
  clause: '9.4',
  check: eachElement(['messageFlow'], (xml, document) => referenceFaults(xml, 'messageRef', MESSAGE, document)),
};
