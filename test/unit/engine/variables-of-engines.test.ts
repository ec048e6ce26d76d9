// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { type Instance, openWorld, type Values, type World } from '../../../src/testing/index.ts';

const HEADS = {
  camunda7: 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  camunda8:
    'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Cloud"',
  flowable: 'xmlns:flowable="http://flowable.org/bpmn"',
  jbpm: 'xmlns:drools="http://www.jboss.org/drools" typeLanguage="http://www.java.com/javaTypes" expressionLanguage="http://www.mvel.org/2.0"',
} as const;
type Engine = keyof typeof HEADS;

const MESSAGE =
  '<message id="M" name="paid"><extensionElements><z:subscription xmlns:z="http://camunda.org/schema/zeebe/1.0" correlationKey="=key" /></extensionElements></message>';

function world(engine: Engine, contents: string): Promise<World> {
  const text = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test" ${HEADS[engine]}>${MESSAGE}<error id="E" errorCode="E1" />${contents}</definitions>`;
  return openWorld({ files: [{ name: 'test.bpmn', text }] });
}

/** A process with one path over the elements with these ids. */
function process(key: string, elements: string, ...path: readonly string[]): string {
  const ids = [`${key}s`, ...path];
  const flows = path.map((to, n) => `<sequenceFlow id="${key}f${n}" sourceRef="${ids[n]}" targetRef="${to}" />`);
  return `<process id="${key}" isExecutable="true"><startEvent id="${key}s" />${elements}${flows.join('')}</process>`;
}

async function run(engine: Engine, elements: string, variables: Values, ...path: readonly string[]): Promise<Instance> {
  return (await world(engine, process('p', elements, ...path))).start('p', variables);
}

const extension = (...contents: readonly string[]) => `<extensionElements>${contents.join('')}</extensionElements>`;
const mapped = (...mappings: readonly (readonly ['input' | 'output', source: string, target: string])[]) =>
  `<zeebe:ioMapping>${mappings.map(([way, source, target]) => `<zeebe:${way} source="${source}" target="${target}" />`).join('')}</zeebe:ioMapping>`;
const body = (inside: string, path: readonly string[]) =>
  `<startEvent id="t" />${inside}${path.map((to, n) => `<sequenceFlow id="g${n}" sourceRef="${n === 0 ? 't' : path[n - 1]}" targetRef="${to}" />`).join('')}`;

describe('a dotted output of Camunda 8 (docs/contributing/spec/mappings.md#rules-of-engines)', () => {
  const paid = ['output', '=order.amount', 'order.paid'] as const;

  it('changes the variable outside when a mapped input has its name', async () => {
    const task = `<userTask id="a">${extension(mapped(['input', '={tmp: 1}', 'order'], ['output', '=amount', 'order.paid']))}</userTask>`;
    const instance = await run('camunda8', task, { order: { id: 1 } }, 'a');
    await instance.complete('a', { amount: 5 });
    instance.assertCompleted().assertVariables({ order: { id: 1, paid: 5 } });
  });

  it('changes the variable outside when a message brings its name', async () => {
    const event = `<intermediateCatchEvent id="a">${extension(mapped(paid))}<messageEventDefinition messageRef="M" /></intermediateCatchEvent>`;
    const both = await world('camunda8', process('p', event, 'a'));
    const instance = await both.start('p', { key: '1', order: { id: 1 } });
    await both.message('paid', { key: '1', variables: { order: { amount: 5 } } });
    instance.assertCompleted().assertVariables({ order: { id: 1, paid: 5 } });
  });

  it('changes the variable outside when a called process has its name', async () => {
    const call = `<callActivity id="a">${extension('<zeebe:calledElement processId="q" propagateAllParentVariables="false" />', mapped(paid))}</callActivity>`;
    const script = `<scriptTask id="k">${extension('<zeebe:script expression="={amount: 5}" resultVariable="order" />')}</scriptTask>`;
    const both = await world('camunda8', process('p', call, 'a') + process('q', script, 'k'));
    (await both.start('p', { order: { id: 1 } })).assertCompleted().assertVariables({ order: { id: 1, paid: 5 } });
  });

  it('changes the variable outside when the sub-process has a local one of its name', async () => {
    const script = `<scriptTask id="k">${extension('<zeebe:script expression="=5" resultVariable="amount" />')}</scriptTask>`;
    const mappings = mapped(['input', '={tmp: 1}', 'order'], ['output', '=amount', 'order.paid']);
    const instance = await run(
      'camunda8',
      `<subProcess id="a">${extension(mappings)}${body(script, ['k'])}</subProcess>`,
      { order: { id: 1 } },
      'a',
    );
    instance.assertCompleted().assertVariables({ order: { id: 1, paid: 5 } });
  });
});

