import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readArchive } from '../../../src/cli/commands/read-archive.ts';
import { withTransaction } from '../../../src/db/connection.ts';
import type { RetentionRule } from '../../../src/platform/config/setting-types.ts';
import { newId } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { forgetAuditEntries } from '../../../src/store/audit-entries.ts';
import { forgetBatches } from '../../../src/store/batches.ts';
import { forgetEvaluations } from '../../../src/store/decision-evaluations.ts';
import { setPause } from '../../../src/worker/pause-points.ts';
import { Archive, MARKER } from '../../../src/worker/retention/archive.ts';
import { deleteExpired, deleteOldVersions, type RetentionTools } from '../../../src/worker/retention/retention-loop.ts';
import { startOf } from '../../support/commands.ts';
import { script, sequence, task } from '../../support/models/models.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

const DAY_MS = 86_400_000;
const rules = (...given: readonly [pattern: string, days: number | null][]): RetentionRule[] =>
  given.map(([pattern, days]) => ({ pattern, keepMs: days === null ? null : days * DAY_MS }));

describe('the retention of a worker (docs/contributing/spec/retention.md)', () => {
  let side: WriteSide;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-archive-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(sequence('quick', script('s', 'variables.done = true')));
    await side.deploy(sequence('other', script('s', 'variables.done = true')));
    await side.deploy(sequence('long', task('wait')));
  });
  afterEach(async () => {
    setPause(undefined);
    await side.close();
  });

  const tools = (instances: readonly RetentionRule[], more: Partial<RetentionTools> = {}): RetentionTools => ({
    pool: side.pool,
    log: silentLog,
    metrics: openMetrics(),
    retention: { instances, definitions: [] },
    signalProjectors: () => {},
    ...more,
  });
  const started = async (key: string, daysAgo: number) => {
    const [reply] = await side.run(startOf(key, { businessId: `of ${key}` }));
    if (reply?.ok !== true || !('instanceId' in reply.result)) throw new Error(`not started: ${JSON.stringify(reply)}`);
    const id = reply.result.instanceId as string;
    await side.sql(`update instance set ended_at = ended_at - make_interval(days => $2) where id = $1`, [id, daysAgo]);
    return id;
  };
  const left = async () => (await side.sql<{ id: string }>('select id from instance')).map(({ id }) => id).sort();
  const filesOf = (path: string): string[] =>
    readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));

  it('deletes what has ended long enough ago, by the most specific rule of its key, and nothing that runs', async () => {
    const old = await started('quick', 31);
    const young = await started('quick', 29);
    const kept = await started('other', 31);
    const running = await started('long', 0);
    await deleteExpired(tools(rules(['*', 30], ['oth*', 60], ['o*', 1])));
    expect(await left()).to.deep.equal([young, kept, running].sort());
    expect(await side.value('select count(*)::int from journal where subject_id = $1', [old])).to.equal(0);
    expect(await side.value(`select count(*)::int from projection_todo where subject_id = $1 and kind = 'x'`, [old])).to.equal(1);
    await deleteExpired(tools(rules(['*', 30], ['quick', null], ['other', 30])));
    expect(await left()).to.deep.equal([young, running].sort());
  });

  it('finds out when those ended that a release before this one has ended', async () => {
    const id = await started('quick', 0);
    await side.sql(`update instance set ended_at = null where id = $1`, [id]);
    await side.sql(`update journal set at = at - interval '40 days' where subject_id = $1`, [id]);
    await deleteExpired(tools(rules(['*', 30])));
    expect(await left()).to.deep.equal([]);
  });

  it('leaves alone what another transaction holds, and what still has something to send', async () => {
    const [locked, sending, free] = [await started('quick', 31), await started('quick', 31), await started('quick', 31)];
    await side.sql(`insert into outbox (command_id, command, created_at, sender_id) values ($1, '{}', now(), $2)`, [
      newId(),
      sending,
    ]);
    await withTransaction(side.pool, async (transaction) => {
      await transaction.query({ name: 'lock', text: 'select from instance where id = $1 for update' }, [locked]);
      await deleteExpired(tools(rules(['*', 30])));
    });
    expect(await left()).to.deep.equal([locked, sending].sort());
    expect(free).to.be.a('string');
  });

  it('shares the work without an error when several workers delete concurrently', async () => {
    for (let n = 0; n < 40; n++) await started('quick', 31);
    await Promise.all([1, 2, 3].map(() => deleteExpired(tools(rules(['*', 30])))));
    expect(await left()).to.deep.equal([]);
  });

  it('writes instances to a file per day and process before it deletes them, and they can be read from there', async () => {
    const path = join(folder, 'read');
    const ids = [await started('quick', 31), await started('quick', 31), await started('quick', 32), await started('other', 31)];
    const archive = new Archive(path, 'i');
    await deleteExpired(tools(rules(['*', 30]), { archive }));
    expect(await left()).to.deep.equal([]);
    const files = filesOf(path);
    expect(files).to.have.length(3);
    const modes = [path, ...files.map((file) => join(path, file))].map((one) => (statSync(one).mode & 0o777).toString(8));
    expect(modes).to.deep.equal(['700', '600', '600', '600']);
    const contents = await Promise.all(files.map((file) => readArchive(join(path, file), () => true)));
    const found = contents.flatMap(({ instances }) => instances);
    expect(found.map(({ head }) => head.instanceId).sort()).to.deep.equal([...ids].sort());
    for (const { head, steps } of found) {
      expect(steps).to.have.length(head.journalRows);
      expect(steps[0]?.events[0]?.type).to.equal('InstanceStarted');
      expect([head.state.status, head.state.businessId]).to.deep.equal(['completed', `of ${head.processKey}`]);
    }
  });

  it('deletes nothing that is in no file when it is killed in between, and shows duplicates once', async () => {
    const path = join(folder, 'killed');
    const id = await started('quick', 31);
    const archive = new Archive(path, 'i');
    setPause((point) => (point === 'before-deletion' ? Promise.reject(new Error('killed')) : undefined));
    await deleteExpired(tools(rules(['*', 30]), { archive })).catch(() => {});
    setPause(undefined);
    expect(await left()).to.deep.equal([id]);
    const [name = ''] = filesOf(path);
    const file = join(path, name);
    const once = statSync(file).size;
    // a writer that died while it wrote leaves half a member behind
    appendFileSync(file, readFileSync(file).subarray(0, 30));
    expect((await readArchive(file, () => true)).isTorn).to.equal(true);
    await deleteExpired(tools(rules(['*', 30]), { archive: new Archive(path, 'i') }));
    expect(await left()).to.deep.equal([]);
    expect(statSync(file).size).to.equal(2 * once);
    const { instances, isTorn } = await readArchive(file, () => true);
    expect([isTorn, instances.map(({ head }) => head.instanceId)]).to.deep.equal([false, [id]]);
  });

  it('writes to its archive when a kill has cut its marker off', async () => {
    const path = join(folder, 'cut');
    await started('quick', 31);
    mkdirSync(path);
    writeFileSync(join(path, MARKER), '');
    await deleteExpired(tools(rules(['*', 30]), { archive: new Archive(path, 'one') }));
    expect(await left()).to.deep.equal([]);
    expect(JSON.parse(readFileSync(join(path, MARKER), 'utf8'))).to.deep.equal({ format: 1, installation: 'one' });
  });

  it('deletes nothing when the folder is the archive of another installation', async () => {
    const path = join(folder, 'foreign');
    await started('quick', 31);
    await deleteExpired(tools(rules(['*', 30]), { archive: new Archive(path, 'one') }));
    const id = await started('quick', 31);
    const refused = await deleteExpired(tools(rules(['*', 30]), { archive: new Archive(path, 'two') })).catch((error) => error);
    expect(String(refused)).to.include('another installation');
    expect(await left()).to.deep.equal([id]);
  });

  it('forgets old entries of the audit and batches that have ended when their retention is set', async () => {
    await side.sql(`insert into audit_entry (at, entry_id, act, identified_by, surface, result, status, entry_count)
      select now() - make_interval(days => n), gen_random_uuid(), 'a', 'token', 'api', 'accepted', 200, 1 from generate_series(1, 3) n`);
    await side.sql(`insert into batch (id, operation, parameters, state, keys, total, created_at, next_at, ended_at)
      select gen_random_uuid(), 'cancel', '{}', 'Completed', '{}', 1, now(), now(), case when n < 3 then now() - make_interval(days => n) end
      from generate_series(1, 3) n`);
    await side.sql('insert into batch_item (batch_id, position, subject_id) select id, 1, gen_random_uuid() from batch');
    expect(await forgetAuditEntries(side.connection, 1.5 * 86_400, 1)).to.equal(1);
    expect(await forgetAuditEntries(side.connection, 1.5 * 86_400, 10)).to.equal(1);
    await forgetBatches(side.connection, 1.5 * 86_400);
    for (const [table, count] of [
      ['audit_entry', 1],
      ['batch', 2],
      ['batch_item', 2],
    ] as const)
      expect(await side.value(`select count(*)::int from ${table}`), table).to.equal(count);
  });

  it('forgets what calls of decisions have decided when its time is over', async () => {
    await side.sql(`insert into decision_evaluation (evaluation_id, key, version, evaluated_at, outcome, decided)
      select gen_random_uuid(), 'fee', 1, now() - make_interval(days => n), 'made', '{"decisions":[]}' from generate_series(1, 4) n`);
    expect(await forgetEvaluations(side.connection, 2.5 * 86_400, 1)).to.equal(1);
    expect(await forgetEvaluations(side.connection, 2.5 * 86_400, 10)).to.equal(1);
    expect(await side.value('select count(*)::int from decision_evaluation')).to.equal(2);
  });

  it('sends the command that deletes old versions when nothing is of them', async () => {
    await side.deploy(sequence('quick', script('s', 'variables.done = 1')));
    await side.deploy(sequence('long', task('wait'), task('b')));
    await started('long', 0);
    await side.sql(`update definition_version set deployed_at = deployed_at - interval '400 days'`);
    await deleteOldVersions(tools([], { retention: { instances: [], definitions: rules(['*', 365]) } }));
    const sent = await side.sql<{ command: string }>('select command from outbox');
    const named = sent.map(({ command }) => JSON.parse(command) as { kind: string; key: string; version: number });
    expect(named.map(({ kind, key, version }) => [kind, key, version])).to.have.deep.members([
      ['DeleteDefinition', 'quick', 1],
      ['DeleteDefinition', 'long', 1],
    ]);
  });
});
