import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { VERBS } from '../../../src/cli/main.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { get } from '../../support/http/http-client.ts';
import { type InstalledPackage, installPackage } from '../../support/installed-package.ts';

const run = promisify(execFile);
/** Room for growth, far below what the sources with their tests weigh. Unit: bytes. */
const MOST_BYTES = 2_000_000;

describe('the package, packed and installed into a fresh folder', function () {
  this.timeout(180_000);
  let installed: InstalledPackage;
  let database: TestDatabase;
  before(async () => {
    installed = await installPackage();
    database = await createTestDatabase();
  });
  after(async () => {
    await installed?.remove();
    await database?.drop();
  });

  it('holds what runs and what its users read, and nothing else', () => {
    const { files, size } = installed;
    for (const needed of [
      'LICENSE',
      'NOTICE',
      'sbom.cdx.json',
      'README.md',
      'bin/sluice.mjs',
      'dist/cli/main.js',
      'dist/plugins/plugin.d.ts',
      'dist/testing/api.d.ts',
      'dist/testing/index.d.ts',
      'migrations/schema.sql',
    ])
      expect(files).to.include(needed);
    expect(files.filter((path) => /^dist\/ui\/web\/assets\/.+\.js$/.test(path))).not.to.deep.equal([]);
    expect(files.filter((path) => /^migrations\/\d{4}_\w+\.sql$/.test(path))).to.have.length.above(7);
    expect(files.filter((path) => /^(?:src|test|bench|demo|\.ci)\/|\.map$|\.tgz$/.test(path))).to.deep.equal([]);
    expect(size).to.be.below(MOST_BYTES);
  });

  it('says its version and its verbs when the installed command is asked', async () => {
    const { version } = JSON.parse(await readFile(join(installed.folder, 'node_modules/sluice/package.json'), 'utf8'));
    const answers = await Promise.all(['--version', 'help'].map(async (word) => (await run(installed.command, [word])).stdout));
    expect(answers[0]).to.equal(`${version}\n`);
    for (const verb of Object.keys(VERBS)) expect(answers[1]).to.contain(`  ${verb}`);
  });

  it('starts everything, with its own Postgres, pages and sample, when it is told to', async () => {
    const { HOME = '', PATH = '' } = process.env;
    const settings = { HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', DATA_DIR: join(installed.folder, 'data') };
    const child = spawn(installed.command, ['start'], { cwd: installed.folder, env: { HOME, PATH, ...settings } });
    const ended = once(child, 'exit');
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    try {
      await eventually('the ready text, or an end', () => text.includes(' is ready (') || child.exitCode !== null, {
        withinMs: 60_000,
      });
      expect(text).to.contain('The sample process "hello" is deployed');
      const urlOf = (name: string) =>
        new RegExp(`^ +${name} +(http://\\S+)$`, 'm').exec(text)?.[1]?.replace('localhost', '127.0.0.1') ?? '';
      expect((await get(urlOf('API'), '/ready')).text).to.equal('Ready');
      expect((await get(urlOf('UI'), '/workflows')).text).to.match(/<script[^>]+src="[^"]+\.js"/);
    } finally {
      child.kill('SIGTERM');
      expect((await ended)[0], text).to.equal(0);
    }
  });

  it('gives its surface to a plugin project that has a package.json of its own and nothing installed, wherever it lies', async () => {
    const project = join(installed.folder, '..', 'plugins', 'greet');
    await mkdir(project, { recursive: true });
    await writeFile(join(project, 'package.json'), '{"name": "greet", "type": "module", "main": "greet.js"}');
    await writeFile(
      join(project, 'greet.js'),
      `import { definePlugin } from 'sluice/plugin';
       export default definePlugin({ taskType: 'greet', execute: () => ({}) });`,
    );
    const { HOME = '', PATH = '' } = process.env;
    const env = { HOME, PATH, HOST: '127.0.0.1', METRICS_PORT: '0', DATABASE_URL: database.url };
    const child = spawn(installed.command, ['plugin-host', project], { env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    try {
      await eventually('the start', () => /"eventId":(?:7040|7042)/.test(text) && text, { withinMs: 30_000 });
      expect(text).to.contain('"TaskType":"greet"').and.to.contain('"eventId":7040');
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('gives its worlds to tests of a project, and their types to its compiler', async () => {
    const test = `import { openCoverage, openWorld, TaskFailure, type Instance, type World } from 'sluice/testing';
      const coverage = openCoverage();
      const world: World = await openWorld({ files: ['node_modules/sluice/examples/hello.bpmn'], coverage });
      await world.stubTask('work', ({ input, attempt }) => {
        if (attempt > 1) throw new TaskFailure('X', 'no');
        return { seen: input['name'] ?? null };
      });
      const one: Instance = await world.start('hello', { name: 'Ada' });
      // @ts-expect-error: a misspelt option is seen by the compiler
      await one.complete('approve', {}, { bye: 'sam' }).catch(() => undefined);
      console.log(one.key, one.status, coverage.processes[0]?.share);`;
    await writeFile(join(installed.folder, 'test.mts'), test);
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--skipLibCheck',
      'false',
      '--types',
      '',
    ];
    const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, ...options, 'test.mts'], { cwd: installed.folder }).catch(
      ({ stdout }: { stdout: string }) => expect.fail(stdout),
    );
    await writeFile(join(installed.folder, 'test.mjs'), test.replaceAll(/: (?:World|Instance)|, type \w+/g, ''));
    const { stdout } = await run(process.execPath, ['test.mjs'], { cwd: installed.folder });
    expect(stdout).to.match(/^hello (?:running|completed) /);
  });
});
