import { resolve } from '../draft.ts';
import { isCompensationBoundary } from '../events/compensation-links.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { isInstantiating } from '../events/starts.ts';
import { findingAt, quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { adHocBodiesHaveActivities, loopsAreComplete, quantitiesArePositive } from '../validate/activities.ts';
import { compensatedActivitiesExist, compensationHasHandlers, compensationSubProcessesFit } from '../validate/compensation.ts';
import { eventSubProcessesAreTriggered } from '../validate/start-events.ts';
import { attributeOf, childNamed, isTrue } from '../xml/xml-element.ts';
import {
  eachElement,
  eachNode,
  eachNodeWith,
  eachProcess,
  elementNamed,
  elementsById,
  referencesOf,
  type StandardRule,
} from './rule-iterators.ts';

const OPERATION: ReadonlySet<string> = new Set(['operation']);
const MESSAGE: ReadonlySet<string> = new Set(['message']);
/** Attribute or child element, by behavior. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['All', ''],
  ['None', 'noneBehaviorEventRef'],
  ['One', 'oneBehaviorEventRef'],
  ['Complex', 'complexBehaviorDefinition'],
]);

export const ACTIVITY_RULES: readonly StandardRule[] = [
  // At least 1.
  {
    name: 'token-quantities',
    clause: '10.3',
    check: eachProcess(quantitiesArePositive),
    isAlwaysEnforced: true,
  },
  {
    name: 'script-format',
    clause: '10.3.3',
    check: eachNode(({ tag, xml }) => {
      const isWritten = tag === 'scriptTask' && (childNamed(xml, 'script')?.text.trim() ?? '') !== '';
      return isWritten && attributeOf(xml, 'scriptFormat') === undefined ? 'script has no scriptFormat' : undefined;
    }),
  },
  // A send or receive task references the input message of its operation.
  {
    name: 'operation-message',
    clause: '10.3.3',
    check: eachNode(({ tag, xml }, document) => {
      if (tag !== 'sendTask' && tag !== 'receiveTask') return undefined;
      const [written, reference] = [attributeOf(xml, 'messageRef'), attributeOf(xml, 'operationRef')];
      const operation = reference === undefined ? undefined : elementNamed(reference, OPERATION, document);
      const [taken] = operation === undefined ? [] : referencesOf(operation, 'inMessageRef');
      if (written === undefined || taken === undefined) return undefined;
      if (elementNamed(written, MESSAGE, document) === elementNamed(taken, MESSAGE, document)) return undefined;
      return `messageRef '${quote(written)}' is not the inMessageRef '${quote(taken)}' of operation '${quote(reference ?? '')}'`;
    }),
  },
  // Such a task is in a process without start event.
  {
    name: 'instantiating-receive-task',
    clause: '10.3.3',
    check: eachNodeWith('startEvent', (node, start) => {
      if (node.tag !== 'receiveTask' || !isInstantiating(node)) return undefined;
      return `receive task with instantiate="true" together with start event '${quote(start.id)}'`;
    }),
  },
  // A multi-instance activity has a cardinality or a collection, a standard loop a condition or a maximum.
  {
    name: 'loop-complete',
    clause: '10.3.8',
    check: eachProcess(loopsAreComplete),
    isAlwaysEnforced: true,
  },
  // A multi-instance activity references the events that its behavior throws.
  {
    name: 'multi-instance-behavior',
    clause: '10.3.8',
    check: eachElement(['multiInstanceLoopCharacteristics'], (xml) => {
      const behavior = attributeOf(xml, 'behavior') ?? 'All';
      const needed = NEEDED.get(behavior);
      if (needed === undefined) return `behavior '${quote(behavior)}' is not None, One, All or Complex`;
      if (needed === '' || attributeOf(xml, needed) !== undefined || childNamed(xml, needed) !== undefined) return undefined;
      return `behavior '${behavior}' needs ${needed}`;
    }),
  },
  // An ad-hoc sub-process has activities, but no start or end events.
  {
    name: 'ad-hoc-body',
    clause: '10.3.5',
    check: eachProcess(adHocBodiesHaveActivities),
    isAlwaysEnforced: true,
  },
  // An event sub-process has exactly one start event, with a trigger.
  {
    name: 'event-sub-process-start',
    clause: '10.3.5',
    check: eachProcess(eventSubProcessesAreTriggered),
    isAlwaysEnforced: true,
  },
];

export const COMPENSATION_RULES: readonly StandardRule[] = [
  // A compensation boundary event has exactly one handler.
  {
    name: 'compensation-handler-single',
    clause: '10.7.1',
    check: eachProcess(compensationHasHandlers),
    isAlwaysEnforced: true,
  },
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
  // A referenced activity can be compensated.
  {
    name: 'compensation-target',
    clause: '10.7.2',
    check: eachProcess(compensatedActivitiesExist),
    isAlwaysEnforced: true,
  },
  // The only one in its sub-process.
  {
    name: 'compensation-sub-process-place',
    clause: '10.7.1',
    check: eachProcess(compensationSubProcessesFit),
    isAlwaysEnforced: true,
  },
];
