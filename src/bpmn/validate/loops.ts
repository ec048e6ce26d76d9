import type { NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt } from '../finding.ts';
import { childTextOf, collectionsOf } from '../multi-instance.ts';
import { attributeOf, childNamed, type XmlElement } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Loop markers of an activity. */
export const LOOP_MARKERS: ReadonlySet<string> = new Set(['multiInstanceLoopCharacteristics', 'standardLoopCharacteristics']);

/** Loop markers are complete and allowed. Their expressions are checked while reading (docs/contributing/spec/validation.md#loop-markers). */
export const loopsAreComplete: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.category !== 'activity') continue;
    const text = faultOf(node);
    if (text !== undefined) yield findingAt(node.xml, text);
  }
};

function faultOf(node: NodeDraft): string | undefined {
  const multiInstance = childNamed(node.xml, 'multiInstanceLoopCharacteristics');
  const standard = childNamed(node.xml, 'standardLoopCharacteristics');
  if (multiInstance === undefined && standard === undefined) return undefined;
  if (node.tag === 'transaction') return 'transaction cannot be multi-instance';
  if (node.xml.children.filter(({ local }) => LOOP_MARKERS.has(local)).length > 1) return 'only one loop marker is allowed';
  return multiInstance === undefined ? standardFault(standard) : multiInstanceFault(multiInstance);
}

function multiInstanceFault(xml: XmlElement): string | undefined {
  const hasSource = childTextOf(xml, 'loopCardinality') !== undefined || collectionsOf(xml).length > 0;
  return hasSource ? undefined : 'loopCardinality or collection is required';
}

function standardFault(xml: XmlElement | undefined): string | undefined {
  if (xml === undefined) return undefined;
  const maximum = attributeOf(xml, 'loopMaximum');
  if (maximum === undefined) {
    return childNamed(xml, 'loopCondition') === undefined ? 'loopCondition or loopMaximum is required' : undefined;
  }
  const isPositive = /^\+?0*[1-9]\d*$/.test(maximum) && Number.isSafeInteger(Number(maximum));
  return isPositive ? undefined : 'loopMaximum must be at least 1';
}
