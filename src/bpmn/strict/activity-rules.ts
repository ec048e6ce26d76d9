import { isInstantiating } from '../events/starts.ts';
import { quote } from '../finding.ts';
import { adHocBodiesHaveActivities, loopsAreComplete, quantitiesArePositive } from '../validate/activities.ts';
import { eventSubProcessesAreTriggered } from '../validate/start-events.ts';
import { attributeOf, childNamed } from '../xml/xml-element.ts';
import { elementNamed, referencesOf } from './element-references.ts';
import { eachElement, eachNode, eachNodeWith, eachProcess, type StandardRule } from './rule-iterators.ts';

const OPERATION: ReadonlySet<string> = new Set(['operation']);
const MESSAGE: ReadonlySet<string> = new Set(['message']);
/** Required attribute or child element for each behavior. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['All', ''],
  ['None', 'noneBehaviorEventRef'],
  ['One', 'oneBehaviorEventRef'],
  ['Complex', 'complexBehaviorDefinition'],
]);

/** Constraints of the standard on activities. */
export const ACTIVITY_RULES: readonly StandardRule[] = [
  // startQuantity and completionQuantity are at least 1.
  {
    name: 'token-quantities',
    clause: '10.3',
    check: eachProcess(quantitiesArePositive),
    isAlwaysEnforced: true,
  },
  // A script has a format.
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
  // A receive task that starts instances is in a process without start event.
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
