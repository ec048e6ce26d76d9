// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { type Instance, openWorld, type Values, type World } from '../../../src/testing/index.ts';

const HEADS = {
  camunda7: 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  camunda8:
    'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Cloud"',
  flowable: 'xmlns:flowable="http://flowable.org/bpmn"',
  jbpm: 'xmlns:drools="http://www.jboss.org/drools" typeLanguage="http://www.java.com/javaTypes" expressionLanguage="http://www.mvel.org/2.0"',
  none: '',
} as const;
type Engine = keyof typeof HEADS;

const ROOTS =
  '<error id="E" errorCode="E1" /><message id="M" name="paid"><extensionElements><z:subscription xmlns:z="http://camunda.org/schema/zeebe/1.0" correlationKey="=key" /></extensionElements></message>';

function world(engine: Engine, contents: string, onFailure: 'fail' | 'incident' = 'fail'): Promise<World> {
  const text = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test" ${HEADS[engine]}>${ROOTS}${contents}</definitions>`;
  return openWorld({ files: [{ name: 'test.bpmn', text }], settings: { onFailure } });
}

/** A process with one path over the elements with these ids. */
function process(key: string, elements: string, ...path: readonly string[]): string {
  const flows = path.slice(1).map((to, n) => `<sequenceFlow id="${key}f${n}" sourceRef="${path[n]}" targetRef="${to}" />`);
  return `<process id="${key}" isExecutable="true"><startEvent id="${key}s" />${elements}${flows.join('')}</process>`;
}

const ERROR_END = '<endEvent id="end"><errorEventDefinition errorRef="E" /></endEvent>';
const throwing = process('p', ERROR_END, 'ps', 'end');

async function run(engine: Engine, elements: string, variables: Values, ...path: readonly string[]): Promise<Instance> {
  return (await world(engine, process('p', elements, 'ps', ...path))).start('p', variables);
}

describe('an error end event that nothing catches (docs/contributing/spec/events-and-errors.md#uncaught-error)', () => {
  for (const [engine, status] of [
    ['camunda8', 'failed'],
    ['flowable', 'failed'],
    ['jbpm', 'failed'],
    ['camunda7', 'completed'],
    ['none', 'completed'],
  ] as const)
    it(`leaves the instance ${status} when the file is made for ${engine}`, async () => {
      const instance = await (await world(engine, throwing)).start('p');
      expect(instance.status).to.equal(status);
      expect(instance.failure?.code).to.equal(status === 'failed' ? 'E1' : undefined);
    });

  it('is an incident that can be retried and resolved when these are turned on', async () => {
    const instance = await (await world('camunda8', throwing, 'incident')).start('p');
    instance.assertIncident('end', 'E1');
    (await instance.retry('end')).assertIncident('end', 'E1');
    (await instance.resolve('end')).assertCompleted();
  });

  it('fails nothing when the calling process catches it', async () => {
    const elements =
      '<callActivity id="call" calledElement="p" /><boundaryEvent id="caught" attachedToRef="call"><errorEventDefinition errorRef="E" /></boundaryEvent>';
    const both = await world('flowable', throwing + process('q', elements, 'qs', 'call'));
    (await both.start('q')).assertCompleted().assertPassed('caught');
  });
});

describe('a message to processes of Camunda 8 (docs/contributing/spec/waiting.md#one-receiver-per-process)', () => {
  const receiver = (key: string) => process(key, `<receiveTask id="${key}r" messageRef="M" />`, `${key}s`, `${key}r`);
  for (const [engine, first] of [
    ['camunda8', ['completed', 'running', 'completed']],
    ['none', ['completed', 'completed', 'completed']],
  ] as const)
    it(`reaches ${engine === 'none' ? 'all instances' : 'one instance of each process'} when the file is made for ${engine}`, async () => {
      const both = await world(engine, receiver('p') + receiver('q'));
      const all = [];
      for (const key of ['p', 'p', 'q']) all.push(await both.start(key, { key: '1' }));
      const reached = await both.message('paid', { key: '1' });
      expect(all.map(({ status }) => status)).to.deep.equal(first);
      expect(reached).to.have.length(first.filter((status) => status === 'completed').length);
    });
});

