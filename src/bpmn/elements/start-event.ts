import { isForbiddenName } from '../../expressions/limits.ts';
import { triggersOf } from '../catch-definitions.ts';
import type { NodeDraft } from '../draft.ts';
import { MAPPING_EXTENSIONS, mappingsMember } from '../io-mappings.ts';
import { camunda } from '../namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsOf, isFalse, type XmlElement } from '../xml-element.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { CATCH_EXTENSIONS, parallelMultipleMember } from './event.ts';

/** Start event of a process, a body or an event sub-process. An error start always interrupts (docs/contributing/spec/elements.md#start-event). */
export const startEvent: ElementReader = {
  tag: 'startEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read(node, context) {
    const triggers = triggersOf(node, context);
    // releases before reading 4 skipped the mappings of a start event that no event triggers
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

/** Listeners may write variables, those of jobs after a while. */
function hasListeners(xml: XmlElement): boolean {
  return extensionsOf(xml).some(({ local }) => local.toLowerCase().startsWith('executionlistener'));
}

/** The variable that holds who started the instance, where somebody is known. */
function initiatorMember(xml: XmlElement): { readonly initiator?: string } {
  const initiator = dialectAttributeOf(xml, camunda, 'initiator');
  return initiator === undefined || isForbiddenName(initiator) ? {} : { initiator };
}
