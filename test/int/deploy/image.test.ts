import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { build } from '../../../bin/build.mjs';
import { packageRoot } from '../../../src/platform/version.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { lastStage } from '../../support/manifests/dockerfile.ts';
import { freePort } from '../../support/redis.ts';

/** A user that no machine knows by name: orchestrators choose such numbers. */
const STRANGER = 10_001;
const ROLES = [
  ['api', 'PORT'],
  ['worker', 'METRICS_PORT'],
  ['projector', 'METRICS_PORT'],
  ['ui', 'UI_PORT'],
] as const;

/** The tree of the image, laid out as in the last stage of the Dockerfile; packages are those of this checkout. */
function layOut(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-image-'));
  for (const { name, rest } of lastStage()) {
    if (name !== 'COPY') continue;
    const words = rest.split(' ');
    const sources = words.slice(0, -1).filter((word) => !word.startsWith('--'));
    const target = words.at(-1) ?? '';
    for (const source of sources.map((path) => path.replace(/^\/app\//, ''))) {
      const to = target.endsWith('/') ? join(folder, target, source) : join(folder, target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(packageRoot, source), to, { recursive: true });
    }
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function everythingIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('node_modules'));
}

describe('what the Dockerfile makes, run from a tree that no one may write to', function () {
  this.timeout(120_000);
  let folder: string;
  let database: TestDatabase;
  const started: ChildProcess[] = [];

  before(async () => {
    build();
    database = await createTestDatabase({ isMigrated: false });
    folder = layOut();
    for (const path of ['', ...everythingIn(folder)]) {
      const place = join(folder, path);
      chmodSync(place, statSync(place).isDirectory() ? 0o555 : 0o444);
    }
  });
  after(async () => {
    for (const child of started) child.kill('SIGKILL');
    await database.drop();
    for (const path of ['', ...everythingIn(folder)]) chmodSync(join(folder, path), 0o755);
    rmSync(folder, { recursive: true, force: true });
  });

  /** root becomes another user if that user may read the checkout; others are not root anyway */
  const whoCannotWrite = () => {
    if (process.getuid?.() !== 0) return {};
    const stranger = { uid: STRANGER, gid: STRANGER };
    return spawnSync('test', ['-r', join(folder, 'node_modules', 'pg', 'package.json')], stranger).status === 0 ? stranger : {};
  };
  const environment = (more: object) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    TMPDIR: '/nonexistent',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    ...more,
  });
  const run = (operands: readonly string[], more: object) =>
    spawnSync(process.execPath, operands, { cwd: folder, env: environment(more), encoding: 'utf8', ...whoCannotWrite() });

  it('migrates', () => {
    const { status, stdout, stderr } = run(['bin/sluice.mjs', 'migrate'], {});
    expect(status, stdout + stderr).to.equal(0);
  });

  for (const [role, portKey] of ROLES)
    it(`runs ${role}, is healthy and ready, and stops in order`, async () => {
      const port = await freePort();
      const env = environment({ [portKey]: String(port), HOST: '127.0.0.1' });
      const child = spawn(process.execPath, ['bin/sluice.mjs', role], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...whoCannotWrite(),
      });
      started.push(child);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
      const ended = once(child, 'exit');
      await eventually(`${role} is ready`, async () => {
        if (child.exitCode !== null) throw new Error(said);
        const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
        return answer?.status === 200;
      });
      expect(run(['deploy/healthcheck.mjs'], { [portKey]: String(port) }).status).to.equal(0);
      child.kill('SIGTERM');
      expect([(await ended)[0], said]).to.deep.equal([0, '']);
      expect(
        run(['deploy/healthcheck.mjs'], { PORT: String(port), UI_PORT: String(port), METRICS_PORT: String(port) }).status,
      ).to.equal(1);
    });
});
