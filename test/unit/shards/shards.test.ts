import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openHealth } from '../../../src/platform/health.ts';
import { entityId, inShard, isGuid, MAX_SHARD, nameBasedId, newId, shardOf } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import type { RoleConfig } from '../../../src/platform/role.ts';
import { routeOf } from '../../../src/shards/command-routes.ts';
import { mergedRows } from '../../../src/shards/merged-rows.ts';
import { runtimesOfShards } from '../../../src/shards/shard-runtime.ts';
import { configErrorOf } from '../../support/config-error.ts';

describe('rows of several shards', () => {
  const list = (...rows: (readonly unknown[])[]) => rows.map((keys) => ({ row: keys.at(-1), keys }));

  it('keep the order of each list, and have absent values last in both directions', () => {
    const [a, b] = [list(['b', 1], ['a', 2], [null, 3]), list(['é', 4], ['b', 0], [undefined, 5])];
    expect(mergedRows([a, b], [true], 10)).to.deep.equal([4, 0, 1, 2, 3, 5]);
    const times = [list([new Date(1), 1], [new Date(3), 3]), list([new Date(2), 2])];
    expect(mergedRows(times, [false], 2)).to.deep.equal([1, 2]);
    expect(mergedRows([], [], 2)).to.deep.equal([]);
  });

  it('get the commands that name a task or a receiver in them', () => {
    const id = newId(3);
    const lock = { kind: 'LockCustomTasks', chosen: { taskId: id } } as never;
    expect(routeOf(lock)).to.equal(3);
    expect(routeOf({ kind: 'LockCustomTasks', chosen: { taskType: 'x' } } as never)).to.equal('locks');
    expect(routeOf({ kind: 'DeliverToSubscriptions', subscriptions: [{ instanceId: id, subscription: 1 }] } as never)).to.equal(
      3,
    );
  });
});

describe('ids of shards', () => {
  it('have no mark in the first shard, and the number of every other one at their end', () => {
    expect(shardOf(newId())).to.equal(0);
    for (const shard of [1, 10, MAX_SHARD]) {
      const id = newId(shard);
      expect(isGuid(id), id).to.equal(true);
      expect(shardOf(id), id).to.equal(shard);
    }
    expect(newId(10)).to.match(/5ba4d0000a$/);
  });

  it('are in the shard of the id that they are derived from', () => {
    const instanceId = newId(3);
    expect(shardOf(entityId(instanceId, 7))).to.equal(3);
    expect(shardOf(nameBasedId(entityId(instanceId, 7), 'child'))).to.equal(3);
    expect(entityId(instanceId, 7)).not.to.equal(entityId(instanceId, 8));
    expect(shardOf(inShard(newId(), 2))).to.equal(2);
    expect(shardOf(newId().replace(/.{10}$/, '5ba4d000zz'))).to.equal(0);
  });
});