describe('a loop of Camunda 8 (docs/contributing/spec/loops-and-compensation.md#loops-of-camunda-8)', () => {
  it('lets its iterations read the results so far when they name the list', async () => {
    const expression = '=if loopCounter = 1 then 1 else sums[loopCounter - 1] + i';
    const loop = `<multiInstanceLoopCharacteristics isSequential="true">${extension('<zeebe:loopCharacteristics inputCollection="=[1, 2, 3]" inputElement="i" outputCollection="sums" outputElement="=sum" />')}</multiInstanceLoopCharacteristics>`;
    const mappings = mapped(['output', '=sum', 'sum'], ['output', '=sums', 'before']);
    const task = `<scriptTask id="a">${extension(`<zeebe:script expression="${expression}" resultVariable="sum" />`, mappings)}${loop}</scriptTask>`;
    const instance = await run('camunda8', task, {}, 'a');
    instance.assertCompleted().assertVariables({ sums: [1, 3, 6], before: [1, 3, null] });
  });
});

describe('the correlation key of a boundary event of Camunda 8 (docs/contributing/spec/waiting.md#correlation-key)', () => {
  it('is that of the variables outside when a mapped input has its name', async () => {
    const task = `<userTask id="a">${extension(mapped(['input', '=2', 'key']))}</userTask><boundaryEvent id="b" attachedToRef="a"><messageEventDefinition messageRef="M" /></boundaryEvent>`;
    const both = await world('camunda8', process('p', task, 'a'));
    const instance = await both.start('p', { key: '1' });
    await both.message('paid', { key: '1' });
    instance.assertCompleted().assertPassed('b');
  });
});

describe('publishMessage of Camunda 8 (docs/contributing/spec/waiting.md#message-publication)', () => {
  const published = extension('<zeebe:publishMessage correlationKey="=order" />');
  for (const [what, sender] of [
    [
      'throw event',
      `<intermediateThrowEvent id="k"><messageEventDefinition messageRef="M">${published}</messageEventDefinition></intermediateThrowEvent>`,
    ],
    ['send task', `<sendTask id="k" messageRef="M">${published}</sendTask>`],
  ] as const)
    it(`gives the key when it is on a ${what}`, async () => {
      const both = await world(
        'camunda8',
        process('p', '<receiveTask id="a" messageRef="M" />', 'a') + process('q', sender, 'k'),
      );
      const instance = await both.start('p', { key: '1' });
      await both.start('q', { key: '2', order: '1' });
      instance.assertCompleted();
    });
});

describe('errorVariableName of Flowable (docs/contributing/spec/events-and-errors.md#error-variables)', () => {
  it('receives the code when an event catches the error', async () => {
    const caught =
      '<boundaryEvent id="b" attachedToRef="a"><errorEventDefinition errorRef="E" flowable:errorVariableName="code" flowable:errorVariableTransient="false" /></boundaryEvent>';
    const inside = body('<endEvent id="k"><errorEventDefinition errorRef="E" /></endEvent>', ['k']);
    const both = await world('flowable', process('p', `<subProcess id="a">${inside}</subProcess>${caught}`, 'a'));
    (await both.start('p')).assertCompleted().assertPassed('b').assertVariables({ code: 'E1' });
    expect(both.warnings).to.deep.equal([]);
  });
});

