import { isForbiddenName } from '../../expressions/limits.ts';
import { triggersOf } from '../catch-definitions.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../io-mappings.ts';
import { camunda } from '../namespaces.ts';
import { attributeOf, dialectAttributeOf, isFalse, type XmlElement } from '../xml-element.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { CATCH_EXTENSIONS, parallelMultipleMember } from './event.ts';

/** Start event of a process, a body or an event sub-process. An error start always interrupts (docs/spec/elements.md#start-event). */
export const startEvent: ElementReader = {
  tag: 'startEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read(node, context) {
    const triggers = triggersOf(node, context);
    const isError = triggers.some(({ kind }) => kind === 'error');
    return {
      type: 'startEvent',
      ...commonOf(node),
      triggers,
      isInterrupting: isError || !isFalse(attributeOf(node.xml, 'isInterrupting')),
      ...initiatorMember(node.xml),
      ...parallelMultipleMember(node),
      ...mappingsMember(node.xml, { inputs: false, outputs: true, ext: true }, context),
    };
  },
};

/** The variable that holds who started the instance, where somebody is known. */
function initiatorMember(xml: XmlElement): { readonly initiator?: string } {
  const initiator = dialectAttributeOf(xml, camunda, 'initiator');
  return initiator === undefined || isForbiddenName(initiator) ? {} : { initiator };
}
