import type { CatchKind } from '../../engine/model.ts';
import { isForbiddenName } from '../../expressions/limits.ts';
import { initiatorOf } from '../dialects/element-parts.ts';
import { MAPPING_EXTENSIONS, mappingsMember, type ReadableMappings } from '../dialects/io-mappings.ts';
import { WORK_EXTENSIONS, workOfEvent } from '../dialects/service-work.ts';
import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { subscriptionsOf, triggersOf } from '../events/catch-definitions.ts';
import { type EventDefinition, eventDefinitionsOf } from '../events/event-definitions.ts';
import { isLinkCatch } from '../events/starts.ts';
import { throwingOf } from '../events/throw-definitions.ts';
import { attributeOf, extensionsOf, isFalse, isTrue, type XmlElement } from '../xml/xml-element.ts';
import { commonOf, type ElementReader } from './element-reader.ts';

/** Names on catching event definitions, in lower case. */
const CATCH_EXTENSIONS: readonly string[] = [
  ...['correlationkey', 'variablename', 'variableevents', 'errorcodevariable', 'errormessagevariable', 'errorvariablename'],
  'escalationcodevariable',
  'conditionalfilter',
];

/** True if all event definitions must occur (docs/contributing/spec/elements.md#intermediate-catch-event). */
function parallelMultipleMember(node: NodeDraft): { parallelMultiple?: true } {
  return isTrue(attributeOf(node.xml, 'parallelMultiple')) ? { parallelMultiple: true } : {};
}

/** Names on throw and end events, in lower case; `in` is the payload of a signal (docs/contributing/spec/validation.md#ignored-attributes). */
export const THROW_EXTENSIONS: ReadonlySet<string> = new Set([
  ...WORK_EXTENSIONS,
  ...MAPPING_EXTENSIONS,
  ...['correlationkey', 'publishmessage'],
  'in',
  'terminateall',
  'terminatemultiinstance',
]);

/**
 * Inputs are the payload of a message, and in jBPM the data of an error or escalation. Outputs are for message events implemented like a service task
 * (docs/contributing/spec/mappings.md#where-mappings-apply).
 */
export function mappingsOfThrow(node: NodeDraft, document: DocumentDraft): ReadableMappings {
  const definitions = eventDefinitionsOf(node.xml, document);
  const isMessage = definitions.some(({ kind }) => kind === 'message');
  return {
    inputs: isMessage || carriesData(definitions, document),
    outputs: isMessage && workOfEvent(node.xml, definitions) !== undefined,
    ext: true,
  };
}

/** Error or escalation of jBPM, with the data input of its event. */
export function carriesData(definitions: readonly EventDefinition[], { dialect }: DocumentDraft): boolean {
  const hasCode = definitions.some(({ kind }) => kind === 'error' || kind === 'escalation');
  return hasCode && dialect.eventsHaveOneValue;
}

/** Start of a process, sub-process or event sub-process. An error always interrupts (docs/contributing/spec/elements.md#start-event). */
export const startEvent: ElementReader = {
  tag: 'startEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read(node, context) {
    const triggers = triggersOf(node, context);
    // readings before 4 ignored mappings of a none start event
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

/** They may write variables; those of jobs do so later. */
function hasListeners(xml: XmlElement): boolean {
  return extensionsOf(xml).some(({ local }) => local.toLowerCase().startsWith('executionlistener'));
}

/** Variable for the user who started the instance, if known. */
function initiatorMember(xml: XmlElement): { readonly initiator?: string } {
  const initiator = initiatorOf(xml);
  return initiator === undefined || isForbiddenName(initiator) ? {} : { initiator };
}

/** Kinds that ignore `cancelActivity` (docs/contributing/spec/events-and-errors.md#always-interrupting). */
const ALWAYS_INTERRUPTING: ReadonlySet<CatchKind> = new Set<CatchKind>(['error', 'cancel']);

/** Compensation never interrupts, only references a handler (docs/contributing/spec/elements.md#boundary-event). */
export const boundaryEvent: ElementReader = {
  tag: 'boundaryEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(['message', 'signal', 'timer', 'conditional', 'error', 'escalation', 'compensation', 'cancel']),
  understands: new Set([...CATCH_EXTENSIONS, ...MAPPING_EXTENSIONS]),
  read(node, context) {
    const triggers = triggersOf(node, context);
    const isAlways = triggers.some(({ kind }) => ALWAYS_INTERRUPTING.has(kind));
    const isNever = triggers.some(({ kind }) => kind === 'compensation');
    const definitionRefs = context.definitions.caughtBy(node.xml);
    return {
      type: 'boundaryEvent',
      ...commonOf(node),
      attachedTo: node.host?.id ?? '',
      interrupting: isAlways || (!isNever && !isFalse(attributeOf(node.xml, 'cancelActivity'))),
      triggers,
      ...parallelMultipleMember(node),
      ...(definitionRefs.length === 0 ? {} : { definitionRefs: Object.freeze(definitionRefs) }),
      ...mappingsMember(node.xml, { inputs: false, outputs: true, ext: true }, context),
    };
  },
};

/** docs/contributing/spec/elements.md#intermediate-catch-event */
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

/** A link jumps to the catch event of the same name (docs/contributing/spec/elements.md#link-events). */
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

/** `cancelEndEvent` has a cancel definition (docs/contributing/spec/elements.md#none-end-event). */
export const endEvent: ElementReader = {
  tag: 'endEvent',
  category: 'event',
  acceptsIncoming: true,
  acceptsOutgoing: false,
  eventDefinitions: new Set(['message', 'signal', 'error', 'escalation', 'compensation', 'cancel', 'terminate']),
  understands: THROW_EXTENSIONS,
  read: (node, context) => ({
    type: 'endEvent',
    ...commonOf(node),
    ...throwingOf(node, context),
    ...mappingsMember(node.xml, mappingsOfThrow(node, context.document), context),
  }),
};
