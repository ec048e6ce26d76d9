import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const ITEM: ReadonlySet<string> = new Set(['itemDefinition']);

/** The item definition of a message exists. */
export const messageItem: StandardRule = {
  name: 'message-item',
  clause: '8.4.11',
  check: eachElement(['message'], (xml, document) => referenceFaults(xml, 'itemRef', ITEM, document)),
};
