import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { DoctorFinding } from '../../../src/cli/doctor/check-database.ts';
import { diagnose, reportText } from '../../../src/cli/doctor/doctor.ts';
import { freePort } from '../../support/redis.ts';
import { runVerb } from '../../support/run-verb.ts';

const OPEN_API =
  /^The API and the web UI are open to all users who can reach their ports, because HOST is .* and Authentication:Authority is not set\.$/;

/** Ports that are free, and an unused host, so that only the finding of the test is left. */
const BASE = { HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', METRICS_PORT: '0', DATA_DIR: tmpdir() };

async function textsOf(env: Record<string, string>, kind: DoctorFinding['kind']): Promise<readonly string[]> {
  const { findings } = await diagnose({ ...BASE, ...env });
  return findings.filter((finding) => finding.kind === kind).map(({ text }) => text);
}
const wrongs = (env: Record<string, string>) => textsOf(env, 'wrong');
const notices = (env: Record<string, string>) => textsOf(env, 'notice');

describe('the doctor', () => {
  it('finds nothing when nothing is set but where to listen', async () => {
    expect((await diagnose(BASE)).findings).to.deep.equal([]);
  });

  it('names every value that cannot be used, and every key that no one reads', async () => {
    const env = { LOG_LEVEL: 'loud', Engine__PlainTasks: 'x', Engine__PlaneTasks: 'x', Engine__SnapshotEvery: '9' };
    expect(await wrongs(env)).to.deep.equal([
      'LOG_LEVEL must be one of debug, information, warning, error, critical.',
      'Engine:PlainTasks must be one of wait, pass.',
    ]);
    expect(await notices(env)).to.deep.equal([
      'engine:planetasks is not a setting of Sluice; did you mean Engine:PlainTasks?',
      'Engine:SnapshotEvery has no effect: when the state of an instance is stored depends on its size.',
    ]);
  });

  it('looks at the rest all the same when the configuration file cannot be read', async () => {
    const found = await wrongs({ CONFIG_FILE: join(tmpdir(), 'is-not-there.json'), LOG_LEVEL: 'loud' });
    expect(found[0]).to.equal('CONFIG_FILE names a file that cannot be read.');
    expect(found).to.have.length(2);
  });

  const contradictions: readonly [env: Record<string, string>, kind: DoctorFinding['kind'], text: RegExp][] = [
    [{ Authentication__Authority: 'http://x.example' }, 'wrong', /Authority must begin with https:\/\//],
    [{ Authentication__Authority: '  ' }, 'wrong', /holds white space only/],
    [{ Authentication__ClientId: 'ui' }, 'notice', /ClientId has no effect while Authentication:Authority is not set/],
    [{ Authentication__Authority: 'https://x.example', Authentication__ClientId: 'ui' }, 'wrong', /ClientSecret is missing/],
    [{ Authentication__Authority: 'https://x.example' }, 'notice', /web UI is read-only and visible to all users/],
    [
      { Authentication__Authority: 'https://x.example', Authentication__ClientSecret: 's' },
      'notice',
      /ClientSecret has no effect while Authentication:ClientId is not set/,
    ],
    [{ Authentication__Audience: 'mine' }, 'notice', /Audience has no effect while Authentication:Authority is not set/],
    [{ Authentication__KnownNetworks: '0.0.0.0/0' }, 'wrong', /trusts all clients with 0\.0\.0\.0\/0/],
    [{ RateLimiting__Read__Window: '5' }, 'wrong', /lacks WorkflowMutation, TaskOperation, Admin, Polling/],
    [{ RateLimiting__Read__Window: '5' }, 'notice', /counts requests separately/],
    [{ RateLimiting__Read__Window: '5' }, 'notice', /No proxy is configured/],
    [{ HOST: '0.0.0.0' }, 'notice', OPEN_API],
    [
      { HOST: '0.0.0.0' },
      'notice',
      /^Other machines get answers under an address only, not under a name \(421\): HOST is 0\.0\.0\.0/,
    ],
    [
      { HOST: '0.0.0.0', UI_PUBLIC_URL: 'https://pages.example' },
      'notice',
      /^Other machines get answers of the API under an address only, not under a name \(421\): HOST is 0\.0\.0\.0/,
    ],
    [{ ALLOWED_HOSTS: 'a.example,*' }, 'notice', /^The check of the host is off, because ALLOWED_HOSTS holds \*/],
    [{ ALLOWED_HOSTS: 'https://a.example' }, 'wrong', /^ALLOWED_HOSTS must hold host names without scheme and port/],
    [{ Scripting__TimeoutMs: '15000' }, 'notice', /may run longer than the API waits/],
    [{ Engine__ShutdownSeconds: '5' }, 'notice', /A stop ends requests/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x', DATA_DIR: '/x' }, 'notice', /DATA_DIR has no effect/],
    [
      { Projection__ReplicaMaxLagSeconds: '5' },
      'notice',
      /ReplicaMaxLagSeconds has no effect while DATABASE_REPLICA_URL is not set/,
    ],
    [{ DATABASE_REPLICA_URL: 'postgres://127.0.0.1:1/x' }, 'wrong', /^DATABASE_REPLICA_URL needs DATABASE_URL: the embedded/],
    [{ DATA_DIR: join(import.meta.filename, 'below-a-file') }, 'wrong', /cannot write to .*below-a-file/],
  ];
  for (const [env, kind, text] of contradictions) {
    it(`reports ${text} when ${Object.keys(env).join(' and ')} is set so`, async () => {
      expect((await textsOf(env, kind)).filter((found) => text.test(found))).to.have.length(1);
    });
  }

  it('reports nothing of names when the ports are bound to one: they answer to it', async () => {
    expect((await notices({ HOST: 'sluice.example' })).filter((text) => text.includes('(421)'))).to.deep.equal([]);
  });

  describe('about ports', () => {
    let busy: Server;
    let port: string;
    beforeEach(async () => {
      busy = createServer().listen(0, '127.0.0.1');
      await once(busy, 'listening');
      port = String((busy.address() as AddressInfo).port);
    });
    afterEach(() => busy.close());

    it('names the port that is in use when it was asked for', async () => {
      expect(await wrongs({ PORT: port })).to.deep.equal([`PORT is port ${port}, which is already in use on 127.0.0.1.`]);
    });

    it('reports it when API and UI ask for the same port', async () => {
      const same = String(await freePort());
      expect(await wrongs({ PORT: same, UI_PORT: same })).to.include(`PORT and UI_PORT are the same port, ${same}.`);
    });

    it('reports it when the host is not an address of this machine', async () => {
      expect((await wrongs({ HOST: '192.0.2.1', PORT: '1234' }))[0]).to.match(/^PORT: 192\.0\.2\.1:1234 cannot be opened/);
    });
  });

  it('shows every setting, where it came from, and no secret when it prints', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-doctor-'));
    const file = join(folder, 'settings.json');
    await writeFile(file, '{"Engine": {"WorkerConcurrency": 3}}');
    const env = {
      ...BASE,
      CONFIG_FILE: file,
      DATABASE_URL: 'postgres://me:hush1@127.0.0.1:1/x?password=hush2',
      REDIS_URL: 'redis://:hush3@127.0.0.1:1',
      Authentication__Authority: 'https://me:hush4@127.0.0.1:1',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hush5',
    };
    const text = reportText(await diagnose(env));
    await rm(folder, { recursive: true });
    expect(text).to.match(/^ {2}Engine:WorkerConcurrency +3 +CONFIG_FILE$/m);
    expect(text).to.match(/^ {2}HOST +127\.0\.0\.1 +environment$/m);
    expect(text).to.match(/^ {2}Engine:PlainTasks +wait$/m);
    expect(text).to.match(/^ {2}DATABASE_URL +postgres:\/\/\*\*\*@127\.0\.0\.1:1\/x\?\*\*\* +environment$/m);
    expect(text).not.to.contain('hush');
  });

  for (const [env, code, text] of [
    [BASE, 0, /No problems found\.\n$/],
    [{ ...BASE, PORT: 'x' }, 1, /Problems\n {2}- PORT must be a whole number/],
  ] as const) {
    // slow: a process of the command line
    it(`ends with ${code} when ${code === 0 ? 'nothing' : 'a port'} is wrong`, async () => {
      const ended = await runVerb(['doctor'], env);
      expect(ended.stdout).to.match(text);
      expect(ended.code).to.equal(code);
    });
  }
});
