import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { deploy, start, stateOf, until } from '../../support/http/steps.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { startService } from '../../support/service.ts';

// tier all: packs, installs and compiles; test/contract/client.test.ts shows the client itself

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('the package for programs that use the API, packed and installed into a fresh folder', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-client-'));
    const { stdout } = await run(process.execPath, [join(ROOT, 'bin', 'pack-part.mjs'), 'client', folder]);
    await writeFile(join(folder, 'package.json'), '{"name": "shop", "type": "module", "private": true}');
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
    const { stdout } = await run('du', ['-sk', join(folder, 'node_modules/sluice')]);
    expect(Number.parseInt(stdout, 10)).to.be.below(400);
    for (const file of await readdir(join(folder, 'node_modules/sluice'), { recursive: true }))
      if (file.endsWith('.js')) {
        const text = await readFile(join(folder, 'node_modules/sluice', file), 'utf8');
        expect(text, 'for browsers too').not.to.match(/from '(?!\.)|\bprocess\b|\bBuffer\b/);
      }
  });

  for (const [where, options] of [
    ['of Node', { lib: ['es2023'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] }],
    ['of browsers', { lib: ['es2023', 'dom', 'dom.iterable'], types: [] }],
  ] as const)
    it(`gives its types to the compiler of a program ${where}`, async () => {
      const program = `import { type CallOptions, Conflict, openClient, type Schemas, type SluiceClient } from 'sluice/client';
        const sluice: SluiceClient = openClient({ url: 'http://localhost', token: async () => 'x' });
        const options: CallOptions = { timeoutMs: 1000 };
        export async function go(): Promise<string | undefined> {
          const { WorkflowInstanceId } = await sluice.start({ WorkflowId: 'order', Variables: { a: [1] } }, options);
          // @ts-expect-error: a misspelt member is seen by the compiler
          await sluice.start({ WorkflowKey: 'order' });
          // @ts-expect-error: a member that is needed
          await sluice.failUserTask(WorkflowInstanceId, {});
          const state: Schemas['InstanceState'] = await sluice.readState(WorkflowInstanceId).catch((error: unknown) => {
            throw error instanceof Conflict ? new Error(error.code) : error;
          });
          for await (const { businessId } of sluice.all.findInstances({ filters: 'Status==Running' })) return businessId ?? undefined;
          return state.activeActivityIds[0];
        }
        export const worker = sluice.work('quote', async ({ input, lockToken }, { signal }) => ({ price: input['x'], lockToken, signal: signal.aborted }));`;
      await writeFile(join(folder, 'shop.ts'), program);
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        ...options,
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
      await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(({ stdout }) =>
        expect.fail(stdout),
      );
    });

  it('is enough for the worker of the examples', async () => {
    const service = await startService();
    await copyFile(join(ROOT, 'examples/workers/worker.mjs'), join(folder, 'worker.mjs'));
    await deploy(service.url, oneTask('order', 'quote', { inputs: { quantity: '=quantity' }, outputs: { price: '=price' } }));
    const child = spawn(process.execPath, ['worker.mjs', service.url], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    try {
      const id = await start(service.url, 'order', { Variables: { quantity: 2 } });
      const state = await until(
        () => stateOf(service.url, id),
        ({ isCompleted }) => isCompleted,
      );
      expect(state.variableStates[0]?.variables['price']).to.equal(6);
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await service.stop();
    }
  });
});

describe('the package of FEEL, unpacked into a fresh folder', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-feel-'));
    const { stdout } = await run(process.execPath, [join(ROOT, 'bin', 'pack-part.mjs'), 'feel', folder]);
    await mkdir(join(folder, 'node_modules/sluice'), { recursive: true });
    await run('tar', ['-xzf', stdout.trim(), '-C', join(folder, 'node_modules/sluice'), '--strip-components', '1']);
    const { dependencies } = JSON.parse(await readFile(join(folder, 'node_modules/sluice/package.json'), 'utf8'));
    for (const name of Object.keys(dependencies))
      await cp(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"name": "shop", "type": "module", "private": true}');
  });
  after(() => rm(folder, { recursive: true }));

  it('evaluates expressions with the packages that it names', async () => {
    await writeFile(
      join(folder, 'shop.mjs'),
      `import { compileFeel, evaluateFeel, readTests } from 'sluice/feel';
      const total = evaluateFeel('sum(lines.price) > limit', { lines: [{ price: 3 }, { price: 4 }], limit: 5 }, { now: 0 });
      const due = compileFeel('string(date(due) + duration("P1D"))').evaluate({ due: '2026-11-30' }, { now: 0 });
      console.log(JSON.stringify([total, due, typeof readTests('> 5, [1..2]')]));`,
    );
    const { stdout } = await run(process.execPath, ['shop.mjs'], { cwd: folder });
    expect(JSON.parse(stdout)).to.deep.equal([{ ok: true, value: true }, '2026-12-01', 'object']);
  });
});
