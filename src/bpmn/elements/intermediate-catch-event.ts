import { subscriptionsOf } from '../catch-definitions.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../io-mappings.ts';
import { isLinkCatch } from '../starts.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { CATCH_EXTENSIONS, parallelMultipleMember } from './event.ts';

/** Intermediate catch event (docs/contributing/spec/elements.md#intermediate-catch-event). */
export const intermediateCatchEvent: ElementReader = {
  tag: 'intermediateCatchEvent',
  category: 'event',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'link']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read: (node, context) => ({
    type: 'intermediateCatchEvent',
    ...commonOf(node),
    triggers: subscriptionsOf(node, context),
    ...parallelMultipleMember(node),
    ...(isLinkCatch(node, context.document) ? { isLink: true } : {}),
    ...mappingsMember(node.xml, { inputs: true, outputs: true, ext: true }, context),
  }),
};
