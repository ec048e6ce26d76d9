import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { runVerb } from '../../support/run-verb.ts';

const SECRET = 'tok-8d1f-never-printed';

describe('sluice profile, and whom verbs ask', function () {
  this.timeout(120_000);
  let folder: string;
  let server: Server;
  let url: string;
  let asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  before(async () => {
    server = createServer((request, response) => {
      asked.push({ path: request.url ?? '', headers: request.headers });
      if (request.url?.startsWith('/moved')) response.writeHead(307, { location: 'http://127.0.0.1:9/x' }).end();
      else response.setHeader('content-type', 'application/json').end('{"data": [], "totalCount": 0}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-profiles-'));
    asked = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const file = () => join(folder, 'sluice', 'config.json');
  const sluice = (words: readonly string[], env: Record<string, string> = {}) =>
    runVerb(words, { XDG_CONFIG_HOME: folder, ...env });
  /** with this on its standard input */
  async function fed(input: string, ...words: readonly string[]): Promise<{ code: number; output: string }> {
    const env = { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: folder };
    const child = spawn(process.execPath, commandLine(...words), { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code, output };
  }
  async function kept(text: string, mode = 0o600): Promise<void> {
    await mkdir(join(folder, 'sluice'), { recursive: true });
    await writeFile(file(), text);
    await chmod(file(), mode);
  }
  const tokens = () => asked.map(({ headers }) => headers.authorization);

  it('keeps a token that comes on the standard input, for no one else to read, and never prints it', async () => {
    const added = await fed(`${SECRET}\n`, 'profile', 'add', 'prod', '--url', `${url}/`);
    expect(added).to.deep.equal({ code: 0, output: 'Profile prod is kept, with its token.\n' });
    expect([(await stat(file())).mode & 0o777, (await stat(join(folder, 'sluice'))).mode & 0o777]).to.deep.equal([0o600, 0o700]);
    expect(JSON.parse(await readFile(file(), 'utf8'))).to.deep.equal({ profiles: { prod: { url, token: SECRET } } });
    await sluice(['profile', 'add', 'local', '--url', 'http://localhost:8080', '--without-token']);
    expect((await sluice(['profile', 'use', 'prod'])).stdout).to.equal('Profile prod is the default.\n');
    const table = await sluice(['profile', '--table']);
    expect(table.stdout).to.match(/^NAME +URL +TOKEN +IN USE\nprod +http\S+ +yes +yes\nlocal +http\S+ +no\n$/);
    const json = await sluice(['profile', 'list']);
    expect(JSON.parse(json.stdout)[0]).to.deep.equal({ name: 'prod', url, hasToken: true, isUsed: true });
    for (const { stdout, stderr } of [table, json]) expect(stdout + stderr).not.to.contain(SECRET);
    expect((await sluice(['tasks', 'list'])).code).to.equal(0);
    expect(tokens()).to.deep.equal([`Bearer ${SECRET}`]);
    await sluice(['profile', 'remove', 'prod']);
    expect(JSON.parse((await sluice(['profile'])).stdout)).to.have.length(1);
  });

  it('asks whom options name, else the environment, else the profile in use', async () => {
    await kept(JSON.stringify({ used: 'a', profiles: { a: { url: `${url}/a`, token: 'ta' }, b: { url: `${url}/b` } } }));
    const own = join(folder, 'own');
    await writeFile(own, 'tf\n');
    const env = { SLUICE_URL: `${url}/e`, SLUICE_TOKEN: 'te' };
    const cases: readonly (readonly [string[], Record<string, string>, string, string | undefined])[] = [
      [[], {}, '/a', 'ta'],
      [[], env, '/e', 'te'],
      [[], { SLUICE_URL: `${url}/e` }, '/e', undefined],
      [['--profile', 'a'], env, '/a', 'ta'],
      [['--profile', 'b'], env, '/b', 'te'],
      [['--url', `${url}/o/`], env, '/o', 'te'],
      [['--url', `${url}/o`, '--token-file', own], env, '/o', 'tf'],
      [['--url', `${url}/o`, '--profile', 'a'], {}, '/o', 'ta'],
    ];
    for (const [words, given, prefix, token] of cases) {
      asked = [];
      expect((await sluice([...words, 'tasks'], given)).code, words.join(' ')).to.equal(0);
      expect([asked[0]?.path.startsWith(`${prefix}/UserTasks?`), tokens()[0]], words.join(' ')).to.deep.equal([
        true,
        token === undefined ? undefined : `Bearer ${token}`,
      ]);
    }
  });

  it('sends a token nowhere else when the address is another one, or leads to another one', async () => {
    await kept(
      JSON.stringify({ profiles: { a: { url: 'https://a.example', token: SECRET }, m: { url: `${url}/moved`, token: SECRET } } }),
    );
    const other = await sluice(['--profile', 'a', '--url', url, 'tasks']);
    expect([other.code, other.stderr.split('\n')[0]]).to.deep.equal([
      2,
      "the token of profile 'a' is for https://a.example only: give --token-file too",
    ]);
    expect(asked).to.deep.equal([]);
    const moved = await sluice(['--profile', 'm', 'tasks']);
    expect(moved.code).to.equal(1);
    expect(moved.stderr).to.match(/leads to http:\/\/127\.0\.0\.1:9: give the address of the API itself/);
    expect(asked).to.have.length(1);
    for (const { stderr, stdout } of [other, moved]) expect(stderr + stdout).not.to.contain(SECRET);
  });

  it('warns when a token is on the command line, and does not print it', async () => {
    const { code, stderr } = await sluice(['tasks', '--url', url, '--token', SECRET]);
    expect([code, tokens()]).to.deep.equal([0, [`Bearer ${SECRET}`]]);
    expect(stderr)
      .to.match(/^warning: other users of this machine can read/)
      .and.not.contain(SECRET);
    const wrong = await sluice(['tasks', '--url', url, '--token', `${SECRET} x`]);
    expect([wrong.code, wrong.stderr.includes(SECRET)]).to.deep.equal([2, false]);
  });

  it('reads no token when others can read it too, and shows which file that is', async () => {
    const text = JSON.stringify({ used: 'a', profiles: { a: { url, token: SECRET } } });
    await kept(text, 0o644);
    const open = await sluice(['tasks']);
    expect([open.code, open.stderr]).to.deep.equal([
      1,
      `${file()} has tokens, and others can read it (mode 644): chmod 600 ${file()}\n`,
    ]);
    await kept(JSON.stringify({ used: 'a', profiles: { a: { url } } }), 0o644);
    expect((await sluice(['tasks'])).code).to.equal(0);
    // a link counts as what it leads to, and stays one
    const target = join(folder, 'elsewhere.json');
    await writeFile(target, text, { mode: 0o640 });
    await rm(file());
    await symlink(target, file());
    expect((await sluice(['tasks'])).code).to.equal(1);
    await chmod(target, 0o600);
    expect((await sluice(['tasks'])).code).to.equal(0);
    await sluice(['profile', 'use', 'a']);
    expect(JSON.parse(await readFile(target, 'utf8')).used).to.equal('a');
  });

  it('ends with 1 and the name of the file when it cannot be used, and never shows what is in it', async () => {
    for (const text of [
      `{"profiles": {"a": {"token": "${SECRET}"}}}`,
      `${SECRET}`,
      '[]',
      '{"profiles": 1}',
      '{"used": 1}',
      'null',
    ]) {
      await kept(text);
      const { code, stderr, stdout } = await sluice(['profile']);
      expect([code, stdout], text).to.deep.equal([1, '']);
      expect(stderr).to.contain(file()).and.not.contain(SECRET);
    }
    await rm(file());
    await mkdir(file());
    expect((await sluice(['profile'])).code).to.equal(1);
  });

  it('shows errors of names, addresses and tokens', async () => {
    for (const [words, reason] of [
      [['profile', 'add', '../x', '--url', url], 'a name has up to 64 letters'],
      [['profile', 'add', 'x'], 'add needs --url'],
      [['profile', 'add', 'x', '--url', 'http://u:p@a', '--without-token'], '--url has a user or a password in it'],
      [['profile', 'add', 'x', '--url', 'ftp://a', '--without-token'], '--url is not an http or https URL'],
      [['profile', 'add', 'x', '--url', 'http://a?b=1', '--without-token'], '--url has a query'],
      [['profile', 'add', 'x', '--url', url, '--token', 'a', '--without-token'], 'give one of --token'],
      [['tasks', '--url', 'nowhere'], '--url is not a URL'],
      [['tasks', '--url', `http://u:${SECRET}@a`], '--url has a user or a password in it'],
      [['tasks', '--profile', '__proto__'], "there is no profile '__proto__'; there are: none"],
      [['tasks', '--url', url, '--token-file', join('nowhere', 'x')], 'the token cannot be read: ENOENT'],
      [['tasks', '--url', url, '--token', 'a', '--token-file', 'b'], 'give --token or --token-file, not both'],
    ] as const) {
      const { code, stderr } = await sluice(words);
      expect(code, words.join(' ')).to.equal(2);
      expect(stderr, words.join(' ')).to.contain(reason);
      expect(stderr).not.to.contain(SECRET);
    }
    expect((await sluice(['profile', 'use', 'nobody'])).stderr).to.equal("there is no profile 'nobody'; there are: none\n");
    expect((await sluice(['tasks', 'claim', '..', '--url', url])).stderr).to.equal("'.' and '..' are no ids\n");
  });
});
