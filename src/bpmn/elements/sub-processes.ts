import type { AdHocSubProcessModel } from '../../engine/model.ts';
import { readCompletionCondition } from '../data/loop-markers.ts';
import { CALL_EXTENSIONS, calledElementOf, callMappingsOf, readBinding, writtenBindingOf } from '../dialects/called-element.ts';
import { completesByItself, leadMember, warnOfManualStarts } from '../dialects/element-parts.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../dialects/io-mappings.ts';
import { isMappingTarget } from '../dialects/mapping-sources.ts';
import { ext } from '../dialects/namespaces.ts';
import type { NodeDraft } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, isFalse } from '../xml/xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import { commonOf, type ElementReader, type ReadContext } from './element-reader.ts';

/** The body is a separate container (docs/contributing/spec/elements.md#sub-process). */
export const subProcess: ElementReader = {
  tag: 'subProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'subProcess', ...activityOf(node, context) }),
};

/** docs/contributing/spec/elements.md#transaction */
export const transaction: ElementReader = {
  tag: 'transaction',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'transaction', ...activityOf(node, context) }),
};

const UNDERSTANDS: ReadonlySet<string> = new Set(MAPPING_EXTENSIONS);

/** No flows; the body is a separate container; mappings work as for a sub-process (docs/contributing/spec/elements.md#event-sub-process). */
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

/** docs/contributing/spec/elements.md#ad-hoc-sub-process */
export const adHocSubProcess: ElementReader = {
  tag: 'adHocSubProcess',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords('adhoc'),
  read(node, context) {
    const completionCondition = completesByItself(node, context) ? undefined : readCompletionCondition(node, node.xml, context);
    warnOfManualStarts(node, context);
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

/** Reads it only in files of other platforms; in others a rule warns. A collection must be a variable name. */
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

/** Ext mappings apply to the call; camunda `inputOutput` as for every activity (docs/contributing/spec/calls.md#call-activity). */
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
