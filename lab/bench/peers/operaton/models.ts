const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:operaton="http://operaton.org/schema/1.0/bpmn" targetNamespace="http://sluice.example/bench">`;

const file = (key: string, body: string, roots = '') =>
  `${HEAD}${roots}<bpmn:process id="${key}" isExecutable="true" operaton:historyTimeToLive="P1D">${body}</bpmn:process></bpmn:definitions>`;
const flow = (id: string, from: string, to: string) => `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`;
const set = (name: string, expression: string) =>
  `<bpmn:serviceTask id="${name}" operaton:expression="\${${expression}}" operaton:resultVariable="${name}"/>`;

/** Models of `bench/cycles` in the syntax of this engine. Three expressions replace three scripts, because otherwise the script engines would be measured. */
export const OPERATON_MODELS: readonly string[] = [
  file(
    'linear',
    `<bpmn:startEvent id="start"/>${set('a', 'n + 1')}${set('b', 'a * 2')}${set('c', 'a + b')}<bpmn:endEvent id="end"/>
    ${flow('f1', 'start', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'c')}${flow('f4', 'c', 'end')}`,
  ),
  file(
    'review',
    `<bpmn:startEvent id="start"/><bpmn:userTask id="decide" operaton:assignee="\${who}"/><bpmn:endEvent id="end"/>
    ${flow('f1', 'start', 'decide')}${flow('f2', 'decide', 'end')}`,
  ),
  file(
    'paid',
    `<bpmn:startEvent id="start"/><bpmn:receiveTask id="wait" messageRef="go"/><bpmn:endEvent id="end"/>
    ${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'end')}`,
    '<bpmn:message id="go" name="go"/>',
  ),
];
