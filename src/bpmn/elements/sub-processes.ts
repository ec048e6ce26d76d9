import type { AdHocSubProcessModel } from '../../engine/model.ts';
import { readCompletionCondition } from '../data/loop-markers.ts';
import { CALL_EXTENSIONS, calledElementOf, callMappingsOf, readBinding, writtenBindingOf } from '../dialects/called-element.ts';
import { leadMember } from '../dialects/element-parts.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../dialects/io-mappings.ts';
import { isMappingTarget } from '../dialects/mapping-sources.ts';
import { ext } from '../dialects/namespaces.ts';
import type { NodeDraft } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, isFalse } from '../xml/xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import { commonOf, type ElementReader, type ReadContext } from './element-reader.ts';

/** Embedded sub-process. Its body is a separate container with regular nodes (docs/contributing/spec/elements.md#sub-process). */
export const subProcess: ElementReader = {
  tag: 'subProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'subProcess', ...activityOf(node, context) }),
};

/** Transaction (docs/contributing/spec/elements.md#transaction). */
export const transaction: ElementReader = {
  tag: 'transaction',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'transaction', ...activityOf(node, context) }),
};

const UNDERSTANDS: ReadonlySet<string> = new Set(MAPPING_EXTENSIONS);

/**
 * Event sub-process. It has no flows; its body is a separate container; its mappings work as for a sub-process
 * (docs/contributing/spec/elements.md#event-sub-process).
 */
export const eventSubProcess: ElementReader = {
  tag: 'eventSubProcess',
  category: 'eventSubProcess',
  acceptsIncoming: false,
  acceptsOutgoing: false,
  understands: UNDERSTANDS,
  read: (node, context) => ({
    type: 'eventSubProcess',
    ...commonOf(node),
    ...mappingsMember(node.xml, { inputs: true, outputs: true, ext: true }, context),
    start: node.body?.nodes.find(({ tag }) => tag === 'startEvent')?.id ?? '',
  }),
};

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

/** Call activity. Ext mappings apply to the call; camunda `inputOutput` applies as for every activity (docs/contributing/spec/calls.md#call-activity). */
export const callActivity: ElementReader = {
  tag: 'callActivity',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...CALL_EXTENSIONS, ...['calledelementbinding', 'calledelementversion', 'calledelementversiontag']),
  read: (node, context) => ({
    type: 'callActivity',
    ...activityOf(node, context, { inputs: true, outputs: true, ext: false }),
    calledElement: context.expression(node.xml, calledElementOf(node.xml) ?? '', 'template', 'called element'),
    binding: readBinding(node, writtenBindingOf(node.xml), context),
    call: callMappingsOf(node.xml, context),
  }),
};
