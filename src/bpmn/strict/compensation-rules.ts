import { resolve } from '../draft.ts';
import { isCompensationBoundary } from '../events/compensation-links.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { compensatedActivitiesExist, compensationHasHandlers, compensationSubProcessesFit } from '../validate/compensation.ts';
import { attributeOf, isTrue } from '../xml/xml-element.ts';
import { eachElement, eachNode, eachProcess, elementsById, type StandardRule } from './rule-iterators.ts';

/** Constraints of the standard on compensation. */
export const COMPENSATION_RULES: readonly StandardRule[] = [
  // A compensation boundary event has exactly one handler.
  {
    name: 'compensation-handler-single',
    clause: '10.7.1',
    check: eachProcess(compensationHasHandlers),
    isAlwaysEnforced: true,
  },
  // A compensation handler is marked as such.
  {
    name: 'compensation-handler-mark',
    clause: '10.7.1',
    check: eachNode((node) => {
      return node.isHandler && !isTrue(attributeOf(node.xml, 'isForCompensation'))
        ? 'compensation handler has no isForCompensation="true"'
        : undefined;
    }),
  },
  // An activity marked for compensation has an association with a compensation boundary event.
  {
    name: 'compensation-handler-joined',
    clause: '10.7.1',
    check: eachProcess(function* (process) {
      const joined = new Set(process.nodes.flatMap(({ handlers = [] }) => handlers));
      for (const node of process.nodes) {
        if (!isTrue(attributeOf(node.xml, 'isForCompensation')) || joined.has(node)) continue;
        yield findingAt(node.xml, 'isForCompensation="true" without an association from a compensation boundary event');
      }
    }),
  },
  // The association of a compensation handler starts at the boundary event.
  {
    name: 'compensation-association',
    clause: '10.7.1',
    check: eachElement(['association'], (xml, document) => {
      const [from, to] = [attributeOf(xml, 'sourceRef') ?? '', attributeOf(xml, 'targetRef') ?? ''];
      const target = resolve(elementsById(document), to);
      if (target?.local !== 'boundaryEvent' || !ACTIVITIES.has(resolve(elementsById(document), from)?.local ?? ''))
        return undefined;
      if (!eventDefinitionsOf(target, document).some(({ kind }) => kind === 'compensation')) return undefined;
      return `association leads from handler '${quote(from)}' to boundary event '${quote(to)}', not the other way`;
    }),
  },
  // A compensation boundary event has no outgoing flows.
  {
    name: 'compensation-boundary-flows',
    clause: '10.7.1',
    check: eachNode((node, document) => {
      const [flow] = node.outgoing;
      if (flow === undefined || !isCompensationBoundary(node, document)) return undefined;
      return `flow '${quote(flow.id)}' leaves a compensation boundary event; an association leads to its handler`;
    }),
    isAlwaysEnforced: true,
  },
  // The activity referenced by a compensation event can be compensated.
  {
    name: 'compensation-target',
    clause: '10.7.2',
    check: eachProcess(compensatedActivitiesExist),
    isAlwaysEnforced: true,
  },
  // A compensation event sub-process is the only one in its sub-process.
  {
    name: 'compensation-sub-process-place',
    clause: '10.7.1',
    check: eachProcess(compensationSubProcessesFit),
    isAlwaysEnforced: true,
  },
];
