// tier all: the workers and queues of two databases; takes 15 s
import { expect } from 'chai';
import { newId, shardOf } from '../../src/platform/ids.ts';
import { eventually } from '../support/eventually.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf } from '../support/http/steps.ts';
import { catching, message, onMessage, processOf, startedBy, throwing } from '../support/models/event-elements.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';

const SHARDS = [0, 1];
const ROOTS = message('m', 'paid', 'order');

// slow: 5 s, two shards with their workers start
describe('requests to two shards at the same time (docs/contributing/spec/shards.md)', () => {
  let service: TestService;
  let url: string;
  before(async () => {
    service = await startService({ shards: SHARDS.length });
    url = service.url;
    await deploy(url, processOf('throws', ROOTS, [userTask('go'), throwing('throw', onMessage('m'))]));
    await deploy(url, processOf('hears', ROOTS, [catching('wait', onMessage('m'))]));
    await deploy(url, startedBy('starts', ROOTS, onMessage('m'), [userTask('check')]));
    await deploy(url, sequence('review', userTask('check')));
  });
  after(() => service.stop());

  const countIn = async (shard: number, text: string, values: readonly unknown[] = []) =>
    (await queryOnce(service.databaseUrls[shard] ?? '', `select count(*)::int as count from ${text}`, values)).rows[0]
      .count as number;
  const started = () => Promise.all(SHARDS.map((shard) => countIn(shard, `instance where definition_id like 'starts:%'`)));
  const untilSent = () =>
    eventually('empty outboxes', async () =>
      (await Promise.all(SHARDS.map((shard) => countIn(shard, 'outbox')))).every((count) => count === 0),
    );
  const act = async (taskId: string, what: string) =>
    expectEmpty(await post(url, `/UserTasks/${taskId}/${what}`, { UserId: 'ann' }));
  /** Starts instances until one is in this shard; gives the last one with its key. */
  async function startIn(shard: number, key: string, order?: string): Promise<{ readonly id: string; readonly order: string }> {
    for (;;) {
      const named = order ?? newId();
      const id = await start(url, key, { Variables: { order: named } });
      if (shardOf(id) === shard) return { id, order: named };
    }
  }

  for (const shard of SHARDS)
    for (const throwers of [
      [0, 1],
      [1, 1],
      [0, 0],
    ])
      it(`deliver each message once, to a receiver in shard ${shard} or to a start event, when shards ${throwers.join(' and ')} throw two`, async () => {
        const [first = 0, second] = await started();
        expect(second).to.equal(0);
        const { id, order } = await startIn(shard, 'hears');
        const tasks: string[] = [];
        for (const from of throwers) tasks.push(await activeEntry(url, (await startIn(from, 'throws', order)).id, 'go'));
        for (const taskId of tasks) await act(taskId, 'claim');
        await Promise.all(tasks.map((taskId) => act(taskId, 'complete')));
        await untilSent();
        expect((await stateOf(url, id)).isCompleted).to.equal(true);
        expect(await started(), 'the other message starts an instance').to.deep.equal([first + 1, 0]);
      });

  it('execute a request with one key once, when it is sent twice', async () => {
    const [before = 0] = await started();
    for (let n = 0; n < 6; n += 1) {
      const headers = { 'Idempotency-Key': newId() };
      const twice = (path: string, body: object) =>
        Promise.all([post(url, path, body, headers), post(url, path, body, headers)]).then((answers) => answers.map(expectJson));
      const [one, other] = await twice('/Execution/start', { WorkflowId: 'review', BusinessId: 'twice' });
      expect(one).to.deep.equal(other);
      const key = { 'Idempotency-Key': newId() };
      const body = { MessageName: 'paid', CorrelationKey: newId() };
      const answers = await Promise.all([post(url, '/Execution/message', body, key), post(url, '/Execution/message', body, key)]);
      expect(expectJson(answers[0]!)).to.deep.equal(expectJson(answers[1]!));
    }
    const counts = await Promise.all(SHARDS.map((shard) => countIn(shard, `instance where definition_id like 'review:%'`)));
    expect(counts[0]! + counts[1]!).to.equal(6);
    expect(await started()).to.deep.equal([before + 6, 0]);
  });

  it('execute one of two requests with the same key, and refuse the other', async () => {
    for (let n = 0; n < 4; n += 1) {
      const headers = { 'Idempotency-Key': newId() };
      const answers = await Promise.all(
        ['a', 'b'].map((BusinessId) => post(url, '/Execution/start', { WorkflowId: 'review', BusinessId }, headers)),
      );
      expect(answers.map(({ status }) => status)).to.have.members([200, 422]);
    }
  });

  it('start instances of one of the versions when two are deployed during starts', async () => {
    const model = (id: string) => sequence('changed', userTask(id));
    await deploy(url, model('v1'));
    const starts = Array.from({ length: 30 }, () => start(url, 'changed'));
    const versions = await Promise.all([deploy(url, model('v2')), deploy(url, model('v3'))]);
    expect(versions).to.have.members([2, 3]);
    for (const id of await Promise.all(starts)) {
      const { activeActivityIds, processDefinitionId } = await stateOf(url, id);
      expect(activeActivityIds).to.deep.equal([`v${/^changed:(\d+)/.exec(processDefinitionId)?.[1]}`]);
    }
    const definitions = () =>
      Promise.all(
        service.databaseUrls.map(async (database) => {
          const { rows } = await queryOnce(
            database,
            `select definition_id, version from definition_version where key = 'changed' order by 2`,
          );
          return rows;
        }),
      );
    const [first, second] = await eventually('the copies', async () => {
      const both = await definitions();
      return both[1]?.length === 3 && both;
    });
    expect(second).to.deep.equal(first);
  });
});
