import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { http, post } from '../../support/http/http-client.ts';
import { deploy, start } from '../../support/http/steps.ts';
import { script, sequence } from '../../support/models/models.ts';
import { freePort } from '../../support/redis.ts';
import { startService, type TestService } from '../../support/service.ts';
import { WEBHOOK_SECRET } from '../../support/webhook-receiver.ts';

// tier all: runs the programs of the page; test/int/feed-out shows what they get

const ROOT = join(import.meta.dirname, '..', '..', '..');
const hasPython = spawnSync('python3', ['-c', 'import http.server']).status === 0;
if (!hasPython) process.stdout.write('\n!!! No python3: the receiver of docs/how-to/receive-webhooks.md is LEFT OUT.\n');

/** how-to/receive-webhooks.md: its receivers in Node and Python check what they get. */
describe('the page about receiving webhooks', function () {
  this.timeout(60_000);
  let folder: string;
  let page: string;
  let service: TestService | undefined;
  let receiver: ChildProcess | undefined;
  before(async () => {
    page = await readFile(join(ROOT, 'docs', 'how-to', 'receive-webhooks.md'), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'sluice-receive-'));
  });
  afterEach(async () => {
    await service?.stop();
    if (receiver !== undefined && receiver.exitCode === null) {
      const end = once(receiver, 'exit');
      receiver.kill('SIGKILL');
      await end;
    }
  });
  after(() => rm(folder, { recursive: true }));

  const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

  for (const [language, command, file] of [
    ['js', process.execPath, 'receive.mjs'],
    ...(hasPython ? ([['python', 'python3', 'receive.py']] as const) : []),
  ] as const) {
    it(`has a receiver in ${language} that takes what is signed, once, and nothing else`, async () => {
      const port = await freePort();
      await writeFile(join(folder, file), blockOf(language));
      receiver = spawn(command, [join(folder, file), String(port), WEBHOOK_SECRET], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      receiver.stdout?.on('data', (bytes: Buffer) => {
        said += bytes.toString();
      });
      const url = `http://127.0.0.1:${port}`;
      const forged = {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,eA==',
      };
      const answer = await eventually('it listens', () => http(url, { method: 'POST', path: '/', body: '{}', headers: forged }));
      expect(answer.status).to.equal(401);
      const env = {
        Feed__Enabled: 'true',
        Webhooks__billing__Url: `${url}/sluice`,
        Webhooks__billing__Secret: 'a new secret that is long enough',
        Webhooks__billing__PreviousSecret: WEBHOOK_SECRET,
        Webhooks__billing__AllowPrivate: 'true',
        Webhooks__billing__Begin: 'beginning',
      };
      service = await startService({ env });
      await deploy(service.url, sequence('quick', script('calculate', 'variables.done = true')));
      const id = await start(service.url, 'quick');
      await eventually('it has said the end', () => said.includes(`WorkflowCompleted ${id}`), { withinMs: 20_000 });
      const sequences = said
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[2]));
      expect(sequences).to.deep.equal(sequences.map((_, index) => index + 1));
      expect(expectJson(await post(service.url, '/Webhooks/BILLING/retry', {}))).to.deep.equal({
        status: 'Active',
        instanceCount: 0,
      });
    });
  }
});
