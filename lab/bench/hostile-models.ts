const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://sluice.example/hostile">`;
const flow = (id: string, from: string, to: string) => `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`;
const process = (key: string, body: string, before = '') =>
  `${HEAD}${before}<process id="${key}" isExecutable="true">${body}</process></definitions>`;

const throwAlarm = (id: string) =>
  `<intermediateThrowEvent id="${id}"><signalEventDefinition signalRef="alarm"/></intermediateThrowEvent>`;

/** Each instance throws the signal that starts it three times. */
export const STORM = process(
  'storm',
  `<startEvent id="start"><signalEventDefinition signalRef="alarm"/></startEvent>${throwAlarm('a')}${throwAlarm('b')}${throwAlarm('c')}<endEvent id="end"/>
  ${flow('f1', 'start', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'c')}${flow('f4', 'c', 'end')}`,
  '<signal id="alarm" name="alarm"/>',
);

/** Calls itself twice. */
export const TWICE = process(
  'twice',
  `<startEvent id="start"/><callActivity id="call" calledElement="twice"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></callActivity>
  ${flow('f1', 'start', 'call')}`,
);

/** 8,000 sub-processes at the same time, each with a task that has a compensation handler. */
export const CROWD = process(
  'crowd',
  `<startEvent id="start"/><subProcess id="each"><multiInstanceLoopCharacteristics><loopCardinality>8000</loopCardinality></multiInstanceLoopCharacteristics>
    <startEvent id="begin"/><task id="work"/><boundaryEvent id="undo" attachedToRef="work"><compensateEventDefinition/></boundaryEvent>
    <task id="handler" isForCompensation="true"/><association id="link" sourceRef="undo" targetRef="handler"/>${flow('f2', 'begin', 'work')}
  </subProcess>${flow('f1', 'start', 'each')}`,
);

/** The model of the other clients: one task that waits. */
export const PLAIN = process('plain', `<startEvent id="start"/><task id="work"/>${flow('f1', 'start', 'work')}`);
