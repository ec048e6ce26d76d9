import { referenceFaults } from './named.ts';
import { eachElement } from './over.ts';
import type { StandardRule } from './rule.ts';

const ITEM: ReadonlySet<string> = new Set(['itemDefinition']);

/** The item definition of a message exists. */
export const messageItem: StandardRule = {
  name: 'message-item',
  clause: '8.4.11',
  check: eachElement(['message'], (xml, document) => referenceFaults(xml, 'itemRef', ITEM, document)),
};
