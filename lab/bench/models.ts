const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://sluice.example/bench">`;

/** A file with one executable process. */
export function file(key: string, body: string): string {
  return `${HEAD}<bpmn:process id="${key}" isExecutable="true">${body}</bpmn:process></bpmn:definitions>`;
}
export const flow = (id: string, from: string, to: string, inner = '') =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</bpmn:sequenceFlow>`;
const script = (id: string, text: string) => `<bpmn:scriptTask id="${id}"><bpmn:script>${text}</bpmn:script></bpmn:scriptTask>`;

/** Three script tasks in a row. */
export const LINEAR = file(
  'linear',
  `<bpmn:startEvent id="start"/>${script('a', 'a = n + 1')}${script('b', 'b = a * 2')}${script('c', 'c = a + b')}<bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'c')}${flow('f4', 'c', 'end')}`,
);

/** A loop of `rounds` rounds without a wait state; the number is a start variable. */
export const LOOP = file(
  'loop',
  `<bpmn:startEvent id="start"/>${script('count', 'i = (i ?? 0) + 1')}<bpmn:exclusiveGateway id="again" default="out"/><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'count')}${flow('f2', 'count', 'again')}${flow('back', 'again', 'count', '<bpmn:conditionExpression>i &lt; rounds</bpmn:conditionExpression>')}${flow('out', 'again', 'end')}`,
);

/** A choice that waits as an incident until `ready` is true. */
export const UNDECIDED = file(
  'undecided',
  `<bpmn:startEvent id="start"/><bpmn:exclusiveGateway id="choose"/><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'choose')}${flow('f2', 'choose', 'end', '<bpmn:conditionExpression>ready == true</bpmn:conditionExpression>')}`,
).replace('isExecutable="true"', 'isExecutable="true" onFailure="incident"');

/** A parallel fork of this many script tasks, and the join behind them. */
export function fork(branches: number): string {
  const parts: string[] = [];
  for (let i = 0; i < branches; i++) {
    parts.push(script(`t${i}`, `v${i} = 1`), flow(`in${i}`, 'fork', `t${i}`), flow(`out${i}`, `t${i}`, 'join'));
  }
  return file(
    `fork${branches}`,
    `<bpmn:startEvent id="start"/><bpmn:parallelGateway id="fork"/><bpmn:parallelGateway id="join"/><bpmn:endEvent id="end"/>
    ${flow('first', 'start', 'fork')}${parts.join('')}${flow('last', 'join', 'end')}`,
  );
}

/** Waits for one timer. */
export function timed(key: string, duration: string): string {
  return file(
    key,
    `<bpmn:startEvent id="start"/><bpmn:intermediateCatchEvent id="wait"><bpmn:timerEventDefinition><bpmn:timeDuration>${duration}</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent><bpmn:endEvent id="end"/>
    ${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'end')}`,
  );
}

/** A multi-instance script task; the number of items is a start variable. */
export const ITEMS = file(
  'items',
  `<bpmn:startEvent id="start"/><bpmn:scriptTask id="each"><bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>items</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics><bpmn:script>x = loopCounter</bpmn:script></bpmn:scriptTask><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'each')}${flow('f2', 'each', 'end')}`,
);

/** This many `log` tasks in a row, each with an input and an output mapping. */
export function logged(tasks: number): string {
  const parts = ['<bpmn:startEvent id="start"/>', '<bpmn:endEvent id="end"/>'];
  const ids = ['start', ...Array.from({ length: tasks }, (_, i) => `t${i}`), 'end'];
  for (const id of ids.slice(1, -1)) {
    parts.push(
      `<bpmn:serviceTask id="${id}"><bpmn:extensionElements><zeebe:taskDefinition type="log"/><zeebe:ioMapping><zeebe:input source="=n" target="message"/><zeebe:input source="debug" target="level"/><zeebe:output source="=__response.logged" target="done"/></zeebe:ioMapping></bpmn:extensionElements></bpmn:serviceTask>`,
    );
  }
  for (const [i, id] of ids.slice(1).entries()) parts.push(flow(`f${i}`, ids[i] as string, id));
  return file('logged', parts.join('')).replace(
    '<bpmn:definitions ',
    '<bpmn:definitions xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" ',
  );
}

/** Waits for a signal. */
export const LISTENER = file(
  'listener',
  `<bpmn:startEvent id="start"/><bpmn:intermediateCatchEvent id="wait"><bpmn:signalEventDefinition signalRef="alarm"/></bpmn:intermediateCatchEvent><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'end')}`,
).replace('<bpmn:process', '<bpmn:signal id="alarm" name="alarm"/><bpmn:process');

/** One script task, under any key. */
export const NAMED = (key: string) =>
  file(
    key,
    `<bpmn:startEvent id="start"/>${script('a', 'a = n + 1')}<bpmn:endEvent id="end"/>${flow('f1', 'start', 'a')}${flow('f2', 'a', 'end')}`,
  );

/** This many plain tasks in a row. */
export function longChain(tasks: number): string {
  const ids = ['start', ...Array.from({ length: tasks }, (_, i) => `t${i}`), 'end'];
  const nodes = ids.slice(1, -1).map((id) => `<bpmn:manualTask id="${id}"/>`);
  const flows = ids.slice(1).map((id, i) => flow(`f${i}`, ids[i] as string, id));
  return file('chain', `<bpmn:startEvent id="start"/>${nodes.join('')}<bpmn:endEvent id="end"/>${flows.join('')}`);
}

const ZEEBE = 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';
/** The message `go` for instances that wait with this key, a FEEL expression. */
const go = (key: string) =>
  `<bpmn:message id="go" name="go"><bpmn:extensionElements><zeebe:subscription correlationKey="=${key}"/></bpmn:extensionElements></bpmn:message>`;
/** A file whose elements may wait for that message. */
export const withMessage = (model: string, key: string) =>
  model.replace('<bpmn:process', `${go(key)}<bpmn:process`).replace('<bpmn:definitions ', `<bpmn:definitions ${ZEEBE} `);

/** Waits in `items` parallel iterations, each for a message with its own key. */
export const ITERATIONS = withMessage(
  file(
    'iterations',
    `<bpmn:startEvent id="start"/><bpmn:receiveTask id="each" messageRef="go"><bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>items</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics></bpmn:receiveTask><bpmn:endEvent id="end"/>
    ${flow('f1', 'start', 'each')}${flow('f2', 'each', 'end')}`,
  ),
  'order + &quot;-&quot; + string(loopCounter)',
);

/** Waits for a message and adds one to a number, repeatedly. */
export const ROUNDS = rounds('rounds', 'n = n + 1');

/** The same, and each round adds an item to a list. */
export const APPENDS = rounds('appends', 'list.push("an item of the list that grows")');

function rounds(key: string, text: string): string {
  const work = `<bpmn:scriptTask id="work" scriptFormat="javascript"><bpmn:script>${text}</bpmn:script></bpmn:scriptTask>`;
  const body = `<bpmn:startEvent id="start"/><bpmn:receiveTask id="wait" messageRef="go"/>${work}
  ${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'work')}${flow('back', 'work', 'wait')}`;
  return withMessage(file(key, body), 'order');
}

/** Waits for a message twice, and reads no variables. */
export const TALKER = withMessage(
  file(
    'talker',
    `<bpmn:startEvent id="start"/><bpmn:receiveTask id="first" messageRef="go"/><bpmn:receiveTask id="second" messageRef="go"/><bpmn:endEvent id="end"/>
    ${flow('f1', 'start', 'first')}${flow('f2', 'first', 'second')}${flow('f3', 'second', 'end')}`,
  ),
  'order',
);