describe('getVariableLocal and hasVariableLocal (docs/contributing/spec/variables.md#get-variable-local)', () => {
  const text =
    'execution.setVariable("seen", execution.getVariableLocal("x")); execution.setVariable("has", execution.hasVariableLocal("x")); execution.setVariableLocal("x", 2); execution.setVariable("own", execution.getVariableLocal("x"))';
  const task = (id: string, format: string, script = text) =>
    `<scriptTask id="${id}" scriptFormat="${format}"><script>${script}</script></scriptTask>`;
  for (const format of ['groovy', 'javascript'])
    it(`read only the scope of the element when the script is ${format}`, async () => {
      const body = `<subProcess id="a"><startEvent id="t" />${task('k', format)}<sequenceFlow id="g" sourceRef="t" targetRef="k" /></subProcess>`;
      const instance = await run('camunda7', body, { x: 1 }, 'a');
      instance.assertCompleted().assertVariables({ x: 1, seen: null, has: false, own: 2 });
    });

  it('read the variables of the process when the element is directly in it', async () => {
    const script = 'execution.setVariable("seen", execution.getVariableLocal("x"))';
    (await run('camunda7', task('k', 'groovy', script), { x: 1 }, 'k')).assertVariables({ seen: 1 });
  });

  it('read no variables of the process when the file is made for Flowable, where each activity has its own scope', async () => {
    const first = task('k', 'groovy', `${text}; execution.setVariable("x", 3)`);
    const then = task('l', 'javascript', 'execution.setVariable("later", execution.getVariableLocal("x"))');
    const script =
      '<flowable:script scriptFormat="groovy">execution.setVariable("whole", execution.getVariableLocal("x"))</flowable:script>';
    const listener = `<extensionElements><flowable:executionListener event="start"><flowable:field name="language"><flowable:string>groovy</flowable:string></flowable:field>${script}</flowable:executionListener></extensionElements>`;
    const elements = listener + first + then;
    const instance = await run('flowable', elements, { x: 1 }, 'k', 'l');
    instance.assertCompleted().assertVariables({ whole: 1, seen: null, has: false, own: 2, later: 3 });
  });

  for (const engine of ['camunda7', 'flowable'] as const)
    it(`read nothing outside when a listener of a sub-process of ${engine} has no local variables`, async () => {
      const prefix = engine === 'flowable' ? 'flowable' : 'camunda';
      const listener = (on: string) =>
        `<${prefix}:executionListener event="${on}"><${prefix}:script scriptFormat="groovy">execution.setVariable("${on}", execution.getVariableLocal("x"))</${prefix}:script></${prefix}:executionListener>`;
      const body = `<subProcess id="a"><extensionElements>${listener('start')}${listener('end')}</extensionElements><startEvent id="t" /></subProcess>`;
      (await run(engine, body, { x: 1 }, 'a')).assertCompleted().assertVariables({ x: 1, start: null, end: null });
    });

  it('read the mapped inputs when the element has them', async () => {
    const inputs =
      '<extensionElements><camunda:inputOutput><camunda:inputParameter name="y">${x + 1}</camunda:inputParameter></camunda:inputOutput></extensionElements>';
    const expression = '${execution.getVariableLocal("y")}';
    const elements = `<serviceTask id="k" camunda:expression='${expression}' camunda:resultVariable="seen">${inputs}</serviceTask>`;
    (await run('camunda7', elements, { x: 1 }, 'k')).assertVariables({ seen: 2 });
  });
});

