import { workOfEvent } from '../dialects/service-work.ts';
import { type DocumentDraft, type NodeDraft, type ProcessDraft, resolve } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { TIMER_FORMS } from '../events/catch-definitions.ts';
import { type EventDefinition, eventDefinitionsOf, unknownDefinitionRefs } from '../events/event-definitions.ts';
import { errorOf, escalationCodeOf, operationMessageOf, REFERENCE_OF, referredBy } from '../events/references.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { BODIES } from '../flow-element-tags.ts';
import { attributeOf, childNamed, childrenNamed, isFalse, type XmlElement } from '../xml/xml-element.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/** The definitions exist and are allowed; a catch event has at least one (docs/contributing/spec/validation.md#intermediate-definitions). */
export const eventDefinitionsFitTheirEvent: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const executable = ELEMENT_READERS.get(node.tag)?.eventDefinitions;
    if (executable === undefined) continue;
    const unknown = unknownDefinitionRefs(node.xml, document);
    for (const ref of unknown) yield findingAt(node.xml, `eventDefinitionRef '${quote(ref)}' not found`);
    const definitions = eventDefinitionsOf(node.xml, document);
    for (const { kind } of definitions) {
      if (!executable.has(kind)) yield findingAt(node.xml, `unsupported event definition ${quote(kind)}`);
    }
    if (node.tag === 'intermediateCatchEvent' && definitions.length + unknown.length === 0) {
      yield findingAt(node.xml, 'event definition is required');
    }
  }
};

/** Kinds with at most one per throwing event. */
const ALONE: ReadonlySet<string> = new Set(['error', 'terminate', 'cancel']);

/** Can be combined on a catching event (row "several" of docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
const TOGETHER: ReadonlySet<string> = new Set(['message', 'signal', 'timer', 'conditional']);
const THROWING: ReadonlySet<string> = new Set(['endEvent', 'intermediateThrowEvent']);

/**
 * Allows one of error, terminate and cancel per event, link only alone, and only combinable kinds on catching events
 * (docs/contributing/spec/validation.md#combined-definitions).
 */
export const eventDefinitionsCombine: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.eventDefinitions === undefined) continue;
    const [first, second] = clashIn(node, document);
    if (first === undefined || second === undefined) continue;
    yield findingAt(node.xml, `event definitions ${quote(first)} and ${quote(second)} cannot be combined`);
  }
};

/** First two conflicting kinds in document order, or empty. */
function clashIn(node: NodeDraft, document: DocumentDraft): readonly string[] {
  const kinds = eventDefinitionsOf(node.xml, document).map(({ kind }) => kind);
  const single = THROWING.has(node.tag) ? kinds.indexOf('link') : kinds.findIndex((kind) => !TOGETHER.has(kind));
  if (single !== -1 && kinds.length > 1) return single === 0 ? kinds.slice(0, 2) : [kinds[0] ?? '', kinds[single] ?? ''];
  return THROWING.has(node.tag) ? kinds.filter((kind) => ALONE.has(kind)).slice(0, 2) : [];
}

/** Another rule reports the others. Empty for nodes that are not events (docs/contributing/spec/validation.md#intermediate-definitions). */
function executableDefinitionsOf(node: NodeDraft, document: DocumentDraft): EventDefinition[] {
  const executable = ELEMENT_READERS.get(node.tag)?.eventDefinitions;
  if (executable === undefined) return [];
  return eventDefinitionsOf(node.xml, document).filter(({ kind }) => executable.has(kind));
}

/** A conditional event has a condition (docs/contributing/spec/validation.md#condition-text). */
export const eventConditionsAreWritten: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'conditional' || (childNamed(xml, 'condition')?.text.trim() ?? '') !== '') continue;
      yield findingAt(node.xml, 'condition is required');
    }
  }
};

/** References of events and receive tasks (docs/contributing/spec/validation.md#message-and-signal-references). */
export const messagesAndSignalsExist: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag === 'receiveTask') {
      const text = unknownReference(node.xml, 'message', document);
      if (text !== undefined) yield findingAt(node.xml, text);
    }
    const definitions = executableDefinitionsOf(node, document);
    for (const definition of definitions) {
      const text = referenceFault(node, definition, definitions, document);
      if (text !== undefined) yield findingAt(node.xml, text);
    }
  }
};

