import { CALL_EXTENSIONS, callMappingsOf } from '../call-mappings.ts';
import { calledElementOf, readBinding, writtenBindingOf } from '../called-element.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

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
