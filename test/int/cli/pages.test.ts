import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openPool, type Pool } from '../../../src/db/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { deploy } from '../../support/http/steps.ts';
import { filesOf } from '../../support/pages/page-blocks.ts';
import { openPageSession, type PageSession } from '../../support/pages/page-session.ts';
import { HAVE_THEIR_TEST, type Page, readPages } from '../../support/pages/read-pages.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: runs every command of the pages, each in a process; the tests of the verbs show the same

const ROOT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLES = join(ROOT, 'examples');
/** What a page takes for granted besides a running service with the sample. */
const ENVIRONMENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/reference/settings.md': { DATABASE_URL: '' },
};

/** Without it the tutorial for workers in Python is left out, with a message. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
if (!HAS_PYTHON) process.stderr.write('no python3 here: pages that start it are not run\n');
/** Pages that use the files of another one. */
const GOES_ON_WITH = new Map([['docs/tutorials/handle-failures.md', 'docs/tutorials/approval-process.md']]);

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
    it(`do what ${page.path} specifies when they are run one after the other`, async () => {
      await prepare(page);
      for (const block of page.blocks.filter(({ notRun }) => notRun === undefined)) {
        await settled();
        const fault = await session.check(block);
        if (fault !== undefined) expect.fail(`${page.path}:${block.line}: ${fault}`);
      }
    });
});
