import { findingAt, quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** An ad-hoc body has activities, but no start or end events, and a valid ordering (docs/contributing/spec/validation.md#ad-hoc-body). */
export const adHocBodiesHaveActivities: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'adHocSubProcess') continue;
    const inside = node.body?.nodes ?? [];
    if (inside.every(({ tag }) => !ACTIVITIES.has(tag))) yield findingAt(node.xml, 'ad-hoc sub-process needs an activity');
    for (const { tag, xml } of inside) {
      if (tag !== 'startEvent' && tag !== 'endEvent') continue;
      yield findingAt(xml, `${quote(xml.local)} is not allowed in an ad-hoc sub-process`);
    }
    const ordering = attributeOf(node.xml, 'ordering') ?? 'Parallel';
    if (ordering !== 'Parallel' && ordering !== 'Sequential')
      yield findingAt(node.xml, `ordering '${quote(ordering)}' is not valid`);
  }
};
