import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { isInstantiating } from '../events/starts.ts';
import { quote } from '../finding.ts';
import { noneStartsAreSingle, startEventsFitTheirPlace } from '../validate/start-events.ts';
import { attributeOf, isFalse } from '../xml/xml-element.ts';
import { eachContainer, eachNode, eachNodeWith, eachProcess, type StandardRule } from './rule-iterators.ts';

/** Elements with separate rules for their flows. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['startEvent', 'endEvent', 'boundaryEvent', 'intermediateCatchEvent', 'intermediateThrowEvent', 'eventSubProcess'],
]);
const ALWAYS: ReadonlySet<string> = new Set(['error', 'compensation']);

/** Constraints of the standard on start and end events, and paths between them. */
export const START_AND_END_RULES: readonly StandardRule[] = [
  // A container with a start event has an end event.
  {
    name: 'start-needs-end',
    clause: '10.5.2',
    check: eachContainer(({ nodes }) => {
      const start = nodes.find(({ tag }) => tag === 'startEvent');
      if (start === undefined || nodes.some(({ tag }) => tag === 'endEvent')) return undefined;
      return `it has start event '${quote(start.id)}' and no end event`;
    }),
  },
  // A container with an end event has a start event.
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
  // The start event of an embedded sub-process has no trigger; the trigger of a process start event can start a process.
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
