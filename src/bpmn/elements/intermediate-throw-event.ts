import { mappingsMember } from '../io-mappings.ts';
import { throwingOf } from '../throw-definitions.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { mappingsOfThrow, THROW_EXTENSIONS } from './throwing-event.ts';

/** Intermediate throw event. A link throw event jumps to the link catch event of the same name (docs/contributing/spec/elements.md#link-events). */
export const intermediateThrowEvent: ElementReader = {
  tag: 'intermediateThrowEvent',
  category: 'event',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'escalation', 'compensation', 'link']),
  understands: THROW_EXTENSIONS,
  read(node, context) {
    return {
      type: 'intermediateThrowEvent',
      ...commonOf(node),
      ...throwingOf(node, context),
      ...(node.linkTarget === undefined ? {} : { linkTarget: node.linkTarget.id }),
      ...mappingsMember(node.xml, mappingsOfThrow(node, context.document), context),
    };
  },
};