describe('a sub-process with a handler, and activities inside with theirs (docs/contributing/spec/loops-and-compensation.md#compensating-one-item)', () => {
  const log = (id: string, more = '') =>
    `<scriptTask id="${id}" scriptFormat="groovy" ${more}><script>execution.setVariable("log", log + ["${id}"])</script></scriptTask>`;
  const undoneBy = (handler: string, id: string) =>
    `<boundaryEvent id="b-${handler}" attachedToRef="${id}"><compensateEventDefinition /></boundaryEvent>${log(handler, 'isForCompensation="true"')}<association id="to-${handler}" sourceRef="b-${handler}" targetRef="${handler}" />`;
  const body = `<subProcess id="a"><startEvent id="t" />${log('x')}${undoneBy('ux', 'x')}${log('y')}${undoneBy('uy', 'y')}<sequenceFlow id="g" sourceRef="t" targetRef="x" /><sequenceFlow id="h" sourceRef="x" targetRef="y" /></subProcess>${undoneBy('ua', 'a')}`;
  const again = ['u1', 'u2'].map(
    (id) => `<intermediateThrowEvent id="${id}"><compensateEventDefinition /></intermediateThrowEvent>`,
  );
  for (const [engine, undone] of [
    ['camunda7', ['uy', 'ux', 'ua']],
    ['camunda8', ['uy', 'ux', 'ua']],
    ['none', ['ua']],
  ] as const)
    it(`runs ${undone.join(', ')} once when the file is made for ${engine}`, async () => {
      const instance = await run(engine, body + again.join(''), { log: [] }, 'a', 'u1', 'u2');
      instance.assertCompleted().assertVariables({ log: ['x', 'y', ...undone] });
    });
});

describe('a triggerable task of Flowable (docs/contributing/spec/elements.md#triggerable)', () => {
  it('waits after its expression until it is completed', async () => {
    const elements =
      '<serviceTask id="a" flowable:expression="${x + 1}" flowable:resultVariable="r" flowable:triggerable="true" />';
    const instance = await run('flowable', elements, { x: 1 }, 'a');
    instance.assertWaitsAt('a').assertVariables({ r: 2 });
    (await instance.complete('a')).assertCompleted();
  });

  it('causes a warning when a worker does its work', async () => {
    const { warnings } = await world(
      'flowable',
      process('p', '<serviceTask id="a" flowable:class="x.Y" flowable:triggerable="true" />', 'ps', 'a'),
    );
    expect(warnings).to.include("serviceTask 'a': triggerable is ignored: the task ends with its work");
  });
});

describe('a member of null in JUEL (docs/contributing/spec/expressions.md#juel)', () => {
  for (const engine of ['camunda7', 'flowable'] as const)
    it(`is null when the file is made for ${engine}`, async () => {
      const elements = '<serviceTask id="a" EXPRESSION="${empty order.item.name and order[\'item\'] == null}" RESULT="r" />'
        .replace('EXPRESSION', `${engine === 'flowable' ? 'flowable' : 'camunda'}:expression`)
        .replace('RESULT', `${engine === 'flowable' ? 'flowable' : 'camunda'}:resultVariable`);
      (await run(engine, elements, { order: null }, 'a')).assertVariables({ r: true });
      (await run(engine, elements.replace('order.item.name', 'order.size()'), { order: null }, 'a')).assertFailed('500');
    });
});

describe('variables that a script writes before it throws (docs/contributing/spec/variables.md#writing-variables)', () => {
  const caught =
    '<boundaryEvent id="b" attachedToRef="a"><errorEventDefinition errorRef="E" /></boundaryEvent><boundaryEvent id="c" attachedToRef="a"><errorEventDefinition /></boundaryEvent>';
  for (const [engine, format, thrown, expected] of [
    ['camunda7', 'groovy', 'new BpmnError("E1")', { x: 1 }],
    ['camunda7', 'javascript', 'new org.camunda.bpm.engine.delegate.BpmnError("E1")', { x: 1 }],
    ['flowable', 'groovy', 'new BpmnError("E1")', { x: 1 }],
    ['camunda7', 'groovy', 'new Exception("no code")', {}],
    ['none', 'groovy', 'new BpmnError("E1")', {}],
  ] as const)
    it(`${'x' in expected ? 'remain' : 'are dropped'} when it is ${format} with ${thrown} in a file made for ${engine}`, async () => {
      const script = `<script>execution.setVariable("x", 1); throw ${thrown}</script>`;
      const instance = await run(engine, `<scriptTask id="a" scriptFormat="${format}">${script}</scriptTask>${caught}`, {}, 'a');
      expect(instance.assertCompleted().variables).to.deep.equal(expected);
    });
});

