import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, TIMESTAMP, until } from '../support/http/steps.ts';
import { message, onCondition, onMessage, onSignal, onTimer, signal, startedBy } from '../support/models/event-elements.ts';
import { sequence, task } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const DISABLE = '/Definitions/disable';
const ENABLE = '/Definitions/enable';

describe('POST /Definitions/disable and /Definitions/enable (docs/contributing/spec/http/definitions.md#disable-and-enable)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('order', task('pack'), task('ship')));
  });
  after(() => service.stop());

  const disable = (ProcessDefinitionKey: unknown): Promise<HttpAnswer> => post(service.url, DISABLE, { ProcessDefinitionKey });
  const enable = (ProcessDefinitionKey: unknown): Promise<HttpAnswer> => post(service.url, ENABLE, { ProcessDefinitionKey });
  const send = (path: string, body: object): Promise<HttpAnswer> => post(service.url, `/Execution/${path}`, body);
  const startsOf = async (key: string): Promise<number> =>
    expectJson(await get(service.url, `/Definitions/${key}/instances`)).totalCount;

  /** The same at this moment: lists follow. */
  const begunOf = async (key: string): Promise<number> => {
    const text = `select count(*)::int as n from instance where definition_id like $1 || ':%'`;
    const { rows } = await queryOnce(service.databaseUrl, text, [key]);
    return rows[0].n;
  };

  for (const path of [DISABLE, ENABLE]) {
    describe(path, () => {
      itKeepsCommonRefusals(() => service.url, { path });

      it('answers 400 when the key has the wrong type, is missing or cannot be stored', async () => {
        const to = (ProcessDefinitionKey: unknown) => post(service.url, path, { ProcessDefinitionKey });
        expectProblem(await to(1), 400, 'ProcessDefinitionKey must be a string.', path);
        for (const key of [undefined, null, '', ' \u3000']) expectError(await to(key), 400, 'ProcessDefinitionKey is required');
        expectProblem(await to('a\0'), 400, 'ProcessDefinitionKey contains a character that cannot be stored.', path);
      });

      it('answers 404 when the key was never deployed, case counts', async () => {
        for (const key of ['nobody', 'Order', ' order']) {
          const detail = `Workflow with id '${key}' is not registered. Ensure the workflow is deployed before creating instances.`;
          expectProblem(await post(service.url, path, { ProcessDefinitionKey: key }), 404, detail, path);
        }
      });
    });
  }

  it('answer the row of the latest version when the key is switched', async () => {
    const row = expectJson(await disable('order'));
    expect(row).to.deep.equal({
      processDefinitionId: row.processDefinitionId,
      processDefinitionKey: 'order',
      version: 2,
      deployedAt: row.deployedAt,
      activitiesCount: 4,
      sequenceFlowsCount: 3,
      isActive: false,
    });
    expect(row.processDefinitionId).to.match(/^order:2:/);
    expect(row.deployedAt).to.match(TIMESTAMP);
    expect(expectJson(await enable('order'))).to.deep.equal({ ...row, isActive: true });
    const { items } = await until(
      async () => expectJson(await get(service.url, '/Definitions?filters=ProcessDefinitionKey==order')),
      ({ items: [first] }) => first.isActive === true,
    );
    expect(items[0]).to.deep.equal({ ...row, isActive: true });
  });

  it('show the same isActive on all versions when the key is switched', async () => {
    for (const [turn, isActive] of [
      [disable, false],
      [enable, true],
    ] as const) {
      expectJson(await turn('order'));
      const flags = async () => {
        const { items } = expectJson(await get(service.url, '/Definitions?filters=ProcessDefinitionKey==order'));
        return items.map((item: { isActive: boolean }) => item.isActive) as boolean[];
      };
      expect(await until(flags, (all) => all[0] === isActive)).to.deep.equal([isActive, isActive]);
    }
  });

  it('change nothing when the key is so already', async () => {
    const active = expectJson(await enable('order'));
    expect(expectJson(await enable('order'))).to.deep.equal(active);
    const inactive = expectJson(await disable('order'));
    expect(expectJson(await disable('order'))).to.deep.equal(inactive);
    expectJson(await enable('order'));
  });

  it('refuse a start with 409 while the key is disabled, running instances continue', async () => {
    const id = await start(service.url, 'order');
    expectJson(await disable('order'));
    const detail = "Process 'order' is disabled. Enable it before creating new instances.";
    expectProblem(await send('start', { WorkflowId: 'order' }), 409, detail, '/Execution/start');
    for (const ActivityId of ['pack', 'ship'])
      expectEmpty(await send('complete-activity', { WorkflowInstanceId: id, ActivityId }));
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
    expectJson(await enable('order'));
    expectJson(await send('start', { WorkflowId: 'order' }));
  });

  it('leave call activities alone that call a disabled key', async () => {
    await deploy(service.url, sequence('called', task('inner')));
    await deploy(service.url, sequence('caller', '<callActivity id="call" calledElement="called"/>'));
    expectJson(await disable('called'));
    const id = await start(service.url, 'caller');
    expect((await stateOf(service.url, id)).activeActivityIds).to.deep.equal(['call']);
    expect(await startsOf('called')).to.equal(1);
  });

  it('take message, signal and conditional start events away and bring them back', async () => {
    await deploy(service.url, startedBy('by-message', message('m', 'switch'), onMessage('m')));
    await deploy(service.url, startedBy('by-signal', signal('switched'), onSignal('switched')));
    await deploy(service.url, startedBy('by-condition', '', onCondition('x > 1')));
    const asked = () =>
      Promise.all([
        send('message', { MessageName: 'switch' }),
        send('signal', { SignalName: 'switched' }),
        send('evaluate-conditions', { WorkflowId: 'by-condition', Variables: { x: 2 } }),
      ]);
    const started = async () =>
      (await asked()).map(({ status, json }) => [status, (json.WorkflowInstanceIds ?? json.StartedInstanceIds)?.length ?? 0]);
    expect(await started()).to.deep.equal([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    for (const key of ['by-message', 'by-signal', 'by-condition']) expectJson(await disable(key));
    expect(await started()).to.deep.equal([
      [404, 0],
      [404, 0],
      [200, 0],
    ]);
    for (const key of ['by-message', 'by-signal', 'by-condition']) expectJson(await enable(key));
    expect(await started()).to.deep.equal([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
  });

  it('register the start events of the latest version when enabled, not those of before', async () => {
    await deploy(service.url, startedBy('moving', message('m', 'old-way'), onMessage('m')));
    expectJson(await disable('moving'));
    await deploy(service.url, startedBy('moving', message('m', 'new-way'), onMessage('m')));
    for (const MessageName of ['old-way', 'new-way']) expect((await send('message', { MessageName })).status).to.equal(404);
    expectJson(await enable('moving'));
    expect((await send('message', { MessageName: 'old-way' })).status).to.equal(404);
    const { WorkflowInstanceIds } = expectJson(await send('message', { MessageName: 'new-way' }));
    expect((await stateOf(service.url, WorkflowInstanceIds[0])).isCompleted).to.equal(true);
  });

  it('keep a disabled key disabled when it is deployed again (docs/contributing/spec/http/definitions.md#deploy-while-disabled)', async () => {
    await deploy(service.url, sequence('asleep', task('pack')));
    expectJson(await disable('asleep'));
    expect(await deploy(service.url, sequence('asleep', task('pack')))).to.equal(2);
    expect((await send('start', { WorkflowId: 'asleep' })).status).to.equal(409);
    const row = expectJson(await disable('asleep'));
    expect([row.version, row.isActive]).to.deep.equal([2, false]);
  });

  // slow: timers of one second
  itFull('stop and restart a timer start when the key is switched, and a past date does not fire again', async () => {
    await deploy(service.url, startedBy('past', '', onTimer('2020-01-01T00:00:00Z', 'timeDate')));
    await until(
      () => startsOf('past'),
      (count) => count === 1,
    );
    expectJson(await disable('past'));
    expectJson(await enable('past'));
    await deploy(service.url, startedBy('ticking', '', onTimer('R/PT1S', 'timeCycle')));
    await until(
      () => startsOf('ticking'),
      (count) => count >= 1,
    );
    expectJson(await disable('ticking'));
    const disabledAt = await begunOf('ticking');
    await deploy(service.url, startedBy('clock', '', onTimer('R2/PT1S', 'timeCycle')));
    await until(
      () => startsOf('clock'),
      (count) => count === 2,
    );
    expect(await begunOf('ticking')).to.be.within(disabledAt, disabledAt + 1); // one may have been on its way
    expectJson(await enable('ticking'));
    await until(
      () => startsOf('ticking'),
      (count) => count > disabledAt + 1,
    );
    expect(await startsOf('past')).to.equal(1);
  });
});
