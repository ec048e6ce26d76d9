import type { AdHocSubProcessModel } from '../../engine/model.ts';
import { leadMember } from '../ad-hoc-lead.ts';
import type { NodeDraft } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import { isMappingTarget } from '../mapping-target.ts';
import { readCompletionCondition } from '../multi-instance.ts';
import { ext } from '../namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, isFalse } from '../xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader, ReadContext } from './element-reader.ts';

/** Ad-hoc sub-process (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
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
      cancelsRemaining: !isFalse(attributeOf(node.xml, 'cancelRemainingInstances')),
      ...(completionCondition === undefined ? {} : { completionCondition }),
      ...(activeElements === undefined
        ? {}
        : { activeElements: context.expression(node.xml, activeElements, 'expression', 'active elements') }),
      ...context.withFallback(
        node.xml,
        (current) => outputOf(node, current),
        () => ({}),
      ),
      ...context.withFallback(
        node.xml,
        (current) => leadMember(node, current),
        () => ({}),
      ),
    };
  },
};

/** Output collection of the results. Only for files of other platforms; in others a rule adds a warning. A collection must be a variable name. */
function outputOf({ xml }: NodeDraft, context: ReadContext): Pick<AdHocSubProcessModel, 'output'> {
  if (context.platform === undefined) return {};
  const [adHoc] = extensionsNamed(xml, ext, 'adHoc');
  const collection = adHoc && dialectAttributeOf(adHoc, ext, 'outputCollection');
  const element = adHoc && dialectAttributeOf(adHoc, ext, 'outputElement');
  if (collection === undefined) return {};
  if (!isMappingTarget(collection, { allowsPath: false, isOutput: true })) {
    context.report(findingAt(xml, `outputCollection '${quote(collection)}' is not valid`));
  }
  const read = element === undefined ? {} : { element: context.expression(xml, element, 'expression', 'output element') };
  return { output: Object.freeze({ collection, ...read }) };
}
