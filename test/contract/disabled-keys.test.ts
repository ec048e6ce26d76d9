import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, TIMESTAMP } from '../support/http/steps.ts';
import { startedByCondition, startedByMessage, startedBySignal } from '../support/models/event-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const NOT_REGISTERED = "Workflow with id 'nobody' is not registered. Ensure the workflow is deployed before creating instances.";

describe('POST /Definitions/disable and /enable (docs/contributing/spec/http/definitions.md#disable-and-enable)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const turn = (name: string, ProcessDefinitionKey: unknown) =>
    post(service.url, `/Definitions/${name}`, { ProcessDefinitionKey });
  const disable = (key: string) => turn('disable', key);
  const enable = (key: string) => turn('enable', key);

  for (const name of ['disable', 'enable']) {
    describe(name, () => {
      const path = `/Definitions/${name}`;
      itKeepsCommonRefusals(() => service.url, { path });

      it('answers 400 when the key is not a text, missing, null, blank or cannot be stored', async () => {
        expectProblem(await turn(name, 7), 400, 'ProcessDefinitionKey must be a string.', path);
        for (const key of [undefined, null, '', ' \t'])
          expectError(await turn(name, key), 400, 'ProcessDefinitionKey is required');
        expectProblem(await turn(name, 'a\u0000'), 400, 'ProcessDefinitionKey contains a character that cannot be stored.', path);
      });

      it('answers 404 when the key was never deployed, case counts', async () => {
        expectProblem(await turn(name, 'nobody'), 404, NOT_REGISTERED, path);
        await deploy(service.url, sequence(`cased-${name}`, task('pack')));
        expect((await turn(name, `Cased-${name}`)).status).to.equal(404);
      });
    });
  }

  it('answers the row of the latest version, which all versions then show', async () => {
    await deploy(service.url, sequence('rows', task('pack')));
    await deploy(service.url, sequence('rows', task('pack'), task('ship')));
    const answer = await disable('rows');
    const row = expectJson(answer);
    expect(row.processDefinitionId).to.match(/^rows:2:/);
    expect(row.deployedAt).to.match(TIMESTAMP);
    const { processDefinitionId, deployedAt, ...rest } = row;
    expect(rest).to.deep.equal({
      processDefinitionKey: 'rows',
      version: 2,
      activitiesCount: 4,
      sequenceFlowsCount: 3,
      isActive: false,
    });
    const from = { 'Service-Min-Position': answer.headers['service-position'] as string };
    const { items } = expectJson(await get(service.url, '/Definitions?filters=ProcessDefinitionKey==rows', from));
    expect(items[0]).to.deep.equal({ ...rest, processDefinitionId, deployedAt });
    expect(items.map((item: { isActive: boolean }) => item.isActive)).to.deep.equal([false, false]);
  });

  it('answers 200 with the row and changes nothing when the key is so already', async () => {
    await deploy(service.url, sequence('twice', task('pack')));
    const active = await enable('twice');
    expect(expectJson(active).isActive).to.equal(true);
    const first = expectJson(await disable('twice'));
    const second = await disable('twice');
    expect(expectJson(second)).to.deep.equal(first);
    for (const answer of [active, second]) expect(answer.headers).not.to.have.property('service-position');
  });

  it('lets start answer 409, and what runs continue, when the key is disabled', async () => {
    await deploy(service.url, sequence('off', task('pack')));
    const running = await start(service.url, 'off');
    expectJson(await disable('off'));
    const refused = await post(service.url, '/Execution/start', { WorkflowId: 'off' });
    expectProblem(refused, 409, "Process 'off' is disabled. Enable it before creating new instances.", '/Execution/start');
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: running, ActivityId: 'pack' }));
    expect((await stateOf(service.url, running)).isCompleted).to.equal(true);
    expectJson(await enable('off'));
    await start(service.url, 'off');
  });

  it('lets a call activity call the key when it is disabled', async () => {
    await deploy(service.url, sequence('called', task('pack')));
    await deploy(service.url, sequence('calling', '<callActivity id="call" calledElement="called"/>'));
    expectJson(await disable('called'));
    const state = await stateOf(service.url, await start(service.url, 'calling'));
    expect([state.isFailed, state.activeActivityIds]).to.deep.equal([false, ['call']]);
  });

  itFull(
    'takes message, signal and conditional start events away, and enable brings those of the latest version back',
    async () => {
      const message = () => post(service.url, '/Execution/message', { MessageName: 'switched' });
      const signal = () => post(service.url, '/Execution/signal', { SignalName: 'switched' });
      const conditions = () =>
        post(service.url, '/Execution/evaluate-conditions', { WorkflowId: 'on-heat', Variables: { heat: 9 } });
      await deploy(service.url, startedByMessage('on-message', 'switched'));
      await deploy(service.url, startedBySignal('on-signal', 'switched'));
      await deploy(service.url, startedByCondition('on-heat', 'heat > 1'));
      for (const key of ['on-message', 'on-signal', 'on-heat']) expectJson(await disable(key));
      expect([(await message()).status, (await signal()).status]).to.deep.equal([404, 404]);
      expect(expectJson(await conditions())).to.deep.equal({ StartedInstanceIds: [] });
      for (const key of ['on-message', 'on-signal', 'on-heat']) expectJson(await enable(key));
      expect([(await message()).status, (await signal()).status]).to.deep.equal([200, 200]);
      expect(expectJson(await conditions()).StartedInstanceIds).to.have.length(1);
    },
  );

  it('stays disabled, its start events unregistered, when it is deployed again (docs/contributing/spec/http/definitions.md#deploy-while-disabled)', async () => {
    await deploy(service.url, startedByMessage('kept-off', 'later'));
    expectJson(await disable('kept-off'));
    expect(await deploy(service.url, startedByMessage('kept-off', 'later'))).to.equal(2);
    expect((await post(service.url, '/Execution/message', { MessageName: 'later' })).status).to.equal(404);
    expect((await post(service.url, '/Execution/start', { WorkflowId: 'kept-off' })).status).to.equal(409);
    const row = expectJson(await enable('kept-off'));
    expect([row.version, row.isActive]).to.deep.equal([2, true]);
    expectJson(await post(service.url, '/Execution/message', { MessageName: 'later' }));
  });
});
