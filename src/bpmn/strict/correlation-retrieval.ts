import { childrenNamed } from '../xml-element.ts';
import { referenceFaults, referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const MESSAGE: ReadonlySet<string> = new Set(['message']);

/** A correlation property defines how to get its value from a message. */
export const correlationRetrieval: StandardRule = {
  name: 'correlation-retrieval',
  clause: '8.4.2',
  check: eachElement(['correlationProperty'], (xml, document) => {
    const retrievals = childrenNamed(xml, 'correlationPropertyRetrievalExpression');
    if (retrievals.length === 0) return 'correlationPropertyRetrievalExpression is required';
    return retrievals.flatMap((retrieval) => {
      if (referencesOf(retrieval, 'messageRef').length === 0) return ['retrieval expression has no messageRef'];
      return referenceFaults(retrieval, 'messageRef', MESSAGE, document);
    });
  }),
};
