import { expect } from 'chai';
import { openPool, type Pool, type PoolClient } from '../../../src/db/pool.ts';
import type { Statement } from '../../../src/db/statement.ts';
import { entityId, newId } from '../../../src/platform/ids.ts';
import { runCommandBatch } from '../../../src/worker/transaction/run-command-batch.ts';
import { claimOf, completeOf, completeTaskOf, deployOf, startOf } from '../../support/commands.ts';
import { model, script, sequence, task, userTask } from '../../support/models/models.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('one command batch is one transaction (docs/contributing/architecture.md#the-transaction)', () => {
  let side: WriteSide;

  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(sequence('order', task('work'), task('more')));
    await side.sql('truncate journal, projection_todo, inbox');
  });
  afterEach(() => side.close());

  const count = (table: string) => side.value<number>(`select count(*)::int from ${table}`);
  async function tables(): Promise<Record<string, number>> {
    const names = ['journal', 'instance', 'inbox', 'projection_todo', 'user_task', 'outbox', 'dead_letter', 'definition_version'];
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)])));
  }

  it('writes one journal row per command and instance, one row per instance, one mark for the projector', async () => {
    const [a, b] = [startOf('order'), startOf('order')];
    const replies = await side.run(a, b, completeOf(newId(), 'work'));
    expect(replies.map((reply) => reply?.ok)).to.deep.equal([true, true, false]);
    expect(await tables()).to.deep.equal({
      journal: 2,
      instance: 2,
      inbox: 3,
      projection_todo: 2,
      user_task: 0,
      outbox: 0,
      dead_letter: 0,
      definition_version: 1,
    });
    await side.run(completeOf(a.instanceId, 'work'), completeOf(a.instanceId, 'more'), completeOf(b.instanceId, 'work'));
    const rows = await side.sql(
      'select subject_id, array_agg(seq order by seq) as seqs from journal group by subject_id order by count(*)',
    );
    expect(rows).to.deep.equal([
      { subject_id: b.instanceId, seqs: [1, 2] },
      { subject_id: a.instanceId, seqs: [1, 2, 3] },
    ]);
    expect([await count('projection_todo'), await count('instance'), await count('inbox')]).to.deep.equal([4, 2, 6]);
    const states = await side.sql('select seq, is_terminal from instance order by seq');
    expect(states).to.deep.equal([
      { seq: 2, is_terminal: false },
      { seq: 3, is_terminal: true },
    ]);
  });

  it('sends one statement per table, however many commands it carries', async () => {
    const { pool, names } = watchedPool(side.url);
    // on a slow machine others have their turn in between
    const sent = () => names.splice(0).filter((name) => name !== 'nothing');
    const tools = side.worker({ pool });
    const starts = Array.from({ length: 20 }, () => startOf('order'));
    await runCommandBatch(tools, commandBatchOf(starts, { replyTo: 'test' }));
    expect(sent()).to.deep.equal([
      ...['find-processes', 'open-inbox-3', 'find-definition-2', 'claim-definitions'],
      ...['store-replies', 'append-journal-2', 'save-instances-5', 'mark-unprojected'],
    ]);
    const commands = starts.map(({ instanceId }) => completeOf(instanceId, 'work'));
    await runCommandBatch(tools, commandBatchOf(commands, { replyTo: 'test' }));
    expect(sent()).to.deep.equal([
      ...['lock-instances-2', 'open-inbox-3'],
      ...['store-replies', 'append-journal-2', 'save-instances-5', 'mark-unprojected'],
    ]);
  });

  it('changes nothing but the inbox when the rules refuse a command (docs/contributing/spec/http.md#refused-changes-nothing)', async () => {
    const start = startOf('order');
    await side.run(start);
    const before = await tables();
    const [reply] = await side.run(completeOf(start.instanceId, 'more'));
    expect(reply).to.deep.equal({ ok: false, rejection: { code: 'NO_ACTIVE_ENTRY', activityId: 'more' } });
    expect(await tables()).to.deep.equal({ ...before, inbox: before['inbox']! + 1 });
  });

  it('answers from the record and decides nothing again when a command is delivered twice', async () => {
    const start = startOf('order');
    const [first] = await side.run(start);
    const before = await tables();
    const { announcements } = await runCommandBatch(side.worker(), commandBatchOf([start], { replyTo: 'test' }));
    expect(announcements).to.deep.equal([{ commandId: start.id, outcome: 'replayed', reply: first }]);
    expect(await tables()).to.deep.equal(before);
  });

  it('runs a command once when it is twice in a command batch', async () => {
    const start = startOf('order');
    const again = { ...start, instanceId: newId() };
    const replies = await side.run(start, again);
    expect(replies).to.containSubset([
      { ok: true, result: { instanceId: start.instanceId } },
      { ok: true, result: { instanceId: start.instanceId } },
    ]);
    expect(await count('instance')).to.equal(1);
  });

  it('reports conflict and changes nothing when the id is on record for a command of another kind', async () => {
    const first = startOf('order');
    await side.run(first);
    const { id } = first;
    const others = [
      { ...startOf('order'), id },
      { ...completeOf(first.instanceId, 'work'), id },
      { ...deployOf('<x/>'), id },
    ];
    const outcomes: string[] = [];
    for (const other of others) {
      const { announcements } = await runCommandBatch(side.worker(), commandBatchOf([other], { replyTo: 'test' }));
      outcomes.push(...announcements.map(({ outcome }) => outcome));
    }
    expect(outcomes).to.deep.equal(['replayed', 'conflict', 'conflict']);
    expect(await count('journal')).to.equal(1);
  });

  it('answers from a record that does not name the kind, as earlier releases wrote it', async () => {
    const first = startOf('order');
    const [reply] = await side.run(first);
    await side.sql(`update inbox set reply = (reply::jsonb - 'kind')::json where command_id = $1`, [first.id]);
    expect(await side.run(first)).to.deep.equal([reply]);
    expect(reply).not.to.have.property('kind');
  });

  it('reports conflict when the id is on record with another content, and matches when either has no fingerprint', async () => {
    const [first, plain] = [startOf('order'), startOf('order')];
    const tools = side.worker();
    const run = (id: string, fingerprint?: string) =>
      runCommandBatch(
        tools,
        commandBatchOf([startOf('order', { id })], {
          replyTo: 'test',
          ...(fingerprint === undefined ? {} : { fingerprints: { [id]: fingerprint } }),
        }),
      ).then(({ announcements }) => announcements[0]?.outcome);
    expect(await run(first.id, 'a')).to.equal('done');
    expect(await run(first.id, 'b')).to.equal('conflict');
    expect(await run(first.id, 'a')).to.equal('replayed');
    expect(await run(first.id)).to.equal('replayed');
    expect(await run(plain.id)).to.equal('done');
    expect(await run(plain.id, 'c')).to.equal('replayed');
    expect(await count('instance')).to.equal(2);
  });

  it('keeps the index of user tasks in the same transaction', async () => {
    await side.deploy(sequence('ask', userTask('review')));
    const start = startOf('ask');
    await side.run(start);
    const [index] = await side.sql<{ task_id: string; entry: number; is_open: boolean }>('select * from user_task');
    expect(index).to.include({ instance_id: start.instanceId, is_open: true });
    expect(index?.task_id).to.equal(entityId(start.instanceId, index?.entry ?? -1));
    const replies = await side.run(claimOf(index?.task_id ?? '', 'ann'), completeTaskOf(index?.task_id ?? '', 'ann'));
    expect(replies.map((reply) => reply?.ok)).to.deep.equal([true, true]);
    expect(await side.value('select is_open from user_task')).to.equal(false);
    const [late] = await side.run(completeTaskOf(index?.task_id ?? '', 'ann'));
    expect(late?.ok).to.equal(false);
  });

  it('applies the journal when the snapshot is of another version (journal is the truth)', async () => {
    await side.deploy(sequence('vars', script('set', 'x = 7'), task('work'), script('add', 'y = x + 1'), task('more')));
    const start = startOf('vars', { variables: { z: [1] } });
    await side.run(start);
    const kept = await side.value<string>('select state from instance');
    await side.sql(`update instance set state = '{"v":0}'`);
    const twin = startOf('vars', { variables: { z: [1] } });
    await side.run(twin);
    expect((await side.run(completeOf(start.instanceId, 'work'), completeOf(twin.instanceId, 'work'))).map((r) => r?.ok)).to.eql([
      true,
      true,
    ]);
    const states = await side.sql<{ id: string; state: string }>('select id, state from instance');
    const of = (id: string) => JSON.parse(states.find((row) => row.id === id)?.state ?? '{}');
    expect(JSON.parse(kept).v).to.equal(of(start.instanceId).v);
    const timeless = (state: Record<string, unknown>) =>
      JSON.parse(JSON.stringify(state, (name, value) => (/^(instanceId|startedAt|since)$/.test(name) ? 0 : value)));
    expect(timeless(of(start.instanceId))).to.deep.equal(timeless(of(twin.instanceId)));
  });

  it('refuses a file that is not BPMN and deploys nothing of it', async () => {
    const before = await tables();
    const [reply] = await side.run(deployOf(model('broken', '<startEvent id="a"/><task id="a"/>')));
    expect(reply?.ok === false && reply.rejection.code).to.equal('INVALID_BPMN');
    expect(await tables()).to.deep.equal({ ...before, inbox: before['inbox']! + 1 });
    expect(await side.value(`select count(*)::int from process where key = 'broken'`)).to.equal(0);
  });
});

/** A worker's pool that records the names of its prepared statements. */
function watchedPool(url: string): { pool: Pool; names: string[] } {
  const pool = openPool(url, { max: 1, applicationName: 'sluice test watched', isPipelined: true });
  const names: string[] = [];
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const { name } = given[0] as Partial<Statement>;
      if (name !== undefined) names.push(name);
      return query(...given);
    }) as typeof client.query;
  });
  return { pool, names };
}
