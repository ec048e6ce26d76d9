import { expect } from 'chai';
import { readDatabaseAddress } from '../../../src/platform/config/config-process.ts';
import { readRedisAddress } from '../../../src/platform/config/redis-address.ts';
import { queuePrefixes } from '../../../src/queue/home-stamp.ts';

const read = <T>(found: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }) =>
  found.ok ? found.value : found.reason;

describe('addresses of several servers (docs/how-to/size-and-scale.md#high-availability)', () => {
  it('reads nodes, user and TLS when REDIS_URL is that of a cluster', () => {
    const nodes = [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
      { host: '::1', port: 7001 },
    ];
    expect(read(readRedisAddress('redis+cluster://a:7000,b,[::1]:7001'))).to.deep.equal({
      kind: 'cluster',
      nodes,
      isTls: false,
    });
    expect(read(readRedisAddress('rediss+cluster://me:p%40ss@a:7000/0'))).to.deep.equal({
      kind: 'cluster',
      nodes: nodes.slice(0, 1),
      isTls: true,
      username: 'me',
      password: 'p@ss',
    });
  });

  it('reads sentinels, primary and database when REDIS_URL is that of sentinels', () => {
    expect(read(readRedisAddress('redis+sentinel://:secret@a,b:26380/main/2?sentinelPassword=other'))).to.deep.equal({
      kind: 'sentinel',
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      primary: 'main',
      database: 2,
      isTls: false,
      password: 'secret',
      sentinelPassword: 'other',
    });
  });

  it('passes the URL to the driver when REDIS_URL is that of one server', () => {
    for (const url of ['redis://h', 'rediss://user:password@h:6380/3?family=6'])
      expect(read(readRedisAddress(url))).to.deep.equal({ kind: 'single', url });
  });

  it('rejects REDIS_URL without its value when a part is missing or wrong', () => {
    const reasonOf = (url: string) => String(read(readRedisAddress(url)));
    expect(reasonOf('http://secret@h')).to.match(/^must be an address that begins with redis:/);
    expect(reasonOf('redis://secret@a,b')).to.match(/^holds several servers: begin it with redis\+cluster/);
    expect(reasonOf('redis+cluster://secret@a:x')).to.equal('holds a server that is not a host and its port');
    expect(reasonOf('redis+cluster://secret@a,')).to.equal('holds a server that is not a host and its port');
    expect(reasonOf('redis+cluster://secret@a/1')).to.match(/^holds the number of a database/);
    expect(reasonOf('redis+sentinel://secret@a')).to.match(/^must end in the name of the primary/);
  });

  it('has a hash tag in the prefix of a queue only when Redis is a cluster', () => {
    expect(queuePrefixes('id', false)('commands')).to.equal('sluice:id');
    expect(queuePrefixes('id', true)('commands')).to.equal('sluice:{id:commands}');
  });

  it('reads servers and role when DATABASE_URL has several hosts', () => {
    const servers = [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5433 },
    ];
    const url = 'postgres://me:secret@a/db';
    const choice = { servers, wants: 'primary' };
    expect(read(readDatabaseAddress('postgres://me:secret@a,b:5433/db'))).to.deep.equal({ url, mode: undefined, choice });
    const query = '?target_session_attrs=standby&sslmode=disable';
    expect(read(readDatabaseAddress(`postgres://me:secret@a,b:5433/db${query}`))).to.deep.equal({
      url,
      mode: 'disable',
      choice: { servers, wants: 'standby' },
    });
  });

  it('reads the role of one server when DATABASE_URL has target_session_attrs', () => {
    const choice = { servers: [{ host: 'proxy', port: 6000 }], wants: 'primary' };
    expect(read(readDatabaseAddress('postgres://proxy:6000/db?target_session_attrs=read-write'))).to.deep.equal({
      url: 'postgres://proxy:6000/db',
      mode: undefined,
      choice,
    });
  });

  it('keeps all servers for sessions when direct names several', () => {
    const found = readDatabaseAddress('postgres://me@pooler:6432/db?pooler=transaction&direct=a:5432,b:5432');
    expect(found.ok && found.value.pooler?.directUrl).to.equal('postgres://me@a:5432,b:5432/db');
  });

  it('rejects DATABASE_URL when a host or the role is wrong', () => {
    const reasonOf = (url: string) => String(read(readDatabaseAddress(url)));
    expect(reasonOf('postgres://me:secret@a,/db')).to.equal('holds a server that is not a host and its port');
    expect(reasonOf('postgres://me:secret@a,b/db?target_session_attrs=any')).to.equal(
      'has a target_session_attrs that is not one of read-write, primary, standby, read-only',
    );
  });
});
