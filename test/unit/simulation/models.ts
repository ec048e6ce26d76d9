const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="t">`;

/** A file with one process, `p`. @param before content before it */
export const model = (body: string, before = '') =>
  `${HEAD}${before}<process id="p" isExecutable="true">${body}</process></definitions>`;

export const flow = (id: string, from: string, to: string, condition = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition === '' ? '' : `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`}</sequenceFlow>`;
export const job = (id: string, type = id) =>
  `<serviceTask id="${id}"><extensionElements><zeebe:taskDefinition type="${type}"/></extensionElements></serviceTask>`;

/** A start, something, and an end. */
export const around = (id: string, body: string, before = '') =>
  model(`<startEvent id="s"/>${flow('f1', 's', id)}${body}${flow('f2', id, 'e')}<endEvent id="e"/>`, before);

/** An order that is approved within an hour, charged and invoiced by a process that is called. */
export const ORDER = model(
  `<startEvent id="s" name="Placed"/>${flow('f1', 's', 'approve')}<userTask id="approve" name="Approve order"/>
  <boundaryEvent id="late" attachedToRef="approve"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>${flow('fl', 'late', 'no')}
  ${flow('f2', 'approve', 'g')}<exclusiveGateway id="g" default="fno"/>${flow('fyes', 'g', 'charge', '=approved = true and amount &gt; 100')}${flow('fno', 'g', 'no')}<endEvent id="no"/>
  ${job('charge')}${flow('f3', 'charge', 'wait')}<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
  ${flow('f4', 'wait', 'call')}<callActivity id="call"><extensionElements><zeebe:calledElement processId="invoice"/></extensionElements></callActivity>${flow('f5', 'call', 'end')}<endEvent id="end"/>`,
  '<message id="m" name="paid"><extensionElements><zeebe:subscription correlationKey="=orderId"/></extensionElements></message>',
);

/** A gateway that leads to itself forever. */
export const ENDLESS = model(
  `<startEvent id="s"/>${flow('f1', 's', 'g')}<exclusiveGateway id="g"/>${flow('f2', 'g', 'h')}<exclusiveGateway id="h"/>${flow('f3', 'h', 'g')}`,
);