describe('variables of jBPM (docs/contributing/spec/mappings.md#names-of-data)', () => {
  const script = (text: string) =>
    `<scriptTask id="k" scriptFormat="http://www.java.com/java"><script>${text}</script></scriptTask>`;
  const loop = (more = '') =>
    `<multiInstanceLoopCharacteristics isSequential="true"><loopDataInputRef>list</loopDataInputRef><loopDataOutputRef>all</loopDataOutputRef><inputDataItem id="item" /><outputDataItem id="one" />${more}</multiInstanceLoopCharacteristics>`;
  const setting = `<subProcess id="a">LOOP${body(script('kcontext.setVariable("one", item + "!");'), ['k'])}</subProcess>`;

  it('stay in the iteration when a script sets the result of a loop', async () => {
    const instance = await run('jbpm', setting.replace('LOOP', loop()), { list: ['a', 'b'] }, 'a');
    instance
      .assertCompleted()
      .assertVariables({ all: ['a!', 'b!'] })
      .assertNoVariables('one');
  });

  it('show the results so far when the completion condition reads the list', async () => {
    const condition = '<completionCondition>all.size() == 2</completionCondition>';
    const instance = await run('jbpm', setting.replace('LOOP', loop(condition)), { list: ['a', 'b', 'c'] }, 'a');
    instance.assertCompleted().assertVariables({ all: ['a!', 'b!'] });
  });

  it('hide those of the process when a sub-process declares them', async () => {
    const text = 'kcontext.setVariable("x", "inner"); kcontext.setVariable("y", kcontext.getVariable("x"));';
    const inside = `<property id="x1" name="x" />${body(script(text), ['k'])}`;
    const instance = await run('jbpm', `<subProcess id="a">${inside}</subProcess>`, { x: 'outer' }, 'a');
    instance.assertCompleted().assertVariables({ x: 'outer', y: 'inner' });
  });
});

