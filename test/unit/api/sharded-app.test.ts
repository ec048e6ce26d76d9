import { expect } from 'chai';
import { countFreeIn, findEndedIn, watchedDatabases } from '../../../src/api/shards/watched-databases.ts';
import { newId, shardOf } from '../../../src/platform/ids.ts';
import { expectJson, expectProblem } from '../../support/http/expect-answer.ts';
import { get, http, post } from '../../support/http/http-client.ts';
import { type AppUnderTest, openApp } from './app-under-test.ts';

const fault = () => Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
const AWAY = "Shard 's1': The database is not reachable.";

describe('the API with several shards (docs/contributing/spec/shards.md#reads)', () => {
  let app: AppUnderTest;
  before(async () => {
    app = await openApp({ shardFaults: [undefined, fault()] });
  });
  after(() => app.close());
  beforeEach(() => {
    app.sent.length = 0;
  });

  it('forks an instance in its shard', async () => {
    app.reply = (command) => {
      const result = { instanceId: 'forkId' in command ? command.forkId : '', step: 1 };
      return { kind: 'reply', replayed: false, reply: { ok: true, result } };
    };
    const { WorkflowInstanceId } = expectJson(await post(app.url, `/Instances/${newId(7)}/fork`, {}));
    expect(shardOf(WorkflowInstanceId)).to.equal(7);
  });

  it('answers 503 and names the shard when one that a request needs is away', async () => {
    for (const path of ['/Instances', '/Incidents', `/Instances/${newId(1)}/state`, '/custom-tasks']) {
      const repeat = ' Repeat the request after the Retry-After delay.';
      expectProblem(await get(app.url, path), 503, AWAY + repeat, path);
    }
    const path = '/Definitions/order/1';
    const unknown = ' The outcome is unknown. Repeat the request with the same Idempotency-Key.';
    expectProblem(await http(app.url, { method: 'DELETE', path }), 503, AWAY + unknown, path);
    expect(app.sent).to.deep.equal([]);
    expectJson(await get(app.url, '/Definitions'));
    expect((await get(app.url, '/health')).status).to.equal(200);
  });
});

describe('requests that wait with several shards (docs/contributing/spec/shards.md#reads)', () => {
  type Databases = Parameters<typeof countFreeIn>[0];
  /** Databases that answer each query with these rows, or throw. */
  const databases = (...answers: readonly (readonly object[] | Error)[]): Databases =>
    watchedDatabases({
      db: undefined as never,
      shards: answers.map((answer, number) => {
        const executeQuery = async () => {
          if (answer instanceof Error) throw answer;
          return { rows: answer };
        };
        const executor = { executeQuery, transformQuery: (node: unknown) => node, compileQuery: () => ({}) };
        const db = { getExecutor: () => executor, executeQuery };
        return { name: `s${number}`, db: db as never, lists: undefined as never, isOpen: () => true };
      }),
    });
  const wanted = [{ wanted: 'print', most: 5 }];

  it('add the free tasks of the shards that are reachable', async () => {
    const free = await countFreeIn(databases([{ at: 1, free: 2 }], fault(), [{ at: 1, free: 3 }]), wanted);
    expect([...free]).to.deep.equal([['print', 5]]);
  });

  it('fail when no shard is reachable, or when a query is wrong', async () => {
    for (const wrong of [databases(fault(), fault()), databases([], new Error('syntax'))]) {
      const outcome = await countFreeIn(wrong, wanted).catch((error: Error) => error.message);
      expect(outcome).to.be.oneOf(['connection refused', 'syntax']);
    }
  });

  it('ask each shard for its instances', async () => {
    const [own, other] = [newId(), newId(1)];
    expect([...(await findEndedIn(databases([{ id: own }], [{ id: other }]), [own]))]).to.deep.equal([own]);
    expect([...(await findEndedIn(databases([{ id: own }], [{ id: other }]), [own, other]))]).to.deep.equal([own, other]);
  });
});