/** An end event whose definition has no reference only ends (docs/contributing/spec/validation.md#end-event-without-reference). */
export const thrownMessagesAreNamed: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'endEvent') continue;
    const definitions = eventDefinitionsOf(node.xml, document);
    for (const { kind, xml } of definitions) {
      if (kind !== 'message' && kind !== 'signal') continue;
      if (attributeOf(xml, REFERENCE_OF[kind]) !== undefined) continue;
      if (kind === 'message' && workOfEvent(node.xml, definitions) !== undefined) continue;
      const name = REFERENCE_OF[kind];
      yield warningAt(node.xml, process.key, {
        event: 'attribute-ignored',
        name,
        text: `${kind} definition has no ${name}; the event just ends`,
      });
    }
  }
};

/** A thrown escalation has a code; a caught one exists if referenced (docs/contributing/spec/validation.md#escalation-codes). */
export const escalationsAreKnown: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'escalation') continue;
      const reference = attributeOf(xml, 'escalationRef');
      if (THROWING.has(node.tag)) {
        if (escalationCodeOf(xml, document) === undefined) yield findingAt(node.xml, 'escalation code is required');
      } else if (reference !== undefined && referredBy(xml, 'escalationRef', 'escalation', document) === undefined) {
        yield findingAt(node.xml, `escalationRef '${quote(reference)}' not found`);
      }
    }
  }
};

function referenceFault(
  node: NodeDraft,
  { kind, xml }: EventDefinition,
  all: readonly EventDefinition[],
  document: DocumentDraft,
): string | undefined {
  if (kind !== 'message' && kind !== 'signal') return undefined;
  if (attributeOf(xml, REFERENCE_OF[kind]) !== undefined) return unknownReference(xml, kind, document);
  if (kind === 'message' && operationMessageOf(xml, document) !== undefined) return undefined;
  const isWork = kind === 'message' && THROWING.has(node.tag) && workOfEvent(node.xml, all) !== undefined;
  return node.tag === 'endEvent' || isWork ? undefined : `${REFERENCE_OF[kind]} is required`;
}

function unknownReference(xml: XmlElement, kind: 'message' | 'signal', document: DocumentDraft): string | undefined {
  const attribute = REFERENCE_OF[kind];
  const reference = attributeOf(xml, attribute);
  if (reference === undefined || referredBy(xml, attribute, kind, document) !== undefined) return undefined;
  return `${attribute} '${quote(reference)}' not found`;
}

/** Requires one form of due time. Its text is checked while reading (docs/contributing/spec/validation.md#timer-definitions). */
export const timersHaveOneForm: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'timer' || TIMER_FORMS.flatMap((form) => childrenNamed(xml, form)).length === 1) continue;
      yield findingAt(node.xml, 'exactly one of timeDate, timeDuration, timeCycle is required');
    }
  }
};

/** Attribute that makes an event non-interrupting. */
const INTERRUPTING_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['boundaryEvent', 'cancelActivity'],
  ['startEvent', 'isInterrupting'],
]);

/** Warns about non-interrupting ones: they always interrupt (docs/contributing/spec/validation.md#treated-as-interrupting). */
export const errorsAndCancelsInterrupt: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    const name = INTERRUPTING_ATTRIBUTES.get(node.tag);
    if (name === undefined || !isFalse(attributeOf(node.xml, name))) continue;
    for (const { kind } of eventDefinitionsOf(node.xml, document)) {
      if (kind !== 'error' && kind !== 'cancel') continue;
      const text = `non-interrupting ${kind} event is treated as interrupting`;
      yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name, text });
    }
  }
};

