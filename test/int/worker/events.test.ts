import { expect } from 'chai';
import { expectJson } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../../support/http/steps.ts';
import { documentOf, flow, model, task } from '../../support/models/models.ts';
import { startService, type TestService, TIER_BACKENDS } from '../../support/service.ts';

const chain = (...ids: string[]) =>
  ids
    .slice(1)
    .map((id, i) => flow(`f${i}-${id}`, ids[i] ?? '', id))
    .join('');
const MESSAGE =
  '<message id="m" name="paid"><extensionElements><fleans:subscription correlationKey="= order"/></extensionElements></message>';
const SIGNAL = '<signal id="s" name="alarm"/>';
const catchMessage = '<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>';
const catchSignal = '<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="s"/></intermediateCatchEvent>';
const timer = (text: string, form = 'timeDuration') => `<timerEventDefinition><${form}>${text}</${form}></timerEventDefinition>`;
const call = (key: string) => `<callActivity id="call" calledElement="${key}"/>`;

function process(key: string, content: string): string {
  return `<process id="${key}" isExecutable="true">${content}</process>`;
}
const around = (...nodes: string[]) => `<startEvent id="start"/>${nodes.join('')}<endEvent id="end"/>`;

for (const backend of TIER_BACKENDS) {
  describe(`messages, signals, timers and calls on ${backend}`, () => {
    let service: TestService;
    before(async () => {
      service = await startService({ backend });
    });
    after(() => service.stop());
    const completed = (id: string) =>
      until(
        () => stateOf(service.url, id),
        (state) => state.isCompleted,
      );
    const message = (name: string, key?: string, Variables = {}) =>
      post(service.url, '/Execution/message', { MessageName: name, CorrelationKey: key, Variables });

    it('delivers a message to everyone who waits for its name and key when it is sent (docs/contributing/spec/http/execution.md#message)', async () => {
      await deploy(service.url, documentOf(MESSAGE + process('paying', around(catchMessage) + chain('start', 'wait', 'end'))));
      const first = await start(service.url, 'paying', { Variables: { order: 'A1' } });
      const second = await start(service.url, 'paying', { Variables: { order: 'A1' } });
      const other = await start(service.url, 'paying', { Variables: { order: 'B2' } });
      expect((await message('paid', 'C3')).status).to.equal(404);
      const answer = expectJson(await message('paid', 'A1', { amount: 5 }));
      expect(answer).to.deep.equal({ Delivered: true, WorkflowInstanceIds: [first, second] });
      expect((await completed(first)).variableStates[0]?.variables).to.deep.equal({ order: 'A1', amount: 5 });
      expect((await stateOf(service.url, other)).activeActivityIds).to.deep.equal(['wait']);
      expect((await message('paid', 'A1')).status).to.equal(404);
    });

    it('starts an instance by message only when no one waits, and not while the key is disabled', async () => {
      const xml =
        '<message id="m" name="ordered"/>' +
        process(
          'ordering',
          '<startEvent id="start"><messageEventDefinition messageRef="m"/></startEvent><endEvent id="end"/>' +
            chain('start', 'end'),
        );
      await deploy(service.url, documentOf(xml));
      const { WorkflowInstanceIds } = expectJson(await message('ordered', undefined, { item: 'tea' }));
      expect((await completed(WorkflowInstanceIds[0])).variableStates[0]?.variables).to.deep.equal({ item: 'tea' });
      expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'ordering' }));
      expect((await message('ordered')).status).to.equal(404);
      expectJson(await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 'ordering' }));
      expect((await message('ordered')).status).to.equal(200);
    });

    // slow: more instances than one transaction holds
    it('reaches every waiting instance exactly once when a signal goes to more than one transaction holds', async () => {
      await deploy(service.url, documentOf(SIGNAL + process('listening', around(catchSignal) + chain('start', 'wait', 'end'))));
      const ids = await Promise.all(Array.from({ length: 205 }, () => start(service.url, 'listening')));
      const answer = expectJson(await post(service.url, '/Execution/signal', { SignalName: 'alarm' }));
      expect(answer.DeliveredCount).to.equal(205);
      expect(new Set(answer.WorkflowInstanceIds)).to.deep.equal(new Set(ids));
      // one after the other: all concurrently they would wait for connections of the API longer than it lets them
      for (const id of ids) expect((await completed(id)).completedActivityIds).to.deep.equal(['start', 'wait', 'end']);
      expect((await post(service.url, '/Execution/signal', { SignalName: 'alarm' })).status).to.equal(404);
    });

    it('fires a due timer once, and an interrupting boundary timer instead of its host', async () => {
      const boundary = `<boundaryEvent id="late" attachedToRef="work">${timer('PT1S')}</boundaryEvent><endEvent id="gone"/>`;
      const xml = model(
        'timed',
        around(`<intermediateCatchEvent id="pause">${timer('PT0S')}</intermediateCatchEvent>`, task('work'), boundary) +
          chain('start', 'pause', 'work', 'end') +
          flow('fl', 'late', 'gone'),
      );
      await deploy(service.url, xml);
      const state = await completed(await start(service.url, 'timed'));
      expect(state.completedActivityIds).to.deep.equal(['start', 'pause', 'work', 'late', 'gone']);
      expect(state.completedActivities[2]).to.include({
        isCancelled: true,
        cancellationReason: "Interrupted by boundary event 'late'",
      });
    });

    it('starts instances by timer as often as the cycle specifies when a timer start event is deployed', async () => {
      const xml = model(
        'ticking',
        `<startEvent id="start">${timer('R2/PT1S', 'timeCycle')}</startEvent><endEvent id="end"/>${chain('start', 'end')}`,
      );
      await deploy(service.url, xml);
      const count = async () => {
        const answer = await fetch(`${service.url}/Definitions/ticking/instances`);
        return ((await answer.json()) as { totalCount: number }).totalCount;
      };
      await until(count, (n) => n === 2);
    });

    it('runs a called process to its end inside the call when the child does not wait', async () => {
      const child = process(
        'child',
        `<startEvent id="cs"/><scriptTask id="double"><script>twice = n * 2</script></scriptTask><endEvent id="ce"/>${chain('cs', 'double', 'ce')}`,
      );
      await deploy(service.url, documentOf(child));
      await deploy(service.url, model('parent', around(call('child')) + chain('start', 'call', 'end')));
      const id = await start(service.url, 'parent', { Variables: { n: 21 } });
      const state = await completed(id);
      expect(state.variableStates[0]?.variables).to.deep.equal({ n: 21, twice: 42 });
      const [entry] = state.completedActivities.filter((e) => e.activityId === 'call') as unknown as {
        childWorkflowInstanceId: string;
      }[];
      expect((await completed(entry?.childWorkflowInstanceId ?? '')).completedActivityIds).to.deep.equal(['cs', 'double', 'ce']);
    });

    it('brings an escalation to the caller of the caller with what its thrower gave when no one between catches it', async () => {
      const alone = (key: string) => `<callActivity id="call" calledElement="${key}" propagateAllParentVariables="false"/>`;
      const set = (id: string, text: string) =>
        `<scriptTask id="${id}" scriptFormat="csharp"><script>${text}</script></scriptTask>`;
      const help = '<escalation id="help" escalationCode="help"/>';
      const on = '<escalationEventDefinition escalationRef="help"/>';
      const thrower = around(set('say', '_context.said = 1'), `<intermediateThrowEvent id="cry">${on}</intermediateThrowEvent>`);
      await deploy(service.url, documentOf(help + process('crying', thrower + chain('start', 'say', 'cry', 'end'))));
      const between = around(set('own', '_context.own = 1'), alone('crying'));
      await deploy(service.url, model('between', between + chain('start', 'own', 'call', 'end')));
      const boundary = `<boundaryEvent id="hear" attachedToRef="call">${on}</boundaryEvent><endEvent id="heard"/>`;
      const hearing = around(alone('between'), boundary) + chain('start', 'call', 'end') + flow('fh', 'hear', 'heard');
      await deploy(service.url, documentOf(help + process('hearing', hearing)));
      const state = await completed(await start(service.url, 'hearing'));
      expect(state.completedActivityIds).to.include.members(['hear', 'heard']);
      expect(state.variableStates[0]?.variables).to.deep.equal({ said: 1 });
    });

    it('continues in the caller when a waiting child completes, and cancels the child when the caller is cancelled', async () => {
      await deploy(service.url, model('waiting-child', around(task('inner')) + chain('start', 'inner', 'end')));
      await deploy(service.url, model('calling', around(call('waiting-child')) + chain('start', 'call', 'end')));
      /** The child starts in a transaction after that of its caller. */
      const childOf = async (id: string) => {
        const { activeActivities } = await until(
          () => stateOf(service.url, id),
          ({ activeActivities: [call] }) => typeof call?.childWorkflowInstanceId === 'string',
        );
        return activeActivities[0]?.childWorkflowInstanceId ?? '';
      };
      const first = await start(service.url, 'calling');
      await post(service.url, '/Execution/complete-activity', {
        WorkflowInstanceId: await childOf(first),
        ActivityId: 'inner',
        Variables: { done: true },
      });
      expect((await completed(first)).variableStates[0]?.variables).to.deep.equal({ done: true });
      const second = await start(service.url, 'calling');
      const child = await childOf(second);
      expect((await post(service.url, `/Instances/${second}/cancel`, { reason: 'no more' })).status).to.equal(200);
      expect((await completed(second)).isCancelled).to.equal(true);
      expect((await completed(child)).isCancelled).to.equal(true);
    });

    it('carries messages and signals thrown inside one instance to others when the run is stored', async () => {
      const receiver = process('receiver', around('<receiveTask id="wait" messageRef="m"/>') + chain('start', 'wait', 'end'));
      const sender = process(
        'sender',
        around('<intermediateThrowEvent id="send"><messageEventDefinition messageRef="m"/></intermediateThrowEvent>') +
          chain('start', 'send', 'end'),
      );
      await deploy(service.url, documentOf(`<message id="m" name="hello"/>${receiver}`));
      await deploy(service.url, documentOf(`<message id="m" name="hello"/>${sender}`));
      const waiting = await start(service.url, 'receiver');
      await completed(await start(service.url, 'sender'));
      await completed(waiting);
    });

    it('starts what is true and names what fails when conditions are evaluated (docs/contributing/spec/http/execution.md#evaluate-conditions)', async () => {
      const hot =
        '<startEvent id="hot"><conditionalEventDefinition><condition>temperature > 30</condition></conditionalEventDefinition></startEvent>';
      await deploy(service.url, model('cooling', `${hot}<endEvent id="end"/>${chain('hot', 'end')}`));
      const evaluate = (Variables: object) =>
        post(service.url, '/Execution/evaluate-conditions', { WorkflowId: 'cooling', Variables });
      expect(expectJson(await evaluate({ temperature: 20 }))).to.deep.equal({ StartedInstanceIds: [] });
      const { StartedInstanceIds } = expectJson(await evaluate({ temperature: 35 }));
      expect((await completed(StartedInstanceIds[0])).variableStates[0]?.variables).to.deep.equal({ temperature: 35 });
      expect(expectJson(await evaluate({ temperature: 'hot' })).Errors[0]).to.match(/^cooling:hot: /);
    });
  });
}
