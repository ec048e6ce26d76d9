import { resolve } from '../draft.ts';
import { isCompensationBoundary } from '../events/compensation-links.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { linkNameOf } from '../events/links.ts';
import { isInstantiating } from '../events/starts.ts';
import { quote } from '../finding.ts';
import {
  boundariesAreAttached,
  boundariesFitTheirHost,
  cancelEndsAreInTransactions,
  escalationsAreKnown,
  eventConditionsAreWritten,
  eventDefinitionsFitTheirEvent,
  timersHaveOneForm,
} from '../validate/events.ts';
import { linksFindTheirTarget } from '../validate/flows.ts';
import { noneStartsAreSingle, startEventsFitTheirPlace } from '../validate/start-events.ts';
import { attributeOf, isFalse, isTrue } from '../xml/xml-element.ts';
import { eachContainer, eachNode, eachNodeWith, eachProcess, type StandardRule } from './rule-iterators.ts';

export const EVENT_RULES: readonly StandardRule[] = [
  // An intermediate event has an incoming and an outgoing flow; a link event has only one of them.
  {
    name: 'intermediate-event-flows',
    clause: '10.5.4',
    check: eachNode((node, document) => {
      const isCatch = node.tag === 'intermediateCatchEvent';
      if (!isCatch && node.tag !== 'intermediateThrowEvent') return undefined;
      const isLink = linkNameOf(node, document) !== undefined;
      if (node.incoming.length === 0 && !(isLink && isCatch)) return 'intermediate event has no incoming flow';
      return node.outgoing.length === 0 && (!isLink || isCatch) ? 'intermediate event has no outgoing flow' : undefined;
    }),
  },
  // A boundary event is attached to an activity.
  {
    name: 'boundary-host',
    clause: '10.5.4',
    check: eachProcess(boundariesAreAttached),
    isAlwaysEnforced: true,
  },
  // Cancel is attached to a transaction, escalation to an activity that can escalate.
  {
    name: 'boundary-trigger',
    clause: '10.5.4',
    check: eachProcess(boundariesFitTheirHost),
    isAlwaysEnforced: true,
  },
  // A boundary event has an outgoing flow, except for compensation.
  {
    name: 'boundary-event-flows',
    clause: '10.5.4',
    check: eachNode((node, document) => {
      if (node.tag !== 'boundaryEvent' || node.outgoing.length > 0 || isCompensationBoundary(node, document)) return undefined;
      return 'boundary event has no outgoing flow';
    }),
  },
  // An error or cancel boundary event interrupts its activity.
  {
    name: 'boundary-error-interrupts',
    clause: '10.5.4',
    check: eachNode(({ tag, xml }, document) => {
      if (tag !== 'boundaryEvent' || !isFalse(attributeOf(xml, 'cancelActivity'))) return undefined;
      const kind = eventDefinitionsOf(xml, document).find(
        (definition) => definition.kind === 'error' || definition.kind === 'cancel',
      )?.kind;
      return kind === undefined ? undefined : `cancelActivity="false" is not allowed on a boundary event of the kind ${kind}`;
    }),
  },
  {
    name: 'event-definition-place',
    clause: '10.5.5',
    check: eachProcess(eventDefinitionsFitTheirEvent),
    isAlwaysEnforced: true,
  },
  // An event with parallelMultiple has several definitions.
  {
    name: 'parallel-multiple',
    clause: '10.5.5',
    check: eachNode(({ xml }, document) => {
      if (!isTrue(attributeOf(xml, 'parallelMultiple'))) return undefined;
      const count = eventDefinitionsOf(xml, document).length;
      return count > 1 ? undefined : `parallelMultiple="true" needs at least two event definitions; it has ${count}`;
    }),
  },
  // A timer has exactly one of timeDate, timeDuration and timeCycle.
  {
    name: 'timer-form',
    clause: '10.5.5',
    check: eachProcess(timersHaveOneForm),
    isAlwaysEnforced: true,
  },
  {
    name: 'condition-written',
    clause: '10.5.5',
    check: eachProcess(eventConditionsAreWritten),
    isAlwaysEnforced: true,
  },
  {
    name: 'error-end-code',
    clause: '10.5.5',
    check: eachNode(({ tag, xml }, document) => {
      if (tag !== 'endEvent') return undefined;
      return eventDefinitionsOf(xml, document).flatMap((definition) => {
        if (definition.kind !== 'error') return [];
        const reference = attributeOf(definition.xml, 'errorRef');
        if (reference === undefined) return ['error end event has no errorRef'];
        const error = resolve(document.rootById, reference);
        if (error?.local !== 'error') return [`errorRef '${quote(reference)}' names no error`];
        return attributeOf(error, 'errorCode') === undefined ? [`error '${quote(reference)}' has no errorCode`] : [];
      });
    }),
  },
  // A thrown escalation has a code.
  {
    name: 'escalation-code',
    clause: '10.5.5',
    check: eachProcess(escalationsAreKnown),
    isAlwaysEnforced: true,
  },
  // A cancel end event is inside a transaction.
  {
    name: 'cancel-end-place',
    clause: '10.5.3',
    check: eachProcess(cancelEndsAreInTransactions),
    isAlwaysEnforced: true,
  },
  // Same name, same container.
  {
    name: 'link-pairs',
    clause: '10.5.5',
    check: eachProcess(linksFindTheirTarget),
    isAlwaysEnforced: true,
  },
];

