import { type ContainerDraft, type DocumentDraft, type NodeDraft, resolve } from '../draft.ts';
import { isCompensationBoundary } from '../events/compensation-links.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { BODIES } from '../flow-element-tags.ts';
import { attributeOf, isTrue } from '../xml/xml-element.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/**
 * One per boundary event; an activity has at most one compensation boundary event, a handler none
 * (docs/contributing/spec/validation.md#compensation-links).
 */
export const compensationHasHandlers: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (isCompensationBoundary(node, document) && node.handlers?.length !== 1) {
      yield findingAt(node.xml, 'compensation boundary event needs exactly one handler');
    }
    const boundaries = node.boundaries.filter((boundary) => isCompensationBoundary(boundary, document));
    for (const extra of boundaries.slice(1)) {
      yield findingAt(extra.xml, `only one compensation boundary event is allowed on '${quote(node.id)}'`);
    }
    if (node.isHandler && boundaries.length > 0) yield findingAt(node.xml, 'compensation handler cannot be compensated');
  }
};

/** The boundary event has no outgoing flows; its handler is associated (docs/contributing/spec/validation.md#compensation-flows). */
export const compensationIsAssociated: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (!isCompensationBoundary(node, document) || node.outgoing.length === 0) continue;
    yield findingAt(node.xml, 'outgoing flow not allowed on a compensation boundary event: an association leads to its handler');
  }
};

/** `activityRef` names an activity in scope of the throw event that can be compensated (docs/contributing/spec/validation.md#compensation-reference). */
export const compensatedActivitiesExist: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'endEvent' && node.tag !== 'intermediateThrowEvent') continue;
    for (const { kind, xml } of eventDefinitionsOf(node.xml, document)) {
      const reference = kind === 'compensation' ? attributeOf(xml, 'activityRef') : undefined;
      if (reference === undefined) continue;
      const named = resolve(process.nodeById, reference);
      if (named !== undefined && isInReach(node, named) && canBeCompensated(named)) continue;
      yield findingAt(node.xml, `activityRef '${quote(reference)}' cannot be compensated`);
    }
  }
};

/** One per sub-process, which then has no compensation boundary event (docs/contributing/spec/validation.md#misplaced-compensation-event-sub-process). */
export const compensationSubProcessesFit: ProcessRule = function* (process, document) {
  for (const container of process.containers) {
    const own = container.nodes.filter((node) => isCompensationSubProcess(node, document));
    const isRefused = container.host === undefined || container.host.compensation !== undefined;
    for (const node of isRefused ? own : own.slice(1)) {
      yield findingAt(node.xml, 'compensation event sub-process is not allowed here');
    }
  }
};

/** True in the same container; from an event sub-process also in its parent. */
function isInReach(thrower: NodeDraft, named: NodeDraft): boolean {
  let container: ContainerDraft = thrower.container;
  while (named.container !== container) {
    if (container.host?.tag !== 'eventSubProcess') return false;
    container = container.host.container;
  }
  return true;
}

function canBeCompensated(node: NodeDraft): boolean {
  return BODIES.has(node.tag) || node.compensation !== undefined;
}

function isCompensationSubProcess(node: NodeDraft, document: DocumentDraft): boolean {
  if (node.tag !== 'eventSubProcess') return false;
  const starts = node.body?.nodes.filter(({ tag }) => tag === 'startEvent') ?? [];
  return starts.some((start) => eventDefinitionsOf(start.xml, document).some(({ kind }) => kind === 'compensation'));
}

/** Warns about a handler without `isForCompensation` (docs/contributing/spec/validation.md#handler-without-mark). */
export const handlersAreMarked: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (!node.isHandler || isTrue(attributeOf(node.xml, 'isForCompensation'))) continue;
    const text = 'compensation handler has no isForCompensation and is treated as if it had it';
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name: 'isForCompensation', text });
  }
};