describe('data of an event of jBPM (docs/contributing/spec/mappings.md#data-of-an-event)', () => {
  const given = (id: string) =>
    `<dataInput id="${id}i" name="anything" /><dataInputAssociation><sourceRef>v</sourceRef><targetRef>${id}i</targetRef></dataInputAssociation>`;
  const taken = (id: string) =>
    `<dataOutput id="${id}o" name="event" /><dataOutputAssociation><sourceRef>${id}o</sourceRef><targetRef>got</targetRef></dataOutputAssociation>`;
  const declared = '<property id="v" /><property id="got" />';
  const error = '<errorEventDefinition errorRef="E" />';
  const escalation = '<escalationEventDefinition escalationRef="X" />';
  const message = '<messageEventDefinition messageRef="N" />';
  const handler = (definition: string) =>
    `<subProcess id="h" triggeredByEvent="true"><startEvent id="b">${taken('b')}${definition}</startEvent></subProcess>`;
  const boundary = (host: string, definition: string) =>
    `<boundaryEvent id="b" attachedToRef="${host}">${taken('b')}${definition}</boundaryEvent>`;
  const throwing = (definition: string) =>
    `<subProcess id="a">${body(`<endEvent id="e">${given('e')}${definition}</endEvent>`, ['e'])}</subProcess>`;
  const roots = '<escalation id="X" escalationCode="X1" /><message id="N" name="news" /><signal id="S" name="alarm" />';
  const start = async (elements: string, variables: Values, ...path: readonly string[]) => {
    const both = await world('jbpm', roots + process('p', declared + elements, ...path));
    return { world: both, instance: await both.start('p', variables) };
  };

  for (const [kind, definition] of [
    ['error', error],
    ['escalation', escalation],
  ] as const) {
    it(`is the input of the end event when a boundary event catches the ${kind}`, async () => {
      const { instance } = await start(throwing(definition) + boundary('a', definition), { v: { n: 1 } }, 'a');
      instance.assertCompleted().assertVariables({ got: { n: 1 } });
    });

    it(`is the input of the end event when an event sub-process catches the ${kind}`, async () => {
      const end = `<endEvent id="e">${given('e')}${definition}</endEvent>`;
      const { instance } = await start(end + handler(definition), { v: 'hello' }, 'e');
      instance.assertCompleted().assertVariables({ got: 'hello' });
    });
  }

  it('is code and message when an activity fails', async () => {
    const { instance } = await start(`<userTask id="a" />${boundary('a', '<errorEventDefinition />')}`, {}, 'a');
    await instance.fail('a', 'E9', 'no stock');
    instance.assertCompleted().assertVariables({ got: { code: 'E9', message: 'no stock' } });
  });

  it('is null when the error has none', async () => {
    const silent = throwing(error).replace(given('e'), '');
    const { instance } = await start(silent + boundary('a', error), { got: 'old' }, 'a');
    instance.assertCompleted().assertVariables({ got: null });
  });

  it('leaves a called process with its error', async () => {
    const called = process('q', `${declared}<endEvent id="e">${given('e')}${error}</endEvent>`, 'e');
    const input =
      '<ioSpecification><dataInput id="ci" name="v" /></ioSpecification><dataInputAssociation><sourceRef>v</sourceRef><targetRef>ci</targetRef></dataInputAssociation>';
    const call = `<callActivity id="a" calledElement="q">${input}</callActivity>`;
    const both = await world('jbpm', called + process('p', declared + call + boundary('a', error), 'a'));
    (await both.start('p', { v: 7 })).assertCompleted().assertVariables({ got: 7 });
  });

  for (const [what, variables, got] of [
    ['its variable with the name of the output', { event: 1, other: 2 }, 1],
    ['its only variable', { payload: 5 }, 5],
    ['a map when it has several variables', { a: 1, b: 2 }, { a: 1, b: 2 }],
  ] as const)
    it(`of a message is ${what}`, async () => {
      const { world: both, instance } = await start(`<userTask id="a" />${boundary('a', message)}`, {}, 'a');
      await both.message('news', { variables });
      instance.assertCompleted().assertVariables({ got });
    });

  it('of a message that the process itself throws is the input of the throw event, whatever their names', async () => {
    const fork = `<parallelGateway id="g" /><intermediateCatchEvent id="b">${taken('b')}${message}</intermediateCatchEvent>`;
    const thrown = `<endEvent id="e">${given('e').replace('anything', 'v')}${message}</endEvent>`;
    const flow = '<sequenceFlow id="x" sourceRef="g" targetRef="e" />';
    const { instance } = await start(fork + thrown + flow, { v: 3 }, 'g', 'b');
    instance.assertCompleted().assertVariables({ got: 3 });
  });

  it('of a signal reaches event sub-processes, and of a message the start event of a process', async () => {
    const signalled = handler('<signalEventDefinition signalRef="S" />');
    const started = `<process id="r" isExecutable="true">${declared}<startEvent id="rs">${taken('r')}${message}</startEvent><userTask id="ru" /><sequenceFlow id="rf" sourceRef="rs" targetRef="ru" /></process>`;
    const both = await world('jbpm', roots + process('p', `${declared}<userTask id="a" />${signalled}`, 'a') + started);
    const instance = await both.start('p');
    await both.signal('alarm', { why: 'fire' });
    instance.assertCompleted().assertVariables({ got: 'fire' });
    const [other] = await both.message('news', { variables: { order: { id: 4 } } });
    other?.assertVariables({ got: { id: 4 } });
    expect(other?.status).to.equal('running');
  });
});

describe('a sequential loop (docs/contributing/spec/loops-and-compensation.md#items-of-a-sequence)', () => {
  const groovy = '<script>execution.setVariable("seen", seen + [item]); execution.setVariable("list", ["c", "d"])</script>';
  const feel = `<zeebe:script expression="=['c', 'd']" resultVariable="list" />`.replaceAll("'", '&quot;');
  const appending = mapped(['output', '=append(seen, item)', 'seen'], ['output', '=list', 'list']);
  for (const [engine, attributes, extensions, work, seen] of [
    ['camunda7', 'camunda:collection="${list}" camunda:elementVariable="item"', '', groovy, ['a', 'd']],
    ['flowable', 'flowable:collection="${list}" flowable:elementVariable="item"', '', groovy, ['a', 'd']],
    [
      'camunda8',
      '',
      extension('<zeebe:loopCharacteristics inputCollection="=list" inputElement="item" />'),
      extension(feel, appending),
      ['a', 'b'],
    ],
  ] as const)
    it(`uses the items ${seen.join(', ')} when a task of ${engine} changes the list`, async () => {
      const loop = `<multiInstanceLoopCharacteristics isSequential="true" ${attributes}>${extensions}</multiInstanceLoopCharacteristics>`;
      const format = engine === 'camunda8' ? '' : 'scriptFormat="groovy"';
      const task = `<scriptTask id="a" ${format}>${work}${loop}</scriptTask>`;
      const instance = await run(engine, task, { list: ['a', 'b'], seen: [] }, 'a');
      instance.assertCompleted().assertVariables({ seen });
    });
});

