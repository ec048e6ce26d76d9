import { withStart } from './samples.ts';
import { ext, flow, itWarns, type Row } from './warning-rows.ts';

const MAPPED = ext('<zeebe:ioMapping><zeebe:input source="=a" target="b"/></zeebe:ioMapping>');
/** A start event `s`, a task `t` behind it, and more. */
const taskAnd = (attributes: string, inner: string, ...more: readonly string[]): string =>
  withStart(flow('f', 's', 't'), `<bpmn:task id="t" ${attributes}>${inner}</bpmn:task>`, ...more);

/** Warnings about events, their definitions and their handlers. */
const ROWS: readonly Row[] = [
  [
    'treated-as-interrupting',
    'an error boundary event says it does not interrupt',
    taskAnd(
      '',
      '',
      '<bpmn:boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><bpmn:errorEventDefinition/></bpmn:boundaryEvent>',
    ),
    {
      event: 'attribute-ignored',
      elementId: 'b',
      name: 'cancelActivity',
      text: "boundaryEvent 'b': non-interrupting error event is treated as interrupting",
    },
  ],
  [
    'treated-as-interrupting',
    'a cancel boundary and an error start event say they do not interrupt',
    withStart(
      flow('f', 's', 't'),
      '<bpmn:transaction id="t"/>',
      '<bpmn:boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><bpmn:cancelEventDefinition/></bpmn:boundaryEvent>',
      '<bpmn:subProcess id="u" triggeredByEvent="true"><bpmn:startEvent id="us" isInterrupting="false"><bpmn:errorEventDefinition/></bpmn:startEvent></bpmn:subProcess>',
    ),
    {
      event: 'attribute-ignored',
      elementId: 'b',
      name: 'cancelActivity',
      text: "boundaryEvent 'b': non-interrupting cancel event is treated as interrupting",
    },
    {
      event: 'attribute-ignored',
      elementId: 'us',
      name: 'isInterrupting',
      text: "startEvent 'us': non-interrupting error event is treated as interrupting",
    },
  ],
  [
    'end-event-without-reference',
    'end events do not say what they throw',
    withStart(
      flow('f', 's', 'e'),
      flow('g', 's', 'h'),
      '<bpmn:endEvent id="e"><bpmn:messageEventDefinition/></bpmn:endEvent>',
      '<bpmn:endEvent id="h"><bpmn:signalEventDefinition/></bpmn:endEvent>',
    ),
    {
      event: 'attribute-ignored',
      elementId: 'e',
      name: 'messageRef',
      text: "endEvent 'e': message definition has no messageRef; the event just ends",
    },
    {
      event: 'attribute-ignored',
      elementId: 'h',
      name: 'signalRef',
      text: "endEvent 'h': signal definition has no signalRef; the event just ends",
    },
  ],
  [
    'event-that-never-fires',
    'an escalation is caught on a user task',
    withStart(
      flow('f', 's', 't'),
      '<bpmn:userTask id="t"/>',
      '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:escalationEventDefinition/></bpmn:boundaryEvent>',
    ),
    { event: 'attribute-ignored', elementId: 'b', text: "boundaryEvent 'b': escalation event on a user task never fires" },
  ],
  [
    'handler-without-mark',
    'a handler does not say that it is one',
    taskAnd(
      '',
      '',
      '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:compensateEventDefinition/></bpmn:boundaryEvent>',
      '<bpmn:task id="h"/><bpmn:association id="a" sourceRef="b" targetRef="h"/>',
    ),
    {
      event: 'attribute-ignored',
      elementId: 'h',
      name: 'isForCompensation',
      text: "task 'h': compensation handler has no isForCompensation and is treated as if it had it",
    },
  ],
  [
    'unknown-extensions',
    'an end or throw event that sends no message has mappings',
    taskAnd(
      '',
      '',
      `<bpmn:intermediateThrowEvent id="i">${MAPPED}</bpmn:intermediateThrowEvent>`,
      flow('ti', 't', 'i'),
      `<bpmn:endEvent id="k">${MAPPED}</bpmn:endEvent>`,
      flow('ik', 'i', 'k'),
    ),
    {
      event: 'attribute-ignored',
      elementId: 'i',
      name: 'ioMapping',
      text: "intermediateThrowEvent 'i': extension element ioMapping is ignored",
    },
    {
      event: 'attribute-ignored',
      elementId: 'k',
      name: 'ioMapping',
      text: "endEvent 'k': extension element ioMapping is ignored",
    },
  ],
  [
    'unknown-error-reference',
    'the error that starts an event sub-process does not exist',
    withStart(
      '<bpmn:subProcess id="u" triggeredByEvent="true"><bpmn:startEvent id="us"><bpmn:errorEventDefinition errorRef="E1"/></bpmn:startEvent></bpmn:subProcess>',
    ),
    {
      event: 'error-reference-names-no-error',
      elementId: 'us',
      name: 'errorRef',
      text: "startEvent 'us': errorRef 'E1' names no error; its text is used as the code",
    },
  ],
  [
    'unknown-error-reference',
    'the error that is caught does not exist',
    taskAnd(
      '',
      '',
      '<bpmn:boundaryEvent id="b" attachedToRef="t"><bpmn:errorEventDefinition errorRef="E1"/></bpmn:boundaryEvent>',
    ),
    {
      event: 'error-reference-names-no-error',
      elementId: 'b',
      name: 'errorRef',
      text: "boundaryEvent 'b': errorRef 'E1' names no error; its text is used as the code",
    },
  ],
];

describe('warnings about events', () => itWarns(ROWS));
