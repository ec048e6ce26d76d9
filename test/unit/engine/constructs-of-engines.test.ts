// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are expressions of BPMN models
import { expect } from 'chai';
import { type Instance, openWorld, type Values, type World } from '../../../src/testing/index.ts';
import { refusalOf } from '../../support/world-files.ts';

const HEADS = {
  camunda7: 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  camunda8: 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  flowable: 'xmlns:flowable="http://flowable.org/bpmn"',
  jbpm: 'xmlns:drools="http://www.jboss.org/drools" typeLanguage="http://www.java.com/javaTypes" expressionLanguage="http://www.mvel.org/2.0"',
  spiff: 'xmlns:spiffworkflow="http://spiffworkflow.org/bpmn/schema/1.0/core"',
} as const;
type Engine = keyof typeof HEADS;

function world(engine: Engine, contents: string): Promise<World> {
  const text = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test" ${HEADS[engine]}>${contents}</definitions>`;
  return openWorld({ files: [{ name: 'test.bpmn', text }] });
}

/** A process with flows between these pairs of ids. */
function process(key: string, elements: string, ...flows: readonly (readonly [source: string, target: string])[]): string {
  const written = flows.map(([from, to], n) => `<sequenceFlow id="${key}f${n}" sourceRef="${from}" targetRef="${to}" />`);
  return `<process id="${key}" isExecutable="true">${elements}${written.join('')}</process>`;
}

async function run(engine: Engine, elements: string, variables: Values = {}, flows = IN_A_ROW): Promise<Instance> {
  return (await world(engine, process('p', `<startEvent id="s" /><endEvent id="e" />${elements}`, ...flows))).start(
    'p',
    variables,
  );
}

const IN_A_ROW: readonly (readonly [string, string])[] = [
  ['s', 'a'],
  ['a', 'e'],
];

