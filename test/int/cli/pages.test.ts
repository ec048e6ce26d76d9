import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { findIdleKeys } from '../../../src/platform/config-review.ts';
import { openConfigSource } from '../../../src/platform/config-source.ts';
import { eventually } from '../../support/eventually.ts';
import { deploy } from '../../support/http/steps.ts';
import { commandBlocks, filesOf, type PageBlock } from '../../support/pages/page-blocks.ts';
import { openPageSession, type PageSession } from '../../support/pages/page-session.ts';
import { startService, type TestService } from '../../support/service.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLES = join(ROOT, 'examples');
/** Pages with a test of their own, which prepares what they need and looks at more than the output. */
const HAVE_THEIR_TEST = new Map([
  ['docs/how-to/decide-with-a-table.md', 'decide-with-a-table.test.ts'],
  ['docs/how-to/follow-events.md', 'follow-events.test.ts'],
  ['docs/how-to/modify-an-instance.md', 'modify-an-instance.test.ts'],
  ['docs/how-to/move-instances-to-a-version.md', 'move-instances-to-a-version.test.ts'],
  ['docs/operations/backup-and-restore.md', 'backup-and-restore.test.ts'],
  ['docs/tutorials/from-model-to-cluster.md', 'from-model-to-cluster.test.ts'],
]);
/** What a page takes for granted besides a running service with the sample. */
const ENVIRONMENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/configuration.md': { DATABASE_URL: '' },
};

/** Without it the tutorial for workers in Python is left out, and said so. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
if (!HAS_PYTHON) process.stderr.write('no python3 here: pages that start it are not run\n');
/** Pages that go on with the files of another one. */
const GOES_ON_WITH = new Map([['docs/getting-started.md', 'docs/tutorials/approval-process.md']]);

interface Page {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly PageBlock[];
}

async function readPages(): Promise<readonly Page[]> {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const paths = ['README.md', ...docs.map((path) => `docs/${path.replaceAll('\\', '/')}`).filter((path) => path.endsWith('.md'))];
  const pages = paths.sort().map(async (path) => {
    const text = await readFile(join(ROOT, path), 'utf8');
    return { path, text, blocks: commandBlocks(text) };
  });
  return (await Promise.all(pages)).filter(({ blocks }) => blocks.length > 0);
}

const pages = await readPages();

describe('the commands of the pages', function () {
  this.timeout(360_000);
  let service: TestService;
  let pool: Pool;
  let folder: string;
  let session: PageSession;
  beforeEach(async () => {
    service = await startService();
    pool = openPool(service.databaseUrl, { max: 1, applicationName: 'sluice test' });
    folder = await mkdtemp(join(tmpdir(), 'sluice-page-'));
    await deploy(service.url, await readFile(join(EXAMPLES, 'hello.bpmn'), 'utf8'));
  });
  afterEach(async () => {
    await session?.close();
    await pool.end();
    await service.stop();
    await rm(folder, { recursive: true });
  });

  async function prepare({ path, text }: Page): Promise<void> {
    if (text.includes(' examples/') || text.includes('"examples/')) await symlink(EXAMPLES, join(folder, 'examples'));
    for (const [models, ending] of [
      ['models', '.bpmn'],
      ['my-models', '.bpmn'],
      ['my-models', '.bpmn2'],
      ['my-models', '.bpmn20.xml'],
    ] as const) {
      if (!text.includes(` ${models}/`)) continue;
      await mkdir(join(folder, models), { recursive: true });
      await cp(join(EXAMPLES, 'hello.bpmn'), join(folder, models, `hello${ending}`));
    }
    if (text.includes("'sluice/testing'")) {
      await mkdir(join(folder, 'node_modules'));
      await symlink(ROOT, join(folder, 'node_modules', 'sluice'));
      await cp(join(EXAMPLES, 'order-fulfilment.bpmn'), join(folder, 'order-fulfilment.bpmn'));
    }
    const before = pages.find((page) => page.path === GOES_ON_WITH.get(path))?.text ?? '';
    for (const file of filesOf(before + text)) await writeFile(join(folder, file.name), file.text);
    await mkdir(join(folder, 'data', 'pg'), { recursive: true });
    const env = { DATABASE_URL: service.databaseUrl, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', ...ENVIRONMENT[path] };
    session = await openPageSession({ folder, url: service.url, env });
  }
  /** Lists follow the writes a moment later. */
  const settled = () =>
    eventually('the read side has everything', async () => {
      const { rows } = await pool.query<{ count: string }>('select count(*) from projection_todo');
      return rows[0]?.count === '0';
    });

  for (const page of pages.filter(
    ({ path, text, blocks }) =>
      !HAVE_THEIR_TEST.has(path) && blocks.some(({ notRun }) => notRun === undefined) && (HAS_PYTHON || !/^python3 /m.test(text)),
  ))
    it(`do what ${page.path} says when they are run one after the other`, async () => {
      await prepare(page);
      for (const block of page.blocks.filter(({ notRun }) => notRun === undefined)) {
        await settled();
        const fault = await session.check(block);
        if (fault !== undefined) expect.fail(`${page.path}:${block.line}: ${fault}`);
      }
    });
});

describe('the blocks of commands in the pages', () => {
  it('say why when they are not run, or are run by a test of their own', async () => {
    for (const [path, test] of HAVE_THEIR_TEST)
      expect(await readFile(join(import.meta.dirname, test), 'utf8'), path).to.contain(path.slice('docs/'.length));
    const reasons = pages.flatMap(({ blocks }) => blocks.flatMap(({ notRun }) => notRun ?? []));
    for (const reason of reasons) expect(reason).to.match(/^(?:needs|starts|installs|asks|changes|is run by) .{10,}$/);
    expect(reasons).to.have.length.below(60);
  });

  it('set nothing that Sluice does not know', () => {
    const names = pages.flatMap(({ text }) => [...text.matchAll(/\b([A-Za-z]+(?:__\w+)+)=/g)].map(([, name = '']) => name));
    expect(names).to.have.length.above(10);
    expect(names.flatMap((name) => findIdleKeys(openConfigSource({ [name]: '1' })))).to.deep.equal([]);
  });
});
