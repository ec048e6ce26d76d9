import type { StandardLoopModel } from '../engine/model.ts';
import type { NodeDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { readCondition } from './expression-language.ts';
import { findingAt } from './finding.ts';
import { attributeOf, childNamed, isTrue, type XmlElement } from './xml-element.ts';

/** Standard loop. A validation rule reports missing and invalid limits (docs/contributing/spec/loops-and-compensation.md#standard-loop). */
export function readStandardLoop(node: NodeDraft, xml: XmlElement, context: ReadContext): StandardLoopModel {
  const written = childNamed(xml, 'loopCondition');
  const text = written?.text.trim();
  if (text === '') context.report(findingAt(node.xml, 'loop condition is empty'));
  const condition = written && text ? readCondition(node.xml, written, 'loop condition', context) : undefined;
  const maximum = attributeOf(xml, 'loopMaximum');
  return Object.freeze({
    kind: 'standardLoop',
    testBefore: isTrue(attributeOf(xml, 'testBefore')),
    ...(maximum === undefined ? {} : { maximum: Number(maximum) }),
    ...(condition === undefined ? {} : { condition }),
  });
}