describe('setVariableLocal in a start listener (docs/contributing/spec/elements.md#listeners)', () => {
  it('stays in the sub-process when the file is made for Camunda 7', async () => {
    const script = (text: string) => `<camunda:script scriptFormat="javascript">${text}</camunda:script>`;
    const listener = (event: string, text: string) =>
      `<camunda:executionListener event="${event}">${script(text)}</camunda:executionListener>`;
    const listeners = extension(
      listener('start', 'execution.setVariableLocal("x", 4)'),
      listener('end', 'execution.setVariable("atEnd", execution.getVariable("x"))'),
    );
    const inside = body(
      '<scriptTask id="k" scriptFormat="javascript"><script>execution.setVariable("seen", execution.getVariable("x"))</script></scriptTask>',
      ['k'],
    );
    const instance = await run('camunda7', `<subProcess id="a">${listeners}${inside}</subProcess>`, { x: 1 }, 'a');
    instance.assertCompleted().assertVariables({ x: 1, seen: 4, atEnd: 4 });
  });
});

describe('local variables of a body of Camunda 7 (docs/contributing/spec/variables.md#locals-of-a-body)', () => {
  const listener = (text: string) =>
    `<camunda:executionListener event="end"><camunda:script scriptFormat="groovy">${text}</camunda:script></camunda:executionListener>`;
  const sets = body('<scriptTask id="k" scriptFormat="groovy"><script>execution.setVariableLocal("x", 4)</script></scriptTask>', [
    'k',
  ]);
  const ends = listener('execution.setVariable("seen", execution.getVariableLocal("x")); execution.setVariable("x", 5)');

  it('are read and written by the end listener of the sub-process, and end with it', async () => {
    const instance = await run('camunda7', `<subProcess id="a">${extension(ends)}${sets}</subProcess>`, { x: 1 }, 'a');
    instance.assertCompleted().assertVariables({ x: 1, seen: 4 });
  });

  it('are read by its output parameters, with the inputs and what its end listener set', async () => {
    const parameters =
      '<camunda:inputOutput><camunda:inputParameter name="n">${2}</camunda:inputParameter><camunda:outputParameter name="sum">${n + x}</camunda:outputParameter></camunda:inputOutput>';
    const instance = await run('camunda7', `<subProcess id="a">${extension(parameters, ends)}${sets}</subProcess>`, {}, 'a');
    instance.assertCompleted().assertVariables({ seen: 4, sum: 7 });
  });

  it('are those of each iteration when the sub-process is a loop', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';
    const script = 'execution.setVariableLocal("x", execution.getVariable("loopCounter") + 10)';
    const inside = body(`<scriptTask id="k" scriptFormat="groovy"><script>${script}</script></scriptTask>`, ['k']);
    const adds = listener('execution.setVariable("sum", execution.getVariable("sum") + execution.getVariable("x"))');
    const instance = await run('camunda7', `<subProcess id="a">${extension(adds)}${inside}${loop}</subProcess>`, { sum: 0 }, 'a');
    instance.assertCompleted().assertVariables({ sum: 21 });
  });

  it('are not read by the end listener in Flowable, where they belong to the path inside', async () => {
    const text = (ends + sets).replaceAll('camunda:', 'flowable:');
    const instance = await run(
      'flowable',
      `<subProcess id="a">${extension(text.slice(0, text.indexOf('<startEvent')))}${text.slice(text.indexOf('<startEvent'))}</subProcess>`,
      { x: 1 },
      'a',
    );
    instance.assertCompleted().assertVariables({ x: 5, seen: null });
  });
});