describe('rules of other engines', () => {
  describe('compensation of a loop (docs/contributing/spec/loops-and-compensation.md#compensating-one-item)', () => {
    const undone = (loop: string) =>
      `<userTask id="a">${loop}</userTask><boundaryEvent id="b" attachedToRef="a"><compensateEventDefinition /></boundaryEvent>` +
      '<userTask id="undo" isForCompensation="true" /><association id="x" sourceRef="b" targetRef="undo" />' +
      '<intermediateThrowEvent id="c"><compensateEventDefinition /></intermediateThrowEvent>';
    const flows = [...IN_A_ROW.slice(0, 1), ['a', 'c'], ['c', 'e']] as const;

    for (const [engine, loop, handlers] of [
      [
        'camunda8',
        '<multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=[1, 2]" /></extensionElements></multiInstanceLoopCharacteristics>',
        1,
      ],
      [
        'camunda7',
        '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
        2,
      ],
    ] as const)
      it(`runs the handler ${handlers} times when a loop of two is made for ${engine}`, async () => {
        const instance = await run(engine, undone(loop), {}, flows);
        await instance.complete('a');
        await instance.complete('a');
        for (let n = 0; n < handlers; n += 1) await instance.complete('undo');
        instance.assertCompleted().assertPassedTimes('undo', handlers);
      });
  });

  describe('conditions that stay true (docs/contributing/spec/waiting.md#rising-condition)', () => {
    const watched = (condition: string, filter = '') =>
      '<userTask id="a" /><boundaryEvent id="b" attachedToRef="a" cancelActivity="false"><conditionalEventDefinition>' +
      `${filter}<condition>${condition}</condition></conditionalEventDefinition></boundaryEvent><endEvent id="f" />`;
    const flows = [...IN_A_ROW, ['b', 'f']] as const;
    const filter =
      '<extensionElements><zeebe:conditionalFilter variableNames="x, z" variableEvents="update" /></extensionElements>';

    for (const [title, engine, elements, times] of [
      ['at each change when the file is made for Camunda 7', 'camunda7', watched('${x &gt; 10}'), 3],
      ['at each change when the file is made for Camunda 8', 'camunda8', watched('=x &gt; 10'), 3],
      ['only after changes that the filter names when Camunda 8 has one', 'camunda8', watched('=x &gt; 10', filter), 2],
      ['once when the file is made for Flowable', 'flowable', watched('${x &gt; 10}'), 1],
    ] as const)
      it(`fire ${title}`, async () => {
        const instance = await run(engine, elements, { x: 1 }, flows);
        for (const change of [{ x: 11 }, { x: 12 }, { y: 1 }]) await instance.setVariables(change);
        instance.assertPassedTimes('f', times);
      });
  });

  it('fires a condition once when it is true before its activity begins', async () => {
    const elements =
      '<scriptTask id="a" scriptFormat="groovy"><script>execution.setVariable("x", 11)</script></scriptTask><userTask id="u" />' +
      '<boundaryEvent id="b" attachedToRef="u" cancelActivity="false"><conditionalEventDefinition><condition>${x &gt; 10}</condition></conditionalEventDefinition></boundaryEvent>';
    const instance = await run('camunda7', elements, {}, [IN_A_ROW[0] as readonly [string, string], ['a', 'u'], ['u', 'e']]);
    instance.assertPassedTimes('b', 1).assertWaitsExactlyAt('u');
  });

  describe('the scope of a signal (docs/contributing/spec/waiting.md#signal-scope)', () => {
    const thrower = (metaData: string) =>
      `<startEvent id="s" /><intermediateThrowEvent id="a">${metaData}<signalEventDefinition signalRef="S" /></intermediateThrowEvent>` +
      '<endEvent id="e" /><userTask id="u" /><boundaryEvent id="b" attachedToRef="u"><signalEventDefinition signalRef="S" /></boundaryEvent>';
    const flows = [...IN_A_ROW, ['s', 'u']] as const;
    const waiter = process(
      'w',
      '<startEvent id="t" /><intermediateCatchEvent id="c"><signalEventDefinition signalRef="S" /></intermediateCatchEvent>',
      ['t', 'c'],
    );
    const metaData =
      '<extensionElements><drools:metaData name="customScope"><drools:metaValue>processInstance</drools:metaValue></drools:metaData></extensionElements>';

    for (const [engine, signal, throws] of [
      ['flowable', '<signal id="S" name="sig" flowable:scope="processInstance" />', thrower('')],
      ['jbpm', '<signal id="S" name="sig" />', thrower(metaData)],
    ] as const)
      it(`is the instance when a file of ${engine} names it`, async () => {
        const both = await world(engine, signal + process('p', throws, ...flows) + waiter);
        const waiting = await both.start('w');
        (await both.start('p')).assertCompleted().assertPassed('b');
        waiting.assertWaitsAt('c');
      });
  });

  describe('local variables (docs/contributing/spec/variables.md#set-variable)', () => {
    for (const [format, text] of [
      ['groovy', 'execution.setVariableLocal("x", 1); execution.setVariable("seen", x)'],
      ['javascript', 'execution.setVariableLocal("x", 1); execution.setVariable("seen", x)'],
    ] as const)
      it(`hide the one outside and end with their scope when a script in ${format} sets them`, async () => {
        const elements = `<subProcess id="a"><startEvent id="t" /><scriptTask id="k" scriptFormat="${format}"><script>${text}</script></scriptTask><sequenceFlow id="g" sourceRef="t" targetRef="k" /></subProcess>`;
        (await run('camunda7', elements, { x: 5 })).assertCompleted().assertVariables({ x: 5, seen: 1 });
      });

    it('can be read by the output parameters when a sub-process has set them', async () => {
      const outputs =
        '<extensionElements><camunda:inputOutput><camunda:outputParameter name="r">${y}</camunda:outputParameter></camunda:inputOutput></extensionElements>';
      const script = '<script>execution.setVariableLocal("y", 7)</script>';
      const elements = `<subProcess id="a">${outputs}<startEvent id="t" /><scriptTask id="k" scriptFormat="groovy">${script}</scriptTask><sequenceFlow id="g" sourceRef="t" targetRef="k" /></subProcess>`;
      expect((await run('camunda7', elements)).variables).to.deep.equal({ r: 7 });
    });
  });

  describe('flows of gateways (docs/contributing/spec/gateways.md#choosing-flows)', () => {
    const to = (end: string, condition = '') =>
      `<endEvent id="${end}" /><sequenceFlow id="to-${end}" sourceRef="g" targetRef="${end}">${condition}</sequenceFlow>`;
    const isTrue = '<conditionExpression>${x == 1}</conditionExpression>';
    for (const [engine, first] of [
      ['camunda7', 'k1'],
      ['flowable', 'k1'],
      ['jbpm', 'k2'],
    ] as const)
      it(`are ${first === 'k1' ? '' : 'not '}taken in their place when they have no condition and the file is made for ${engine}`, async () => {
        const elements = `<startEvent id="s" /><exclusiveGateway id="g" />${to('k1')}${to('k2', isTrue)}`;
        const { path } = await (await world(engine, process('p', elements, ['s', 'g']))).start('p', { x: 1 });
        expect(path.at(-1)).to.equal(first);
      });

    it('are tried by their priority when the file is made for jBPM', async () => {
      const elements = `<startEvent id="s" /><exclusiveGateway id="g" />${to('k1', isTrue)}${to('k2', isTrue)}`
        .replace('id="to-k1"', 'id="to-k1" drools:priority="2"')
        .replace('id="to-k2"', 'id="to-k2" drools:priority="1"');
      const { path } = await (await world('jbpm', process('p', elements, ['s', 'g']))).start('p', { x: 1 });
      expect(path.at(-1)).to.equal('k2');
    });

    it('leave out the default flow when another without condition follows an inclusive gateway of Camunda 7', async () => {
      const elements = `<startEvent id="s" /><inclusiveGateway id="g" default="to-k3" />${to('k1')}${to('k2', isTrue)}${to('k3')}`;
      const instance = await (await world('camunda7', process('p', elements, ['s', 'g']))).start('p', { x: 2 });
      instance.assertPassed('k1').assertNotPassed('k2', 'k3');
    });
  });

  describe('loops', () => {
    it('take a cardinality that is a text of digits', async () => {
      const task =
        '<scriptTask id="a" scriptFormat="groovy"><script>1</script><multiInstanceLoopCharacteristics><loopCardinality>${n}</loopCardinality></multiInstanceLoopCharacteristics></scriptTask>';
      (await run('camunda7', task, { n: '3' })).assertPassedTimes('a', 3);
    });

    it('have the index under the name that Flowable gives it', async () => {
      const task =
        '<userTask id="a" flowable:assignee="${item}-${i}"><multiInstanceLoopCharacteristics isSequential="true" flowable:collection="list" flowable:elementVariable="item" flowable:elementIndexVariable="i" /></userTask>';
      const instance = await run('flowable', task, { list: ['x', 'y'] });
      expect(instance.userTasks[0]?.assignee).to.equal('x-0');
      await instance.complete('a');
      expect(instance.userTasks[0]?.assignee).to.equal('y-1');
      expect((await instance.complete('a')).variables).to.deep.equal({ list: ['x', 'y'] });
    });
  });

  describe('Flowable', () => {
    it('ends the whole instance when terminateAll is set on an end event of a sub-process', async () => {
      const elements =
        '<subProcess id="a"><startEvent id="t" /><endEvent id="k"><terminateEventDefinition flowable:terminateAll="true" /></endEvent><sequenceFlow id="g" sourceRef="t" targetRef="k" /></subProcess><userTask id="u" />';
      (await run('flowable', elements, {}, [...IN_A_ROW, ['s', 'u']])).assertCompleted().assertNotPassed('u', 'e');
    });

    it('ends a cycle at its endDate', async () => {
      const task =
        '<userTask id="a" /><boundaryEvent id="b" attachedToRef="a" cancelActivity="false"><timerEventDefinition><timeCycle flowable:endDate="2026-01-01T02:30:00Z">R/PT1H</timeCycle></timerEventDefinition></boundaryEvent>';
      const days = await world('flowable', process('p', `<startEvent id="s" /><endEvent id="e" />${task}`, ...IN_A_ROW));
      const instance = await days.start('p');
      await days.advance('P1D');
      instance.assertPassedTimes('b', 2).assertWaitsAt('a');
    });

    it('stores the id of a task and the user who completes it', async () => {
      const names = 'flowable:taskIdVariableName="id" flowable:taskCompleterVariableName="who"';
      const instance = await run('flowable', `<userTask id="a" ${names} />`);
      instance.assertVariables({ id: instance.userTasks[0]?.id ?? null });
      (await instance.complete('a', {}, { by: 'ann' })).assertVariables({ who: 'ann' });
    });

    it('is refused when a terminate end event ends a loop', async () => {
      const end = '<endEvent id="a"><terminateEventDefinition flowable:terminateMultiInstance="true" /></endEvent>';
      expect(await refusalOf(() => run('flowable', end, {}, [['s', 'a']]))).to.contain('terminateMultiInstance is not supported');
    });
  });

  it('ends an ad-hoc sub-process of jBPM with autocomplete, and warns when an activity waits for a signal there', async () => {
    const metaData =
      '<extensionElements><drools:metaData name="customAutoStart"><drools:metaValue>true</drools:metaValue></drools:metaData></extensionElements>';
    const elements = `<startEvent id="s" /><endEvent id="e" /><adHocSubProcess id="a"><userTask id="x">${metaData}</userTask><userTask id="y" /><completionCondition>autocomplete</completionCondition></adHocSubProcess>`;
    const both = await world('jbpm', process('p', elements, ...IN_A_ROW));
    const instance = await both.start('p');
    await instance.complete('x');
    (await instance.complete('y')).assertCompleted();
    expect(both.warnings.filter((text) => text.includes('customAutoStart'))).to.have.length(1);
  });

  it('catches a BpmnError of JavaScript when it is made by its Java name', async () => {
    const script = 'throw new org.camunda.bpm.engine.delegate.BpmnError("E1", "no stock")';
    const elements = `<scriptTask id="a" scriptFormat="javascript"><script>${script}</script></scriptTask><boundaryEvent id="b" attachedToRef="a"><errorEventDefinition camunda:errorCodeVariable="code" camunda:errorMessageVariable="text" /></boundaryEvent>`;
    (await run('camunda7', elements)).assertCompleted().assertVariables({ code: 'E1', text: 'no stock' });
  });

  it('refuses Python of SpiffWorkflow when it would mean something else', async () => {
    const script = '<scriptTask id="a"><script>x = 10 / 4</script></scriptTask>';
    expect(await refusalOf(() => run('spiff', script))).to.contain("script format 'python' of SpiffWorkflow is not supported");
  });
});