describe('end listeners of an activity that does not complete (docs/contributing/spec/elements.md#listeners-of-an-interruption)', () => {
  const listener = (text: string) =>
    `<extensionElements><camunda:executionListener event="end"><camunda:script scriptFormat="groovy">${text}</camunda:script></camunda:executionListener></extensionElements>`;
  const adds = (name: string) => listener(`execution.setVariable("log", log + ["${name}"])`);
  const alarm = (host: string) =>
    `<boundaryEvent id="b" attachedToRef="${host}"><messageEventDefinition messageRef="M" /></boundaryEvent>`;
  const task = `<userTask id="u">${adds('u')}</userTask>`;
  const inside = `<startEvent id="t" />${task}<sequenceFlow id="g" sourceRef="t" targetRef="u" />`;
  const nested = `<subProcess id="a">${adds('a')}${inside}</subProcess>${alarm('a')}`;

  it('run from the inside out when a boundary event of Camunda 7 interrupts', async () => {
    const all = await world('camunda7', process('p', nested, 'ps', 'a'));
    const instance = await all.start('p', { key: '1', log: [] });
    await all.message('paid', { key: '1' });
    instance.assertCompleted().assertVariables({ log: ['u', 'a'] });
  });

  it('do not run when the file is made for Flowable', async () => {
    const all = await world('flowable', process('p', nested.replaceAll('camunda:', 'flowable:'), 'ps', 'a'));
    const instance = await all.start('p', { key: '1', log: [] });
    await all.message('paid', { key: '1' });
    instance.assertCompleted().assertVariables({ key: '1', log: [] });
  });

  it('run once when the activity fails and a boundary event catches it, also in a loop', async () => {
    const caught = '<boundaryEvent id="b" attachedToRef="u"><errorEventDefinition errorRef="E" /></boundaryEvent>';
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>';
    for (const more of ['', loop]) {
      const instance = await run('camunda7', task.replace('</userTask>', `${more}</userTask>`) + caught, { log: [] }, 'u');
      await instance.fail('u', 'E1');
      instance.assertCompleted().assertVariables({ log: ['u'] });
    }
  });

  it('do not run again when one of them throws the error', async () => {
    const both = adds('u').replace(
      '</extensionElements>',
      listener('throw new BpmnError("E1")').replace('<extensionElements>', ''),
    );
    const caught = '<boundaryEvent id="b" attachedToRef="u"><errorEventDefinition errorRef="E" /></boundaryEvent>';
    const instance = await run('camunda7', `<userTask id="u">${both}</userTask>${caught}`, { log: [] }, 'u');
    await instance.complete('u');
    instance.assertCompleted().assertVariables({ log: ['u'] });
  });

  it('write nothing and delay nothing when they fail or are jobs', async () => {
    const job = '<camunda:executionListener event="end" class="com.example.Release" />';
    const wrong = listener('execution.setVariable("log", log + ["wrong"]); nothing.such()').replace(
      '</extensionElements>',
      `${job}</extensionElements>`,
    );
    const all = await world('camunda7', process('p', `<userTask id="u">${wrong}</userTask>${alarm('u')}`, 'ps', 'u'));
    const instance = await all.start('p', { key: '1', log: [] });
    await all.message('paid', { key: '1' });
    instance.assertCompleted().assertVariables({ key: '1', log: [] });
  });

  it('run for siblings when a loop ends early, but not for losers of an event-based gateway', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality><completionCondition>${true}</completionCondition></multiInstanceLoopCharacteristics>';
    const instance = await run('camunda7', task.replace('</userTask>', `${loop}</userTask>`), { log: [] }, 'u');
    await instance.complete('u');
    instance.assertCompleted().assertVariables({ log: ['u', 'u'] });
    const timer = `<intermediateCatchEvent id="w">${adds('w')}<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
    const receive = '<intermediateCatchEvent id="m"><messageEventDefinition messageRef="M" /></intermediateCatchEvent>';
    const race = `<eventBasedGateway id="g" />${timer}${receive}<sequenceFlow id="gw" sourceRef="g" targetRef="w" />`;
    const all = await world('camunda7', process('p', race, 'ps', 'g', 'm'));
    const other = await all.start('p', { key: '1', log: [] });
    await all.message('paid', { key: '1' });
    other.assertCompleted().assertVariables({ key: '1', log: [] });
  });
});
