// tier all: starts a Postgres with certificates, and starts it again for each kind of access; takes 15 s

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { listen, notify } from '../../../src/db/notify.ts';
import { openPool } from '../../../src/db/pool.ts';
import { TLS_MODES } from '../../../src/platform/config/config-process.ts';
import { errorMessage } from '../../../src/platform/redact.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-postgres.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'support', 'tls');
const CA = join(FOLDER, 'ca.crt');
const OTHER_CA = join(FOLDER, 'other-ca.crt');
const PLAIN_ONLY = ['hostssl all all all reject', 'host all all all trust'];
const TLS_ONLY = ['hostnossl all all all reject', 'host all all all trust'];

describe('sslmode in DATABASE_URL means what it means to libpq', function () {
  this.timeout(120_000);
  const servers: TestServer[] = [];
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.message);
  let tls: NonNullable<TestServerOptions['tls']>;
  let plain: TestServer;
  let secured: TestServer;
  before(async () => {
    process.on('warning', hear);
    const read = (name: string) => readFile(join(FOLDER, name), 'utf8');
    tls = { certificate: await read('server.crt'), key: await read('server.key') };
    plain = await started({});
    secured = await started({ tls });
  });
  after(async () => {
    process.off('warning', hear);
    for (const server of servers) await server.stop();
  });

  async function started(options: TestServerOptions): Promise<TestServer> {
    const server = await startTestServer(options);
    servers.push(server);
    return server;
  }
  /** `plain`, `tls`, or why there is no connection */
  async function tried(server: TestServer, query: string, host = 'localhost'): Promise<string> {
    const url = new URL(server.url);
    url.hostname = host;
    url.search = query;
    const pool = openPool(url.href, { max: 1, applicationName: 'sluice test' });
    try {
      const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      return rows[0].ssl ? 'tls' : 'plain';
    } catch (error) {
      return errorMessage(error);
    } finally {
      await pool.end();
    }
  }

  it('takes a server without TLS in the modes that do not ask for it', async () => {
    const answers = await Promise.all(['', ...TLS_MODES.map((mode) => `sslmode=${mode}`)].map((query) => tried(plain, query)));
    const none = 'The server does not support SSL connections';
    expect(answers).to.deep.equal(['plain', 'plain', 'plain', 'plain', none, none, none]);
  });

  it('encrypts from `prefer` on, and checks the certificate from `verify-ca` on, when the server has TLS', async () => {
    const modes = ['disable', 'allow', 'prefer', 'require', `verify-ca&sslrootcert=${CA}`, `verify-full&sslrootcert=${CA}`];
    const answers = await Promise.all(modes.map((mode) => tried(secured, `sslmode=${mode}`)));
    expect(answers).to.deep.equal(['plain', 'plain', 'tls', 'tls', 'tls', 'tls']);
  });

  for (const [query, host, expected] of [
    ['sslmode=verify-ca', 'localhost', /unable to verify the first certificate|unable to get local issuer/],
    [`sslmode=verify-ca&sslrootcert=${OTHER_CA}`, 'localhost', /unable to verify|unable to get local issuer/],
    [`sslmode=require&sslrootcert=${OTHER_CA}`, 'localhost', /unable to verify|unable to get local issuer/],
    [`sslmode=require&sslrootcert=${CA}`, '127.0.0.1', /^tls$/],
    [`sslmode=verify-ca&sslrootcert=${CA}`, '127.0.0.1', /^tls$/],
    [`sslmode=verify-full&sslrootcert=${CA}`, '127.0.0.1', /Host: 127\.0\.0\.1|IP: 127\.0\.0\.1 is not in the cert/],
    ['sslmode=verify-full&sslrootcert=system', 'localhost', /unable to verify|unable to get local issuer/],
    ['sslmode=require', '127.0.0.1', /^tls$/],
    [`sslmode=prefer&sslrootcert=${OTHER_CA}`, '127.0.0.1', /^tls$/],
    ['sslmode=no-verify', '127.0.0.1', /^tls$/],
    [`sslrootcert=${CA}`, 'localhost', /^tls$/],
    ['ssl=true', 'localhost', /unable to verify|unable to get local issuer/],
  ] as const)
    it(`answers ${expected} when ${host} is asked for with ${query.replaceAll(`${FOLDER}/`, '')}`, async () => {
      expect(await tried(secured, query, host)).to.match(expected);
    });

  // slow: restarts a Postgres with other rules of access
  it('goes the other way when the server rejects the first one', async () => {
    const [plainOnly, tlsOnly] = [await started({ tls, access: PLAIN_ONLY }), await started({ tls, access: TLS_ONLY })];
    expect([await tried(plainOnly, 'sslmode=prefer'), await tried(tlsOnly, 'sslmode=allow')]).to.deep.equal(['plain', 'tls']);
    expect(await tried(plainOnly, 'sslmode=require')).to.match(/rejects connection/);
    expect(await tried(tlsOnly, 'sslmode=disable')).to.match(/rejects connection/);
  });

  it('counts for the connection that listens too, and prints no warning of the driver', async () => {
    const tlsOnly = await started({ tls, access: TLS_ONLY });
    const heard: string[] = [];
    const url = `${tlsOnly.url}?sslmode=require`;
    const listener = listen(url, 'news', { onMessage: (text) => heard.push(text), onError: () => {} });
    const pool = openPool(url, { max: 1, applicationName: 'sluice test' });
    await listener.ready;
    await notify(pool, 'news', 'hello');
    await eventually('the news', () => heard.length > 0);
    await listener.close();
    await pool.end();
    expect(warnings).to.deep.equal([]);
  });
});
