import { isForbiddenName } from '../../expressions/limits.ts';
import { triggersOf } from '../catch-definitions.ts';
import type { NodeDraft } from '../draft.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../io-mappings.ts';
import { camunda } from '../namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsOf, isFalse, type XmlElement } from '../xml-element.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { CATCH_EXTENSIONS, parallelMultipleMember } from './event.ts';

/** Start event of a process, sub-process or event sub-process. An error start event always interrupts (docs/contributing/spec/elements.md#start-event). */
export const startEvent: ElementReader = {
  tag: 'startEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read(node, context) {
    const triggers = triggersOf(node, context);
    // readings before 4 ignored the mappings of a none start event
    const ext = context.followsDialects || triggers.length > 0;
    const mappings = mappingsMember(node.xml, { inputs: false, outputs: true, ext }, context);
    const startsHandler = node.container.host?.tag === 'eventSubProcess';
    const writes = startsHandler || mappings.mappings !== undefined || hasListeners(node.xml);
    const isError = triggers.some(({ kind }) => kind === 'error');
    return {
      type: 'startEvent',
      ...commonOf(node),
      triggers,
      isInterrupting: isError || !isFalse(attributeOf(node.xml, 'isInterrupting')),
      ...initiatorMember(node.xml),
      ...parallelMultipleMember(node),
      ...mappings,
      ...(context.followsDialects && writes && hasEventSubProcess(node) ? { armsScope: true } : {}),
    };
  },
};

function hasEventSubProcess({ container }: NodeDraft): boolean {
  return container.nodes.some(({ tag }) => tag === 'eventSubProcess');
}

/** Listeners may write variables; those of jobs do so later. */
function hasListeners(xml: XmlElement): boolean {
  return extensionsOf(xml).some(({ local }) => local.toLowerCase().startsWith('executionlistener'));
}

/** Variable for the user who started the instance, if known. */
function initiatorMember(xml: XmlElement): { readonly initiator?: string } {
  const initiator = dialectAttributeOf(xml, camunda, 'initiator');
  return initiator === undefined || isForbiddenName(initiator) ? {} : { initiator };
}