describe('the setting SHARDS', () => {
  const TWO = 'a=postgres://h1,h2/x?target_session_attrs=primary,b=postgresql://h3/y';

  it('names databases in order, also those with several servers', () => {
    const { shards, databaseUrl, servedShards } = readConfig({ SHARDS: TWO, SERVED_SHARDS: 'b' }, 'worker');
    expect(shards.map(({ name, number }) => `${name}${number}`)).to.deep.equal(['a0', 'b1']);
    expect(databaseUrl).to.equal('postgres://h1,h2/x?target_session_attrs=primary');
    expect(servedShards.map(({ name }) => name)).to.deep.equal(['b']);
    expect(readConfig({ DATABASE_URL: 'postgres://h/x' }, 'worker').shards).to.deep.equal([]);
  });

  it('has a replica for each shard that DATABASE_REPLICA_URL names', () => {
    const replicasOf = (SHARDS: string, DATABASE_REPLICA_URL: string) => {
      const { shards, databaseReplica } = readConfig({ SHARDS, DATABASE_REPLICA_URL }, 'api');
      expect(databaseReplica).to.deep.equal(shards[0]?.databaseReplica);
      return shards.map((shard) => shard.databaseReplica);
    };
    const of = (url: string) => ({ url, maxLagSeconds: 2 });
    const several = 'postgres://r1,r2/x?target_session_attrs=standby';
    expect(replicasOf(TWO, `b=postgres://r/y,a=${several}`)).to.deep.equal([of(several), of('postgres://r/y')]);
    expect(replicasOf(TWO, 'b=postgres://r/y')).to.deep.equal([undefined, of('postgres://r/y')]);
    expect(replicasOf('a=postgres://h/x', 'postgres://r/x')).to.deep.equal([of('postgres://r/x')]);
  });

  const replica = (DATABASE_REPLICA_URL: string) => ({ SHARDS: TWO, DATABASE_REPLICA_URL });
  const refused: readonly [text: string, env: Record<string, string>, reason: RegExp][] = [
    ['beside DATABASE_URL', { SHARDS: TWO, DATABASE_URL: 'postgres://h/x' }, /DATABASE_URL exclude each other/],
    ['without names', { SHARDS: 'postgres://h/x' }, /entry 1 that is not name=postgres/],
    ['with another scheme', { SHARDS: 'b=postgres://h/x,a=mysql://h/x' }, /'a' whose address/],
    ['with one name twice', { SHARDS: 'a=postgres://h/x,a=postgres://h/y' }, /same name: 'a'/],
    ['with one database twice', { SHARDS: 'a=postgres://h/x,b=postgres://h/x' }, /same database: 'a'/],
    ['with a standby', { SHARDS: 'a=postgres://h/x?target_session_attrs=standby' }, /without writes/],
    ['with a replica of an unknown shard', replica('c=postgres://h/x'), /^names 'c', which is not in SHARDS$/],
    ['with a replica without its name', replica('postgres://h/x'), /^holds one address, but SHARDS has several: use name=/],
    ['with two replicas of one shard', replica('a=postgres://h/x,a=postgres://h/y'), /same name: 'a'/],
    ['with one replica of two shards', replica('a=postgres://h/x,b=postgres://h/x'), /same database: 'a'/],
    ['with a replica in another scheme', replica('a=postgres://h/x,b=mysql://h/x'), /'b' whose address/],
    [
      'of replicas only',
      { DATABASE_URL: 'postgres://h/x', DATABASE_REPLICA_URL: 'a=postgres://h/y' },
      /^names shards, but SHARDS is not set/,
    ],
    ['of which a role is to serve an unknown one', { SHARDS: TWO, SERVED_SHARDS: 'c' }, /names 'c', which is not in SHARDS/],
  ];
  for (const [text, env, reason] of refused) {
    it(`is refused ${text}, without its addresses`, () => {
      const error = configErrorOf(env);
      expect(error.reason).to.match(reason);
      expect(`${error.reason}`).not.to.include('//h');
    });
  }
});

describe('the runtimes of several shards in one process', () => {
  function twoRuntimes() {
    const env = { SHARDS: 'a=postgres://h/x,b=postgres://h/y' };
    const config = readConfig(env, 'worker') as RoleConfig;
    const runtime = { config, log: silentLog, metrics: openMetrics(), health: openHealth(silentLog) };
    return { runtime, parts: runtimesOfShards(runtime, config.shards) };
  }

  it('have a database each, and know those of the others', () => {
    const { parts } = twoRuntimes();
    expect(parts.map(({ config, shard }) => [config.databaseUrl, shard.number])).to.deep.equal([
      ['postgres://h/x', 0],
      ['postgres://h/y', 1],
    ]);
    expect(parts[1]?.shard.databaseUrls).to.deep.equal(['postgres://h/x', 'postgres://h/y']);
  });

  it('are ready while one of them is', async () => {
    const { runtime, parts } = twoRuntimes();
    const fails = () => Promise.reject(new Error('lost'));
    const remove = parts[0]?.health.addCheck('postgres', fails);
    parts[1]?.health.addCheck('postgres', async () => {});
    expect((await runtime.health.ready()).status).to.equal(200);
    parts[1]?.health.addCheck('postgres', fails);
    expect((await runtime.health.ready()).status).to.equal(503);
    remove?.();
    expect((await runtime.health.ready()).status).to.equal(200);
  });

  it('add their collected metrics, without those of an unreachable shard', async () => {
    const { runtime, parts } = twoRuntimes();
    const [a, b] = parts;
    a?.metrics.onCollectIncidents(async () => 2);
    b?.metrics.onCollectIncidents(async () => 3);
    a?.metrics.onCollectOutbox(async () => 4);
    b?.metrics.onCollectOutbox(() => Promise.reject(new Error('lost')));
    a?.metrics.onCollectReplicaLag(async () => 0.5);
    b?.metrics.onCollectReplicaLag(async () => 1.5);
    const text = await runtime.metrics.text();
    expect(text).to.match(/incidents\S* 5\n/);
    expect(text).to.match(/outbox\S*age\S* 4\n/);
    expect(text).to.match(/replica_lag\S* 1\.5\n/);
  });
});
