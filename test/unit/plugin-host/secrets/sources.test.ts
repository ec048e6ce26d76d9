import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  openSecrets,
  secretsFromDirectory,
  secretsFromEnvironment,
  secretsFromVault,
} from '../../../../src/plugin-host/secrets/open-secrets.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { itFull } from '../../../support/tier.ts';

async function reasonOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'it was answered',
    (error: Error) => error.message,
  );
}

describe('places of secrets (docs/contributing/spec/http/custom-tasks.md#secret-places)', () => {
  it('are variables of the environment when a prefix is set', async () => {
    const { find } = secretsFromEnvironment(new Map([['TOKEN', 'a']]));
    expect([await find('TOKEN'), await find('token'), await find('constructor')]).to.deep.equal(['a', undefined, undefined]);
  });

  itFull('are files of a directory when one is set, without the line break at their end', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    writeFileSync(join(directory, 'TOKEN'), 'two\nlines\n');
    writeFileSync(join(directory, 'tls.key'), 'key\r\n');
    writeFileSync(join(directory, 'LARGE'), 'x'.repeat(65_537));
    const { find } = secretsFromDirectory(directory);
    expect([await find('TOKEN'), await find('tls.key'), await find('MISSING'), await find('..')]).to.deep.equal([
      ...['two\nlines', 'key', undefined, undefined],
    ]);
    expect(await reasonOf(find('LARGE'))).to.equal('a file of secrets is larger than 65536 bytes');
    rmSync(directory, { recursive: true });
  });

  it('are asked one after the other when there are several, and show which one cannot be asked', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    writeFileSync(join(directory, 'TOKEN'), 'from the file');
    const vault = { address: 'http://127.0.0.1:9', path: 'secret/data/x', token: 't', namespace: undefined };
    const found = openSecrets({ environment: new Map(), directory, vault, limits: [], cacheSeconds: 0 });
    expect(await found.find('TOKEN', 'order')).to.equal('from the file');
    expect(await reasonOf(found.find('OTHER', 'order'))).to.match(/^Vault \(http:\/\/127\.0\.0\.1:9\): Vault does not answer/);
    rmSync(directory, { recursive: true });
  });

  it('keep a secret from other processes when it is limited to some', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    for (const name of ['STRIPE_KEY', 'STRIPE_URL', 'OPEN']) writeFileSync(join(directory, name), name);
    const limits = [
      { secret: 'STRIPE_*', keys: 'order-*' },
      { secret: 'STRIPE_URL', keys: 'refund' },
    ];
    const { find } = openSecrets({ environment: undefined, directory, vault: undefined, limits, cacheSeconds: 0 });
    const may = async (secret: string, key: string) => (await find(secret, key)) !== undefined;
    expect(await may('STRIPE_KEY', 'order-1')).to.equal(true);
    expect(await may('STRIPE_KEY', 'refund')).to.equal(false);
    expect(await may('STRIPE_URL', 'refund')).to.equal(true);
    expect(await may('STRIPE_KEY', 'my-order-1')).to.equal(false);
    expect(await may('OPEN', 'anything')).to.equal(true);
    rmSync(directory, { recursive: true });
  });
});

describe('secrets of Vault', () => {
  let answer: { status: number; body: string };
  let stub: StubServer;
  before(async () => {
    stub = await startStub((_, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json', location: '/elsewhere' }).end(answer.body);
    });
  });
  after(() => stub.close());
  const open = (cacheMs = 0) =>
    secretsFromVault(
      { address: `${stub.url}/base`, path: '/secret/data/sluice', token: 'vault-t0ken', namespace: 'team' },
      cacheMs,
    );

  it('are read from version 1 and version 2 of its engine when it answers', async () => {
    answer = { status: 200, body: JSON.stringify({ data: { data: { TOKEN: 'two', n: 1 }, metadata: { version: 3 } } }) };
    expect(await open().find('TOKEN')).to.equal('two');
    expect(await open().find('n')).to.equal(undefined);
    expect(stub.requests.at(-1)).to.deep.include({ method: 'GET', path: '/base/v1/secret/data/sluice' });
    expect(stub.requests.at(-1)?.headers).to.include({ 'x-vault-token': 'vault-t0ken', 'x-vault-namespace': 'team' });
    answer = { status: 200, body: JSON.stringify({ data: { TOKEN: 'one' } }) };
    expect(await open().find('TOKEN')).to.equal('one');
  });

  it('are asked for once in a while when many tasks need them', async () => {
    answer = { status: 200, body: JSON.stringify({ data: { TOKEN: 'one' } }) };
    const before = stub.requests.length;
    const { find } = open(60_000);
    await Promise.all([find('TOKEN'), find('TOKEN'), find('OTHER')]);
    await find('TOKEN');
    expect(stub.requests.length - before).to.equal(1);
  });

  it('are found when they were added after the last answer', async () => {
    const { find } = open(60_000);
    answer = { status: 200, body: JSON.stringify({ data: { TOKEN: 'one' } }) };
    await find('TOKEN');
    answer = { status: 200, body: JSON.stringify({ data: { TOKEN: 'one', LATER: 'two' } }) };
    const clock = Date.now;
    Date.now = () => clock() + 2000;
    expect(await find('LATER').finally(() => (Date.now = clock))).to.equal('two');
  });

  it('are asked for again when the last answer was a failure', async () => {
    const { find } = open(60_000);
    answer = { status: 503, body: 'sealed' };
    expect(await reasonOf(find('TOKEN'))).to.equal('Vault answers 503');
    answer = { status: 200, body: JSON.stringify({ data: { TOKEN: 'now' } }) };
    expect(await find('TOKEN')).to.equal('now');
  });

  const odd: readonly (readonly [string, number, string, string])[] = [
    ['redirects', 302, '', 'Vault does not answer'],
    ['has no JSON', 200, 'pl4in', 'the answer of Vault is not JSON'],
    ['has no data', 200, '{}', 'the answer of Vault has no data'],
    ['is too large', 200, JSON.stringify({ data: { a: 'x'.repeat(1_048_577) } }), 'the answer of Vault is too large'],
  ];
  for (const [what, status, body, reason] of odd) {
    it(`cannot be read when its answer ${what}`, async () => {
      answer = { status, body };
      expect(await reasonOf(open().find('TOKEN'))).to.equal(reason);
    });
  }

  it('are absent when the path does not exist', async () => {
    answer = { status: 404, body: '' };
    expect(await open().find('TOKEN')).to.equal(undefined);
  });
});