/** Elements whose flows other rules check. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['startEvent', 'endEvent', 'boundaryEvent', 'intermediateCatchEvent', 'intermediateThrowEvent', 'eventSubProcess'],
]);
const ALWAYS: ReadonlySet<string> = new Set(['error', 'compensation']);

export const START_AND_END_RULES: readonly StandardRule[] = [
  {
    name: 'start-needs-end',
    clause: '10.5.2',
    check: eachContainer(({ nodes }) => {
      const start = nodes.find(({ tag }) => tag === 'startEvent');
      if (start === undefined || nodes.some(({ tag }) => tag === 'endEvent')) return undefined;
      return `it has start event '${quote(start.id)}' and no end event`;
    }),
  },
  {
    name: 'end-needs-start',
    clause: '10.5.3',
    check: eachContainer(({ nodes }) => {
      const end = nodes.find(({ tag }) => tag === 'endEvent');
      if (end === undefined || nodes.some(({ tag }) => tag === 'startEvent')) return undefined;
      return `it has end event '${quote(end.id)}' and no start event`;
    }),
  },
  // If a container has a start event, each other node has an incoming flow.
  {
    name: 'nodes-follow-start',
    clause: '10.5.2',
    check: eachNodeWith('startEvent', (node) => {
      if (node.incoming.length > 0 || node.isHandler || OTHERS.has(node.tag) || isInstantiating(node)) return undefined;
      return 'no flow leads here, and its container has a start event';
    }),
  },
  // If a container has an end event, each other node has an outgoing flow.
  {
    name: 'nodes-lead-to-end',
    clause: '10.5.3',
    check: eachNodeWith('endEvent', (node) => {
      if (node.outgoing.length > 0 || node.isHandler || OTHERS.has(node.tag)) return undefined;
      return 'no flow leaves it, and its container has an end event';
    }),
  },
  // An embedded sub-process has no trigger; the trigger of a process can start a process.
  {
    name: 'start-event-trigger',
    clause: '10.5.2',
    check: eachProcess(startEventsFitTheirPlace),
    isAlwaysEnforced: true,
  },
  // A container has at most one start event without trigger.
  {
    name: 'single-none-start',
    clause: '10.5.2',
    check: eachProcess(noneStartsAreSingle),
    isAlwaysEnforced: true,
  },
  // An error or compensation start event always interrupts.
  {
    name: 'start-error-interrupts',
    clause: '10.5.2',
    check: eachNode(({ tag, xml }, document) => {
      if (tag !== 'startEvent' || !isFalse(attributeOf(xml, 'isInterrupting'))) return undefined;
      const kind = eventDefinitionsOf(xml, document).find((definition) => ALWAYS.has(definition.kind))?.kind;
      return kind === undefined ? undefined : `isInterrupting="false" is not allowed on a start event of the kind ${kind}`;
    }),
  },
];
