import { referenceFaults, referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const MESSAGE: ReadonlySet<string> = new Set(['message']);

/** An operation references its input message. */
export const operationMessageKnown: StandardRule = {
  name: 'operation-message-known',
  clause: '8.5.3',
  check: eachElement(['operation'], (xml, document) => {
    if (referencesOf(xml, 'inMessageRef').length === 0) return 'operation has no inMessageRef';
    return ['inMessageRef', 'outMessageRef'].flatMap((name) => referenceFaults(xml, name, MESSAGE, document));
  }),
};
