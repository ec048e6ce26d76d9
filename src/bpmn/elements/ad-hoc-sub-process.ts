import { readCompletionCondition } from '../multi-instance.ts';
import { ext } from '../namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed } from '../xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Ad-hoc sub-process (docs/spec/elements.md#ad-hoc-sub-process). */
export const adHocSubProcess: ElementReader = {
  tag: 'adHocSubProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords('adhoc'),
  read(node, context) {
    const completionCondition = readCompletionCondition(node, node.xml, context);
    const activeElements = extensionsNamed(node.xml, ext, 'adHoc')
      .map((adHoc) => dialectAttributeOf(adHoc, ext, 'activeElementsCollection'))
      .find((text) => text !== undefined);
    return {
      type: 'adHocSubProcess',
      ...activityOf(node, context),
      isSequential: attributeOf(node.xml, 'ordering') === 'Sequential',
      cancelsRemaining: attributeOf(node.xml, 'cancelRemainingInstances') !== 'false',
      ...(completionCondition === undefined ? {} : { completionCondition }),
      ...(activeElements === undefined
        ? {}
        : { activeElements: context.expression(node.xml, activeElements, 'expression', 'active elements') }),
    };
  },
};
