import { childTextOf, collectionsOf } from '../multi-instance.ts';
import { warningAt } from '../warning.ts';
import { childNamed } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/**
 * Warns about a loop with several sources: only the cardinality or else the first collection is used
 * (docs/contributing/spec/validation.md#several-loop-sources).
 */
export const loopSourcesAreSingle: WarningRule = function* (process) {
  for (const node of process.nodes) {
    const marker = childNamed(node.xml, 'multiInstanceLoopCharacteristics');
    if (marker === undefined) continue;
    const hasCardinality = childTextOf(marker, 'loopCardinality') !== undefined;
    if (collectionsOf(marker).length + (hasCardinality ? 1 : 0) < 2) continue;
    const used = hasCardinality ? 'loopCardinality' : 'first collection';
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: `loop has several sources; the ${used} is used` });
  }
};
