import { expect } from 'chai';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import type { SimulationAct, SimulationOutcome, SimulationState } from '../../../src/simulation/protocol.ts';
import { replay } from '../../../src/simulation/replay.ts';
import { itFull } from '../../support/tier.ts';
import { around, flow, job, model, ORDER } from './models.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
const { engine, plugins, scripting } = readConfig({}, 'api');

describe('a simulated model', () => {
  const evaluator = createEvaluator({ ...scripting, timeoutMs: 10_000 });
  after(() => evaluator.close());

  it('reports how it begins, and with which variables, when nothing is done yet', async () => {
    const { starts, instances } = await simulated(ORDER, []);
    expect(instances).to.deep.equal([]);
    expect(starts.map(({ key, element, elementName, kind }) => ({ key, element, elementName, kind }))).to.deep.equal([
      { key: 'p', element: 's', elementName: 'Placed', kind: 'none' },
    ]);
    expect({ ...starts[0]?.suggested }).to.deep.equal({ orderId: 'orderId-1' });
  });

  it('suggests for the start what the first activities read, without local names, functions and results', async () => {
    const io =
      '<zeebe:input source="=upper case(buyer.name)" target="who"/><zeebe:input source="=who" target="same"/><zeebe:output source="=reply" target="kept"/>';
    const mapped = `<serviceTask id="a"><extensionElements><zeebe:taskDefinition type="a"/><zeebe:ioMapping>${io}</zeebe:ioMapping></extensionElements></serviceTask>`;
    const script = (id: string, text: string, format = '') =>
      `<scriptTask id="${id}"${format}><script>${text}</script></scriptTask>`;
    const each =
      '<multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=items" inputElement="item"/></extensionElements></multiInstanceLoopCharacteristics>';
    const looped = `<serviceTask id="d"><extensionElements><zeebe:taskDefinition type="d"/></extensionElements>${each}</serviceTask>`;
    const javaScript = 'const rate = Math.max(age, 2); total = rate * price';
    const targets = [mapped, script('b', 'sum = paid + 1'), script('c', javaScript, ' scriptFormat="javascript"'), looped];
    const flows = ['a', 'b', 'c', 'd'].map((id) => flow(`to-${id}`, 'g', id)).join('');
    const xml = model(
      `<startEvent id="s"/>${flow('f', 's', 'g')}<parallelGateway id="g"/>${targets.join('')}${flows}${flow('later', 'a', 'z')}${script('z', 'x = unseen')}`,
    );
    const { starts } = await simulated(xml, []);
    const names = ['buyer', 'paid', 'age', 'price', 'items'];
    expect({ ...starts[0]?.suggested }).to.deep.equal(Object.fromEntries(names.map((name) => [name, null])));
  });

  it('is where the engine would wait when it has begun', async () => {
    const { waits, elements, flows } = await simulated(ORDER, [start({ amount: 500 })]);
    expect(waits.map(({ element, kind, acts }) => [element, kind, acts])).to.deep.equal([
      ['approve', 'userTask', ['complete', 'fail']],
      ['late', 'timer', ['fire']],
    ]);
    expect({ ...waits[0]?.suggested }).to.deep.equal({ approved: true, amount: 500 });
    expect(waits[1]?.dueAt).to.equal(START + HOUR);
    expect(elements.find(({ id }) => id === 'approve')).to.include({ active: 1, completed: 0 });
    expect(flows).to.deep.equal([{ id: 'f1', taken: 1 }]);
  });

  it('decides its gateways by its own conditions when tasks are completed', async () => {
    const yes = await simulated(ORDER, [start({ amount: 500 }), complete('approve', { approved: true })]);
    expect(yes.waits.map(({ text }) => text)).to.deep.equal(["Service task 'charge' waits for work of type 'charge'."]);
    const no = await simulated(ORDER, [start({ amount: 50 }), complete('approve', { approved: true })]);
    expect(no.instances[0]?.status).to.equal('completed');
    expect(no.flows.map(({ id }) => id)).to.include('fno');
  });

  it('lets a message come, and ends what it would call, when the user specifies it', async () => {
    const acts = [start({ amount: 500, orderId: 'PO-1' }), complete('approve', { approved: true }), complete('charge', {})];
    const before = await simulated(ORDER, acts);
    expect(before.waits[0]).to.include({ kind: 'message', subject: 'paid', correlationKey: 'PO-1' });
    const called = await simulated(ORDER, [...acts, deliver('wait', { receipt: 7 })]);
    expect(called.waits[0]).to.include({ kind: 'call', subject: 'invoice', text: "Call activity 'call' would call 'invoice'." });
    expect(called.instanceCount).to.equal(1);
    const done = await simulated(ORDER, [...acts, deliver('wait', { receipt: 7 }), complete('call', { invoice: 'I-1' })]);
    expect(done.instances[0]?.status).to.equal('completed');
    expect({ ...done.instances[0]?.variables.values }).to.include({ receipt: 7, invoice: 'I-1' });
  });

  it('moves its clock to a timer that is let fire', async () => {
    const state = await simulated(ORDER, [start({}), { kind: 'fire', element: 'late', index: 0 }]);
    expect(state.now).to.equal(START + HOUR);
    expect(state.instances[0]?.status).to.equal('completed');
    expect(state.elements.find(({ id }) => id === 'approve')).to.include({ active: 0, cancelled: 1 });
  });

  it('lets timers that are due before the one that fires happen first', async () => {
    const both = model(
      `<startEvent id="s"/>${flow('f1', 's', 'g')}<parallelGateway id="g"/>${flow('f2', 'g', 'a')}${flow('f3', 'g', 'b')}${timer('a', 'PT1H')}${timer('b', 'PT2H')}`,
    );
    const state = await simulated(both, [start({}), { kind: 'fire', element: 'b', index: 0 }]);
    expect(state.instances[0]?.status).to.equal('completed');
  });

  it('fails with element and reason when nothing catches an error', async () => {
    const state = await simulated(ORDER, [
      start({}),
      { kind: 'fail', element: 'approve', index: 0, code: 'NO', message: 'never' },
    ]);
    expect(state.instances[0]?.failure).to.deep.equal({
      code: 'NO',
      message: 'never',
      element: 'approve',
      elementName: 'Approve order',
    });
  });

  it('shows what cannot be done, and stops before it', async () => {
    const { done, refusal, waits } = await simulated(ORDER, [start({}), complete('charge', {})]);
    expect([done, refusal]).to.deep.equal([1, "nothing waits at 'charge'"]);
    expect(waits).to.have.length(2);
    const wrong = await simulated(ORDER, [start({}), { kind: 'fire', element: 'approve', index: 0 }]);
    expect(wrong.refusal).to.equal("'fire' is not for what waits at 'approve'; there is complete, fail");
    const nowhere = await simulated(ORDER, [{ kind: 'start', element: 'approve', variables: {} }]);
    expect(nowhere.refusal).to.equal("'approve' starts no instance");
  });

  it('gives the same each time when the same is done', async () => {
    const acts = [start({ amount: 500, orderId: 'a' }), complete('approve', { approved: true }), complete('charge', {})];
    expect(await simulated(ORDER, acts)).to.deep.equal(await simulated(ORDER, acts));
  });

  it('begins by a message, a signal or a timer when its start events specify it', async () => {
    const kinds = {
      message: '<messageEventDefinition messageRef="m"/>',
      signal: '<signalEventDefinition signalRef="x"/>',
      timer: '<timerEventDefinition><timeCycle>R/PT1M</timeCycle></timerEventDefinition>',
      condition: '<conditionalEventDefinition><condition>=ready = true</condition></conditionalEventDefinition>',
    };
    for (const [kind, definition] of Object.entries(kinds)) {
      const xml = model(
        `<startEvent id="s">${definition}</startEvent>${flow('f1', 's', 't')}<userTask id="t"/>`,
        '<message id="m" name="come"/><signal id="x" name="sign"/>',
      );
      const state = await simulated(xml, [{ kind: 'start', element: 's', variables: { ready: true } }]);
      expect(
        state.starts.map((one) => one.kind),
        kind,
      ).to.deep.equal([kind]);
      expect(
        state.waits.map(({ element }) => element),
        kind,
      ).to.deep.equal(['t']);
    }
  });

  it('makes decisions of the same files, and leaves the others to the user', async () => {
    const rule =
      '<businessRuleTask id="t"><extensionElements><zeebe:calledDecision decisionId="fee" resultVariable="fee"/></extensionElements></businessRuleTask>';
    const dmn =
      '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="d"><decision id="fee" name="fee"><variable name="fee"/><literalExpression><text>amount * 2</text></literalExpression></decision></definitions>';
    const made = await simulated(around('t', rule), [start({ amount: 4 })], [{ name: 'fee.dmn', content: dmn }]);
    expect({ ...made.instances[0]?.variables.values }).to.deep.equal({ amount: 4, fee: 8 });
    expect({ ...made.starts[0]?.suggested }, 'what only the decision reads').to.deep.equal({ amount: null });
    const left = await simulated(around('t', rule), [start({ amount: 4 })]);
    expect(left.waits.map(({ kind, suggested }) => [kind, { ...suggested }])).to.deep.equal([['activity', { fee: null }]]);
    const compared = around('t', rule).replace(flow('f2', 't', 'e'), flow('f2', 't', 'e', '=fee > 3'));
    const [wait] = (await simulated(compared, [start({ amount: 4 })])).waits;
    expect({ ...wait?.suggested }).to.deep.equal({ fee: 3 });
  });

  it('does no job and calls no other process automatically, whatever type it has', async () => {
    const xml = around('t', job('t', 'rest-call'));
    expect((await simulated(xml, [start({})])).waits[0]).to.include({ kind: 'job', subject: 'rest-call' });
  });

  it('distinguishes for the user what waits several times at one element', async () => {
    const loop = '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>';
    const xml = around('t', `<userTask id="t">${loop}</userTask>`);
    const two = await simulated(xml, [start({}), { kind: 'complete', element: 't', index: 1, variables: {} }]);
    expect(two.waits.map(({ index }) => index)).to.deep.equal([0, 1]);
    expect(two.elements.find(({ id }) => id === 't')).to.include({ active: 2, completed: 1 });
  });

  it('continues from a condition when variables are changed', async () => {
    const wait =
      '<intermediateCatchEvent id="c"><conditionalEventDefinition><condition>=ready = true</condition></conditionalEventDefinition></intermediateCatchEvent>';
    const acts = [start({})];
    expect((await simulated(around('c', wait), acts)).waits[0]).to.deep.include({ kind: 'condition', acts: [] });
    const after = await simulated(around('c', wait), [...acts, { kind: 'set', index: 0, variables: { ready: true } }]);
    expect(after.instances[0]?.status).to.equal('completed');
  });

  it('repeats or resolves an incident when failures wait for an operator', async () => {
    const xml = around('t', '<scriptTask id="t" scriptFormat="javascript"><script>throw new Error("x")</script></scriptTask>');
    const settings = { engine: { ...engine, onFailure: 'incident' as const }, plugins, scripting };
    const acts = [start({})];
    const state = stateIn(await replay(request(xml, acts), settings, evaluator));
    expect(state.waits[0]).to.deep.include({ kind: 'incident', acts: ['retry', 'complete'] });
    expect(state.waits[0]?.incident).to.include({ elementType: 'ScriptTask', count: 1 });
    const on = stateIn(await replay(request(xml, [...acts, complete('t', { y: 1 })]), settings, evaluator));
    expect(on.instances[0]?.status).to.equal('completed');
  });

  it('shows no value that is too long, and no more waits than its bound', async () => {
    const loop = '<multiInstanceLoopCharacteristics><loopCardinality>300</loopCardinality></multiInstanceLoopCharacteristics>';
    const state = await simulated(around('t', `<userTask id="t">${loop}</userTask>`), [
      start({ long: 'x'.repeat(5000), short: 1 }),
    ]);
    expect(state.instances[0]?.variables).to.deep.equal({
      values: Object.assign(Object.create(null), { short: 1 }),
      cut: ['long'],
    });
    expect([state.waits.length, state.waitCount]).to.deep.equal([200, 300]);
  });

  it('is refused as a deploy would refuse it', async () => {
    const outcome = await replay(request('<a>', []), { engine, plugins, scripting }, evaluator);
    expect(outcome).to.deep.include({ ok: false, why: 'model' });
  });

  itFull('is ended when a timer would fire without end before the one that is meant', async () => {
    const every =
      '<boundaryEvent id="b" cancelActivity="false" attachedToRef="t"><timerEventDefinition><timeCycle>R/PT1S</timeCycle></timerEventDefinition></boundaryEvent>';
    const late =
      '<boundaryEvent id="late" attachedToRef="t"><timerEventDefinition><timeDuration>P1Y</timeDuration></timerEventDefinition></boundaryEvent>';
    const outcome = await replay(
      request(around('t', `<userTask id="t"/>${every}${late}`), [start({}), { kind: 'fire', element: 'late', index: 0 }]),
      { engine, plugins, scripting },
      evaluator,
    );
    expect(outcome).to.deep.equal({
      ok: false,
      why: 'limit',
      text: 'more than 1000 timers are due before the one that was to fire',
    });
  });

  const simulated = async (
    xml: string,
    acts: readonly SimulationAct[],
    scripts: { name: string; content: string }[] = [],
  ): Promise<SimulationState> =>
    stateIn(await replay({ ...request(xml, acts), scripts }, { engine, plugins, scripting }, evaluator));
});

function request(bpmnXml: string, acts: readonly SimulationAct[]) {
  return { bpmnXml, resources: [], scripts: [], startedAt: START, acts };
}

function stateIn(outcome: SimulationOutcome): SimulationState {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.state;
}

function start(variables: object): SimulationAct {
  return { kind: 'start', variables: { ...variables } };
}

function complete(element: string, variables: object): SimulationAct {
  return { kind: 'complete', element, index: 0, variables: { ...variables } };
}

function deliver(element: string, variables: object): SimulationAct {
  return { kind: 'deliver', element, index: 0, variables: { ...variables } };
}

function timer(id: string, duration: string): string {
  return `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>${duration}</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
}
