import { resolve } from '../draft.ts';
import { isCompensationBoundary } from '../events/compensation-links.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { linkNameOf } from '../events/links.ts';
import { quote } from '../finding.ts';
import { boundariesAreAttached, boundariesFitTheirHost, cancelEndsAreInTransactions } from '../validate/boundary-events.ts';
import {
  escalationsAreKnown,
  eventConditionsAreWritten,
  eventDefinitionsFitTheirEvent,
  timersHaveOneForm,
} from '../validate/events.ts';
import { linksFindTheirTarget } from '../validate/flows.ts';
import { attributeOf, isFalse, isTrue } from '../xml/xml-element.ts';
import { eachNode, eachProcess, type StandardRule } from './rule-iterators.ts';

/** Constraints of the standard on intermediate and boundary events and event definitions. */
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
  // A cancel boundary event is attached to a transaction, an escalation boundary event to an activity that can escalate.
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
  // An event definition is allowed for its event.
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
  // A conditional event has a condition.
  {
    name: 'condition-written',
    clause: '10.5.5',
    check: eachProcess(eventConditionsAreWritten),
    isAlwaysEnforced: true,
  },
  // An error end event references an error with a code.
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
  // Link events form pairs with the same name in the same container.
  {
    name: 'link-pairs',
    clause: '10.5.5',
    check: eachProcess(linksFindTheirTarget),
    isAlwaysEnforced: true,
  },
];
