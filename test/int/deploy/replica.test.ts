import { expect } from 'chai';
import { sql } from 'kysely';
import { startApi } from '../../../src/api/main.ts';
import { diagnose } from '../../../src/cli/doctor/doctor.ts';
import { openKysely } from '../../../src/db/kysely.ts';
import { shardOf } from '../../../src/platform/ids.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { LIST_PLACES, type ListPlace, REPLICA_REASONS, type ReplicaReason } from '../../../src/platform/metrics/role-metrics.ts';
import { startProjector } from '../../../src/projector/main.ts';
import type { ReadDatabase } from '../../../src/queries/read-database.ts';
import { openListReads } from '../../../src/queries/replica/replica-reads.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { type CutProxy, openCutProxy } from '../../support/cut-proxy.ts';
import { createTestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../../support/http/http-client.ts';
import { deploy } from '../../support/http/steps.ts';
import { script, sequence, userTask } from '../../support/models/models.ts';
import { startIssuer } from '../../support/oidc-issuer.ts';
import { type RecordingLog, recordingLog } from '../../support/recording-log.ts';
import { startReplica, type TestReplica } from '../../support/replica.ts';
import { startService, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { bearer } from '../../support/sign-in/secured.ts';

const USED = 7060;
const NOT_USED = 7061;
const FEEDBACK_OFF =
  'The replica runs with hot_standby_feedback off: vacuum on the primary cancels reads there, which the primary repeats.';
const ROLES = [startWorker, startProjector, startApi];

/** A service whose lists are read on a replica, where that may be. */
interface ReplicatedService extends TestService {
  readonly log: RecordingLog;
  /** lists read so far */
  placesOf(): Promise<Readonly<Record<ListPlace, number>>>;
  /** lists read on the primary so far, and why */
  reasonsOf(): Promise<Readonly<Record<ReplicaReason, number>>>;
  lagSeconds(): Promise<number>;
  whenUsed(): Promise<void>;
  whenNotUsed(reason: ReplicaReason): Promise<void>;
}

function startReplicated(
  { primaryUrl: databaseUrl }: Pick<TestReplica, 'primaryUrl'>,
  replicaUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ReplicatedService> {
  return startObserved({ databaseUrl, env: { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl, ...env } });
}

async function startObserved(options: TestServiceOptions): Promise<ReplicatedService> {
  const log = recordingLog();
  const service = await startService({ ...options, roles: ROLES, log });
  const readSeries = async (series: string) => {
    const line = (await service.runtime.metrics.text()).split('\n').find((text) => text.startsWith(`${series} `));
    return Number(line?.split(' ')[1]);
  };
  const counted = async <Name extends string>(stem: string, label: string, names: readonly Name[]) => {
    const entries = names.map(async (name) => [name, await readSeries(`sluice_${stem}_total{${label}="${name}"}`)] as const);
    return Object.fromEntries(await Promise.all(entries)) as Record<Name, number>;
  };
  const last = () => log.lines.findLast(({ id }) => id === USED || id === NOT_USED);
  return {
    ...service,
    log,
    placesOf: () => counted('list_reads', 'place', LIST_PLACES),
    reasonsOf: () => counted('replica_passed_by', 'reason', REPLICA_REASONS),
    lagSeconds: () => readSeries('sluice_replica_lag_seconds'),
    async whenUsed() {
      await eventually('the replica is used', () => last()?.id === USED, { withinMs: 20_000 });
    },
    async whenNotUsed(reason) {
      await eventually(`the replica is ${reason}`, () => last()?.properties['Reason'] === reason, { withinMs: 20_000 });
    },
  };
}

const from = (answer: HttpAnswer) => ({ 'Service-Min-Position': answer.headers['service-position'] as string });

describe('lists on a replica (docs/how-to/size-and-scale.md#replicas)', function () {
  this.timeout(120_000);
  let servers: TestReplica;
  let wire: CutProxy;
  let service: ReplicatedService;
  before(async () => {
    servers = await startReplica();
    wire = await openCutProxy(servers.replicaUrl);
    service = await startReplicated(servers, wire.url);
    await deploy(service.url, sequence('approve', userTask('decide')));
    await deploy(service.url, sequence('order', script('count', 'n = 1')));
    await service.whenUsed();
  });
  after(async () => {
    await service?.stop();
    await wire?.close();
    await servers?.stop();
  });

  const startOne = (key = 'approve') => post(service.url, '/Execution/start', { WorkflowId: key });
  const idOf = (answer: HttpAnswer): string => expectJson(answer).WorkflowInstanceId;
  const list = async (headers: Record<string, string> = {}, key = 'approve'): Promise<readonly string[]> => {
    const { items } = expectJson(await get(service.url, `/Definitions/${key}/instances?pageSize=100`, headers));
    return items.map(({ instanceId }: { instanceId: string }) => instanceId);
  };

  it('come from it when it has what the primary has', async () => {
    const id = idOf(await startOne());
    await eventually('the list shows it', async () => (await list()).includes(id));
    const before = await service.placesOf();
    for (const path of ['/Definitions', '/Definitions/approve/instances', '/UserTasks', '/Instances?key=approve'])
      expectJson(await get(service.url, path));
    const after = await service.placesOf();
    expect([after.replica - before.replica, after.primary - before.primary]).to.deep.equal([4, 0]);
    expect(await service.lagSeconds()).to.be.lessThan(2);
  });

  it('come from it after a write too, once it has the write', async () => {
    const begun = await startOne();
    await eventually('the projection has it', async () => (await list(from(begun))).includes(idOf(begun)));
    await servers.caughtUp();
    const before = await service.placesOf();
    expect(await list(from(begun))).to.include(idOf(begun));
    expect((await service.placesOf()).replica - before.replica).to.equal(1);
  });

  it('show what was written and deleted, from the primary, when the replica does not advance, and all of it when it lags', async () => {
    const old = await startOne('order');
    await list(from(old), 'order');
    await servers.caughtUp();
    await servers.pause();
    const before = await service.reasonsOf();
    const begun = await startOne();
    expect(await list(from(begun))).to.include(idOf(begun));
    const deleted = await http(service.url, { method: 'DELETE', path: `/Instances/${idOf(old)}` });
    expect(expectJson(deleted).Deleted).to.equal(1);
    expect(await list(from(deleted), 'order')).not.to.include(idOf(old));
    expect((await service.reasonsOf()).position).to.be.greaterThan(before.position);
    await service.whenNotUsed('behind');
    expect(await list()).to.include(idOf(begun));
    expect(await service.lagSeconds()).to.be.greaterThan(1);
    await servers.resume();
    await service.whenUsed();
    expect(await list()).to.include(idOf(begun));
  });

  it('show changes that were announced, also when the replica has them later, or too late', async () => {
    const log = recordingLog();
    const { lists, close } = openListReads({
      primary: openKysely(servers.primary),
      replica: { url: servers.replicaUrl, maxLagSeconds: 1 },
      ...{ connections: 2, applicationName: 'sluice test', log, metrics: openMetrics() },
    });
    const told = async () => {
      await servers.primary.query(`insert into setting (name, value) values (gen_random_uuid()::text, 'x')`);
      await lists.untilShown();
      const shown = async (db: ReadDatabase) =>
        Number((await db.selectFrom('setting').select(sql`count(*)`.as('n')).executeTakeFirst())?.n);
      return (await lists.read({ isAfterWrite: false }, shown)) === (await shown(openKysely(servers.primary)));
    };
    try {
      await eventually('it is used', () => log.of(USED).length > 0);
      expect(await told()).to.equal(true);
      await servers.pause();
      const late = told();
      await servers.resume();
      expect(await late).to.equal(true);
      await eventually('it is used', () => log.lines.at(-1)?.id === USED);
      await servers.pause();
      expect(await told()).to.equal(true);
      await eventually('it is late', () => log.lines.at(-1)?.properties['Reason'] === 'behind');
    } finally {
      await servers.resume();
      await close();
    }
  });

  it('are promised by the doctor when the replica follows the same database', async () => {
    const ofReplica = async (DATABASE_URL: string) => {
      const { findings } = await diagnose({ DATABASE_URL, DATABASE_REPLICA_URL: servers.replicaUrl });
      return findings.filter(({ text }) => /replica/i.test(text)).map(({ kind, text }) => `${kind}: ${text}`);
    };
    expect(await ofReplica(servers.primaryUrl)).to.deep.equal([`notice: ${FEEDBACK_OFF}`]);
    const other = await createTestDatabase();
    try {
      expect((await ofReplica(other.url))[0]).to.match(/^wrong: DATABASE_REPLICA_URL names a replica of another database/);
    } finally {
      await other.drop();
    }
  });

  it('come from the replicas that the shards have, and the doctor checks each', async () => {
    const first = await createTestDatabase();
    const env = { DATABASE_REPLICA_URL: `s1=${servers.replicaUrl}` };
    const sharded = await startObserved({ databaseUrl: first.url, shards: [servers.primaryUrl], env });
    try {
      await deploy(sharded.url, sequence('spread', userTask('decide')));
      await sharded.whenUsed();
      const begun = await Promise.all(
        Array.from({ length: 8 }, () => post(sharded.url, '/Execution/start', { WorkflowId: 'spread' })),
      );
      expect(new Set(begun.map((answer) => shardOf(idOf(answer))))).to.deep.equal(new Set([0, 1]));
      const ids = async (headers: Record<string, string>) => {
        const { items } = expectJson(await get(sharded.url, '/Definitions/spread/instances', headers));
        return items.map(({ instanceId }: { instanceId: string }) => instanceId);
      };
      for (const answer of begun) expect(await ids(from(answer))).to.include(idOf(answer));
      await servers.caughtUp();
      const before = await sharded.placesOf();
      expect(await ids({})).to.have.members(begun.map(idOf));
      const after = await sharded.placesOf();
      expect([after.replica - before.replica, after.primary - before.primary]).to.deep.equal([1, 1]);
      const findingsOf = async (replicas: string) => {
        const SHARDS = `s0=${first.url},s1=${servers.primaryUrl}`;
        const { findings } = await diagnose({ SHARDS, DATABASE_REPLICA_URL: replicas });
        return findings.filter(({ text }) => /replica/i.test(text)).map(({ kind, text }) => `${kind}: ${text}`);
      };
      expect(await findingsOf(`s1=${servers.replicaUrl}`)).to.deep.equal([`notice: Shard 's1': ${FEEDBACK_OFF}`]);
      expect((await findingsOf(`s0=${servers.replicaUrl}`))[0]).to.match(
        /^wrong: Shard 's0': DATABASE_REPLICA_URL names a replica of another database than SHARDS/,
      );
      expect((await findingsOf(servers.replicaUrl))[0]).to.match(/^wrong: DATABASE_REPLICA_URL holds one address/);
    } finally {
      await sharded.stop();
      await first.drop();
    }
  });

  it('answer a position that was never issued as without a replica', async () => {
    const { status } = await get(service.url, '/UserTasks', { 'Service-Min-Position': 'none' });
    expect(status).to.equal(400);
  });

  it('come from the primary when connections to the replica go silent under them', async () => {
    wire.freeze();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(service.url, '/UserTasks')));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    await service.whenNotUsed('away');
    expect((await service.reasonsOf()).away).to.be.greaterThan(0);
    await service.whenUsed();
  });

  it('keep to the process keys of a role', async () => {
    const issuer = await startIssuer({});
    const secured = await startReplicated(servers, servers.replicaUrl, {
      Authentication__Authority: issuer.url,
      Authentication__RequireHttpsMetadata: 'false',
      Authorization__Rules: 'viewer:order*=clerks',
    });
    try {
      const clerk = bearer(await issuer.forge({ sub: 'clerk', preferred_username: 'clerk', roles: ['clerks'] }));
      await secured.whenUsed();
      const before = await secured.placesOf();
      const { items } = expectJson(await get(secured.url, '/Definitions', clerk));
      expect(items.map(({ processDefinitionKey }: { processDefinitionKey: string }) => processDefinitionKey)).to.deep.equal([
        'order',
      ]);
      expect(expectJson(await get(secured.url, '/UserTasks', clerk)).totalCount).to.equal(0);
      expect((await get(secured.url, '/Definitions/approve/instances', clerk)).status).to.equal(403);
      expect((await secured.placesOf()).replica - before.replica).to.equal(2);
    } finally {
      await secured.stop();
      await issuer.close();
    }
  });

  it('never answer an error when the replica is killed while many read and write', async () => {
    let isOver = false;
    const reading = Array.from({ length: 16 }, async () => {
      const seen: number[] = [];
      while (!isOver) seen.push((await get(service.url, '/UserTasks')).status);
      return seen;
    });
    const writing = Array.from({ length: 4 }, async () => {
      const missed: string[] = [];
      while (!isOver) {
        const begun = await startOne();
        const shown = expectJson(await get(service.url, '/UserTasks?pageSize=1000', from(begun)));
        if (!JSON.stringify(shown).includes(idOf(begun))) missed.push(idOf(begun));
      }
      return missed;
    });
    const { replica } = await service.placesOf();
    await eventually('lists are read on the replica', async () => (await service.placesOf()).replica > replica + 50);
    await servers.killReplica();
    await service.whenNotUsed('away');
    const { primary } = await service.placesOf();
    await eventually('lists are read on the primary', async () => (await service.placesOf()).primary > primary + 50);
    isOver = true;
    expect(new Set((await Promise.all(reading)).flat())).to.deep.equal(new Set([200]));
    expect((await Promise.all(writing)).flat()).to.deep.equal([]);
  });
});

describe('lists on a replica that is promoted (docs/how-to/size-and-scale.md#replicas)', function () {
  this.timeout(120_000);
  let servers: TestReplica;
  let service: ReplicatedService;
  before(async () => {
    servers = await startReplica();
    service = await startReplicated(servers, servers.replicaUrl);
    await deploy(service.url, sequence('approve', userTask('decide')));
    await service.whenUsed();
  });
  after(async () => {
    await service?.stop();
    await servers?.stop();
  });

  it('come from the primary when the replica is promoted', async () => {
    await servers.replica.query('select pg_promote()');
    const begun = await post(service.url, '/Execution/start', { WorkflowId: 'approve' });
    expect(expectJson(await get(service.url, '/UserTasks', from(begun))).totalCount).to.equal(1);
    await service.whenNotUsed('promoted');
    expect(expectJson(await get(service.url, '/UserTasks')).totalCount).to.equal(1);
    expect((await service.reasonsOf()).promoted).to.be.greaterThan(0);
    const { findings } = await diagnose({ DATABASE_URL: servers.primaryUrl, DATABASE_REPLICA_URL: servers.replicaUrl });
    expect(findings.map(({ text }) => text)).to.include(
      'The server of DATABASE_REPLICA_URL follows no primary: lists are read on the primary.',
    );
  });
});
