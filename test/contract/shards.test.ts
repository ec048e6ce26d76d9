import { expect } from 'chai';
import { shardOf } from '../../src/platform/ids.ts';
import { parkedStart, parkLetter } from '../support/dead-letters.ts';
import { eventually, soon } from '../support/eventually.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { messageWait } from '../support/models/event-models.ts';
import { PAIR, STUCK } from '../support/models/incident-models.ts';
import { script, sequence, userTask } from '../support/models/models.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';

const SHARDS = 2;

describe('the API of several shards (docs/contributing/spec/shards.md)', () => {
  let service: TestService;
  let url: string;

  before(async () => {
    service = await startService({
      shards: SHARDS,
      env: { Feed__Enabled: 'true', Audit__Enabled: 'true', Projection__IndexedVariables: 'stuck:size' },
    });
    url = service.url;
    await deploy(url, sequence('review', userTask('check')));
    await deploy(url, sequence('quick', script('calculate', 'variables.done = true')));
    await deploy(url, oneTask('parcel', 'weigh'));
  });
  after(() => service.stop());

  /** Starts instances until each shard has one; gives their ids. */
  async function startInBoth(key: string, more: object = {}): Promise<readonly string[]> {
    const started: string[] = [];
    while (new Set(started.map(shardOf)).size < SHARDS) started.push(await start(url, key, more));
    return started;
  }

  it('reads and changes an instance in its shard when the path has an id', async () => {
    for (const id of await startInBoth('review')) {
      const task = await activeEntry(url, id, 'check');
      expect(shardOf(task)).to.equal(shardOf(id));
      expect(expectJson(await get(url, `/UserTasks/${task}`)).workflowInstanceId).to.equal(id);
      for (const act of ['claim', 'complete']) expectEmpty(await post(url, `/UserTasks/${task}/${act}`, { UserId: 'ann' }));
      expect((await stateOf(url, id)).isCompleted).to.equal(true);
      const fork = expectJson(await post(url, `/Instances/${id}/fork`, { Step: 1 })).WorkflowInstanceId;
      expect(shardOf(fork)).to.equal(shardOf(id));
      await stateOf(url, fork);
    }
  });

  it('finds incidents of all shards by a variable, also without an index and in one order, counts the ignored failures, and records the action without its reason', async () => {
    await deploy(url, STUCK);
    await start(url, 'stuck', { Variables: { size: 8, box: { colour: 'blue' } } });
    const red = await startInBoth('stuck', { Variables: { size: 7, box: { colour: 'red' } } });
    const list = async (path: string, filters: string, page: object) =>
      expectJson(await get(url, `${path}?${new URLSearchParams({ filters, ...page })}`));
    await until(
      () => list('/Incidents', 'ProcessKey==stuck', {}),
      ({ totalCount }) => totalCount === red.length + 1,
    );
    for (const filters of ['Variables.size==7', 'Variables.box.colour==red', 'ProcessKey==stuck,Variables.box.colour!=blue']) {
      const found: { workflowInstanceId: string; lastFailedAt: string }[] = [];
      for (let page = 1; page <= red.length; page += 1) {
        const { items, totalCount } = await list('/Incidents', filters, { page, pageSize: 1 });
        expect([items.length, totalCount], filters).to.deep.equal([1, red.length]);
        found.push(...items);
      }
      expect(found.map(({ workflowInstanceId: id }) => id)).to.have.members(red);
      const times = found.map(({ lastFailedAt }) => lastFailedAt);
      expect(times).to.deep.equal([...times].sort().reverse());
    }
    const { items } = await list('/Instances', 'HasProblem==true,Variables.box.colour==red', {});
    expect(items.map(({ instanceId }: { instanceId: string }) => instanceId)).to.have.members(red);
    const group = { ProcessDefinitionKey: 'stuck', ActivityId: 'work', ErrorCode: '500' };
    expectEmpty(await post(url, '/Incidents/ignore', { ...group, Reason: 'a secret reason' }));
    const ignored = async () => expectJson(await get(url, '/Incidents/ignored')).items;
    const [row, ...more] = await ignored();
    expect([row.incidentCount, more]).to.deep.equal([red.length + 1, []]);
    expectEmpty(await post(url, '/Incidents/show', group));
    expect(await ignored()).to.deep.equal([]);
    const acts = await until(
      async () => expectJson(await get(url, '/Audit?filters=Act==IgnoreFailures|ShowFailures,Result==accepted')).items,
      (rows) => rows.length >= 2,
    );
    expect(acts[0]).to.include({ targetKind: 'process', targetId: 'stuck', processKey: 'stuck' });
    expect(JSON.stringify(acts)).not.to.contain('secret');
  });

  it('lists the instances of all shards in one order, and counts the request once', async () => {
    const businessId = 'listed';
    const both = () => startInBoth('review', { BusinessId: businessId });
    const ids = [...(await both()), ...(await both())];
    const list = async (query: string) => expectJson(await get(url, `/Instances?businessId=${businessId}&${query}`));
    const { totalCount } = await until(
      () => list(''),
      (page) => page.totalCount >= ids.length,
    );
    const all: { instanceId: string; createdAt: string }[] = [];
    for (let page = 1; all.length < totalCount; page += 1) all.push(...(await list(`page=${page}&pageSize=3`)).items);
    expect(all).to.have.length(totalCount);
    expect(all.map(({ instanceId }) => instanceId)).to.have.members(ids);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).to.deep.equal([...times].sort().reverse());
    const counted = async () => {
      return (await service.runtime.metrics.text())
        .split('\n')
        .filter((line) => line.includes('"/Instances"'))
        .join('\n');
    };
    const numberIn = (text: string) => Number(/_count\{[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
    const before = numberIn(await counted());
    await list('');
    expect(numberIn(await counted())).to.equal(before + 1);
    const tasks = expectJson(await get(url, `/UserTasks?filters=BusinessId==${businessId}`));
    expect(tasks.totalCount).to.equal(totalCount);
  });

  it('returns the result of an instance when the client waits for its end', async () => {
    const shards = new Set<number>();
    while (shards.size < SHARDS) {
      const answer = expectJson(await post(url, '/Execution/start', { WorkflowId: 'quick', WaitSeconds: 60 }));
      expect([answer.Status, answer.Variables]).to.deep.equal(['completed', { done: true }]);
      shards.add(shardOf(answer.WorkflowInstanceId));
    }
  });

  it('gives a waiting worker the tasks of all shards', async () => {
    const shards = new Set<number>();
    while (shards.size < SHARDS) {
      const fetching = post(url, '/custom-tasks/weigh/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 60 });
      const id = await start(url, 'parcel');
      const [task] = expectJson(await soon('a task', fetching)).tasks;
      expect(task.workflowInstanceId).to.equal(id);
      const { lockToken: LockToken, activityInstanceId } = task;
      expectEmpty(await post(url, `/custom-tasks/${activityInstanceId}/complete`, { LockToken }));
      shards.add(shardOf(id));
    }
  });

  it('gives all events in one feed when a client continues after each event', async () => {
    const whole = async () =>
      expectJson(await http(url, { path: '/Events?limit=10000', headers: { accept: 'application/json' } })).items.length;
    const total = await eventually('the feed is at its end', async () => {
      const count = await whole();
      return count > 0 && count === (await whole()) && count;
    });
    const seen: { position: string; workflowInstanceId: string; sequence: number }[] = [];
    for (let after = '0', isAtEnd = false; !isAtEnd; ) {
      const page = expectJson(
        await http(url, { path: `/Events?limit=7&after=${after}`, headers: { accept: 'application/json' } }),
      );
      seen.push(...page.items);
      after = page.next;
      isAtEnd = page.isAtEnd;
    }
    expect(seen).to.have.length(total);
    const keys = seen.map(({ workflowInstanceId, sequence }) => `${workflowInstanceId} ${sequence}`);
    expect(new Set(keys).size).to.equal(total);
    const middle = seen[Math.floor(total / 2)] ?? expect.fail('no event');
    const rest = expectJson(
      await http(url, { path: `/Events?limit=10000&after=${middle.position}`, headers: { accept: 'application/json' } }),
    );
    expect(rest.items).to.deep.equal(seen.slice(Math.floor(total / 2) + 1));
    expectProblem(
      await get(url, '/Events?after=00000000.1'),
      409,
      'This position belongs to a different database. Restart from after=0.',
      '/Events',
    );
  });

  it('wakes a reader of the feed for an event of any shard', async () => {
    for (const shard of Array(SHARDS).keys()) {
      const next = expectJson(await http(url, { path: '/Events?after=end', headers: { accept: 'application/json' } })).next;
      const reading = http(url, { path: `/Events?wait=60&after=${next}`, headers: { accept: 'application/json' } });
      let id = '';
      while (id === '' || shardOf(id) !== shard) id = await start(url, 'quick');
      expect(expectJson(await soon('an event', reading)).items.length).to.be.greaterThan(0);
    }
  });

  it('makes one batch of the instances of all shards', async () => {
    const ids = await startInBoth('review', { BusinessId: 'batch' });
    const made = expectJson(await post(url, '/Batches', { Operation: 'cancel', Ids: ids }));
    expect(made.totalCount).to.equal(ids.length);
    const batch = await until(
      async () => expectJson(await get(url, `/Batches/${made.batchId}`)),
      ({ status }) => status === 'Completed',
    );
    expect([batch.totalCount, batch.succeededCount, batch.pendingCount]).to.deep.equal([ids.length, ids.length, 0]);
    const list = expectJson(await get(url, '/Batches'));
    expect([list.totalCount, list.items]).to.deep.equal([1, [batch]]);
    const items = expectJson(await get(url, `/Batches/${made.batchId}/items`));
    expect(items.items.map(({ subjectId }: { subjectId: string }) => subjectId)).to.have.members([...ids]);
    expect(expectJson(await get(url, '/Audit?filters=Act==CreateBatch')).totalCount).to.equal(1);
    const csv = (await get(url, '/Audit/csv?filters=Act==CreateBatch')).text.trim().split('\r\n');
    expect(csv.length - 1).to.equal(expectJson(await get(url, '/Audit?filters=Act==CreateBatch')).totalCount);
  });

  it('shows a batch only to users with all keys of its items, whatever shard these are in', async () => {
    const [first, second] = [await startInBoth('review'), await startInBoth('quick')].map((ids, shard) =>
      ids.find((id) => shardOf(id) === shard),
    );
    const { batchId } = expectJson(await post(url, '/Batches', { Operation: 'cancel', Ids: [first, second] }));
    for (const databaseUrl of service.databaseUrls) {
      const { rows } = await queryOnce(databaseUrl, 'select keys from batch where id = $1', [batchId]);
      expect(rows).to.deep.equal([{ keys: ['quick', 'review'] }]);
    }
  });

  it('changes variables of the instances of all shards once before their retry', async () => {
    await deploy(url, PAIR);
    const ids = await startInBoth('pair');
    const body = { Operation: 'retry', Filters: 'ProcessKey==pair', Variables: { ready: true }, Reason: 'late' };
    const made = expectJson(await post(url, '/Batches', body));
    expect(made.totalCount).to.equal(2 * ids.length);
    const nowOf = async () =>
      expectJson(await get(url, `/Batches/${made.batchId}/items?filters=StatusNow==Completed&pageSize=1`)).totalCount;
    await until(nowOf, (completed) => completed === made.totalCount);
    for (const id of ids) {
      const { items } = expectJson(await get(url, `/Instances/${id}/history?pageSize=100`));
      const reasons = items.filter(({ type }: { type: string }) => type === 'VariablesEdited');
      expect(reasons.map(({ data }: { data: { reason: string } }) => data.reason)).to.deep.equal(['late']);
    }
  });

  it('erases nothing while an instance of any shard is running, and counts what is suspended in all', async () => {
    await deploy(url, sequence('counted', userTask('check')));
    const ids = await startInBoth('counted', { BusinessId: 'person' });
    const acts = { suspend: true, resume: false };
    for (const [act, isSuspended] of Object.entries(acts))
      expect(expectJson(await post(url, `/Definitions/counted/${act}`, {}))).to.deep.equal({
        ...{ processDefinitionKey: 'counted', isSuspended, instances: ids.length },
      });
    const [last = '', ...others] = [...ids].reverse();
    const cancel = (id: string) => post(url, `/Instances/${id}/cancel`, { Reason: 'x' });
    for (const id of others) expectEmpty(await cancel(id));
    const erase = () => post(url, '/Instances/erase', { BusinessId: 'person' });
    const detail = `Nothing was erased: 1 instances are still running (${last}). Cancel them, or set CancelRunning to true.`;
    expectProblem(await erase(), 409, detail, '/Instances/erase');
    for (const id of others) await stateOf(url, id);
    expectEmpty(await cancel(last));
    expect(expectJson(await erase())).to.deep.include({ Erased: ids.length, IsComplete: true });
    expect(expectJson(await get(url, '/Audit?filters=Act==EraseInstances,Result==accepted')).totalCount).to.equal(1);
  });

  it('takes the oldest dead letters of all shards', async () => {
    const letters: string[] = [];
    for (const databaseUrl of [...service.databaseUrls, ...service.databaseUrls])
      letters.push(await parkLetter(databaseUrl, parkedStart('parked'), `2020-01-0${letters.length + 1}T00:00:00.000Z`));
    const drop = (Limit: number) => post(url, '/DeadLetters/drop', { ProcessKey: 'parked', Limit, Reason: 'x' });
    expect(expectJson(await drop(1))).to.deep.include({ deadLetterIds: letters.slice(0, 1), remainingCount: 3 });
    expect(expectJson(await drop(3))).to.deep.include({ deadLetterIds: letters.slice(1), remainingCount: 0 });
    const { items } = expectJson(await get(url, '/Audit?filters=Act==DropDeadLetters'));
    expect(items.map(({ processKey }: { processKey: string }) => processKey)).to.deep.equal(['parked', 'parked']);
  });

  it('keeps a version that only another shard has instances of', async () => {
    let key = '';
    for (let nth = 0, shard = 0; shard === 0; nth += 1) {
      key = `kept-${nth}`;
      await deploy(url, sequence(key, userTask('check')));
      shard = shardOf(await start(url, key));
    }
    const detail = `Version 1 of process '${key}' has instances, running or finished. Only a version without instances can be deleted.`;
    const path = `/Definitions/${key}/1`;
    expectProblem(await http(url, { method: 'DELETE', path }), 409, detail, path);
  });

  it('delivers a message with a time to live to one later receiver, in whatever shard', async () => {
    await deploy(url, messageWait('waits', 'wait', 'paid', 'order'));
    const shards = new Set<number>();
    for (let nth = 0; shards.size < SHARDS; nth += 1) {
      const order = `o-${nth}`;
      const body = { MessageName: 'paid', CorrelationKey: order, TimeToLiveSeconds: 600, MessageId: 'm' };
      const send = () => post(url, '/Execution/message', body);
      expect(expectJson(await send())).to.deep.equal({ Delivered: false, WorkflowInstanceIds: [] });
      const id = await start(url, 'waits', { Variables: { order } });
      shards.add(shardOf(id));
      await until(
        () => stateOf(url, id),
        ({ isCompleted }) => isCompleted,
      );
      expect((await send()).status).to.equal(409);
      const later = await startInBoth('waits', { Variables: { order } });
      const reached = await post(url, '/Execution/message', { MessageName: 'paid', CorrelationKey: order });
      expect(expectJson(reached).WorkflowInstanceIds).to.have.members([...later]);
    }
  });
});