/** Warns about an unknown `errorRef`: its text becomes the error code (docs/contributing/spec/validation.md#unknown-error-reference). */
export const caughtErrorsExist: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (!INTERRUPTING_ATTRIBUTES.has(node.tag)) continue;
    for (const { kind, xml } of eventDefinitionsOf(node.xml, document)) {
      const error = kind === 'error' ? errorOf(xml, document) : undefined;
      if (error?.isUnknown !== true) continue;
      const text = `errorRef '${quote(error.code ?? '')}' names no error; its text is used as the code`;
      yield warningAt(node.xml, process.key, { event: 'error-reference-names-no-error', name: 'errorRef', text });
    }
  }
};

/** They have a definition, and an activity or intermediate catch event of the same container (docs/contributing/spec/validation.md#boundary-host). */
export const boundariesAreAttached: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'boundaryEvent') continue;
    const text = attachmentFault(node, process) ?? definitionFault(node, document);
    if (text !== undefined) yield findingAt(node.xml, text);
  }
};

/** Error, escalation, compensation and cancel are attached to elements that support them (docs/contributing/spec/validation.md#boundary-kinds). */
export const boundariesFitTheirHost: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const { host } = node;
    if (host === undefined) continue;
    for (const { kind } of eventDefinitionsOf(node.xml, document)) {
      if (!isRefusedOn(kind, host)) continue;
      yield findingAt(node.xml, `${kind} boundary event is not allowed on ${quote(host.xml.local)}`);
    }
  }
  for (const node of process.nodes) {
    const cancels = node.boundaries.filter((boundary) => isCancel(boundary, document));
    for (const extra of cancels.slice(1)) yield findingAt(extra.xml, 'only one cancel boundary event is allowed');
  }
};

function attachmentFault(node: NodeDraft, process: ProcessDraft): string | undefined {
  const reference = attributeOf(node.xml, 'attachedToRef');
  if (reference === undefined) return 'attachedToRef is required';
  const host = resolve(process.nodeById, reference);
  if (host === undefined || host.container !== node.container) return `attachedToRef '${quote(reference)}' not found`;
  const reader = ELEMENT_READERS.get(host.tag);
  // another rule reports unknown elements
  if (reader === undefined || reader.category === 'activity' || host.tag === 'intermediateCatchEvent') return undefined;
  return `cannot be attached to ${quote(host.xml.local)} '${quote(host.id)}'`;
}

function definitionFault(node: NodeDraft, document: DocumentDraft): string | undefined {
  const written = eventDefinitionsOf(node.xml, document).length + unknownDefinitionRefs(node.xml, document).length;
  return written === 0 ? 'event definition is required' : undefined;
}

/** False for elements without boundary events: `attachmentFault` reports them. */
function isRefusedOn(kind: string, host: NodeDraft): boolean {
  const isActivity = ELEMENT_READERS.get(host.tag)?.category === 'activity';
  if (!isActivity && host.tag !== 'intermediateCatchEvent') return false;
  if (kind === 'error' || kind === 'compensation') return !isActivity;
  if (kind === 'cancel') return host.tag !== 'transaction';
  return kind === 'escalation' && !BODIES.has(host.tag) && host.tag !== 'callActivity' && host.tag !== 'userTask';
}

function isCancel(boundary: NodeDraft, document: DocumentDraft): boolean {
  return eventDefinitionsOf(boundary.xml, document).some(({ kind }) => kind === 'cancel');
}

/** Checks all levels (docs/contributing/spec/validation.md#misplaced-cancel-end-event). */
export const cancelEndsAreInTransactions: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'endEvent' || isInTransaction(node)) continue;
    if (eventDefinitionsOf(node.xml, document).every(({ kind }) => kind !== 'cancel')) continue;
    yield findingAt(node.xml, 'cancel end event outside a transaction');
  }
};

function isInTransaction(node: NodeDraft): boolean {
  for (let host = node.container.host; host !== undefined; host = host.container.host) {
    if (host.tag === 'transaction') return true;
  }
  return false;
}

/** Warns about an escalation boundary event on a user task (docs/contributing/spec/validation.md#event-that-never-fires). */
export const boundariesCanFire: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.host?.tag !== 'userTask') continue;
    if (eventDefinitionsOf(node.xml, document).every(({ kind }) => kind !== 'escalation')) continue;
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: 'escalation event on a user task never fires' });
  }
};
