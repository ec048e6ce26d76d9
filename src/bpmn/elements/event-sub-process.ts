import { MAPPING_EXTENSIONS, mappingsMember } from '../io-mappings.ts';
import { commonOf, type ElementReader } from './element-reader.ts';

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
