import { type DocumentDraft, type NodeDraft, type ProcessDraft, resolve } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf, unknownDefinitionRefs } from '../events/event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { BODIES } from '../flow-element-tags.ts';
import { warningAt } from '../warning.ts';
import { attributeOf } from '../xml/xml-element.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/**
 * Boundary events have a definition and are attached to an activity or intermediate catch event of the same container
 * (docs/contributing/spec/validation.md#boundary-host).
 */
export const boundariesAreAttached: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'boundaryEvent') continue;
    const text = attachmentFault(node, process) ?? definitionFault(node, document);
    if (text !== undefined) yield findingAt(node.xml, text);
  }
};

/** Error, escalation, compensation and cancel boundary events are attached to elements that support them (docs/contributing/spec/validation.md#boundary-kinds). */
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

/** False for elements without boundary events: `attachmentFault` reports these. */
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

/** A cancel end event is inside a transaction, at any depth (docs/contributing/spec/validation.md#misplaced-cancel-end-event). */
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

/** Warns about an escalation boundary event on a user task: it never fires (docs/contributing/spec/validation.md#event-that-never-fires). */
export const boundariesCanFire: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.host?.tag !== 'userTask') continue;
    if (eventDefinitionsOf(node.xml, document).every(({ kind }) => kind !== 'escalation')) continue;
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: 'escalation event on a user task never fires' });
  }
};
