import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { commandBlocks } from '../../support/pages/page-blocks.ts';
import { openPageSession } from '../../support/pages/page-session.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: runs and kills the programs of the page; test/contract/events.test.ts shows what they read

const ROOT = join(import.meta.dirname, '..', '..', '..');
const hasPython = spawnSync('python3', ['-c', 'import sqlite3']).status === 0;
if (!hasPython) process.stdout.write('\n!!! No python3 with sqlite3: the reader of docs/how-to/follow-events.md is LEFT OUT.\n');

/** how-to/follow-events.md: its commands, and its readers in Python and Node. */
describe('the page about following events', function () {
  this.timeout(120_000);
  let service: TestService;
  let folder: string;
  let page: string;
  const readers: ChildProcess[] = [];
  before(async () => {
    page = await readFile(join(ROOT, 'docs', 'how-to', 'follow-events.md'), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'sluice-follow-'));
    service = await startService({ env: { Feed__Enabled: 'true' } });
    await deploy(service.url, await readFile(join(ROOT, 'examples', 'hello.bpmn'), 'utf8'));
    await stateOf(service.url, await start(service.url, 'hello'));
  });
  after(async () => {
    for (const reader of readers) await ended(reader);
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
  const expected = async () => {
    const { text } = await get(service.url, '/Events?limit=10000');
    return text
      .split('\n')
      .slice(0, -2)
      .map((line) => JSON.parse(line) as { workflowInstanceId: string; sequence: number; type: string });
  };
  async function ended(reader: ChildProcess): Promise<void> {
    if (reader.exitCode !== null || reader.signalCode !== null) return;
    const end = once(reader, 'exit');
    reader.kill('SIGKILL');
    await end;
  }
  function read(command: string, ...given: string[]): ChildProcess {
    const reader = spawn(command, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    readers.push(reader);
    return reader;
  }

  it('has commands that answer what it specifies', async () => {
    const session = await openPageSession({ folder, url: service.url, env: {} });
    try {
      const blocks = commandBlocks(page);
      expect(blocks).to.have.length(2);
      for (const block of blocks) expect(await session.check(block), `line ${block.line}`).to.equal(undefined);
    } finally {
      await session.close();
    }
  });

  if (hasPython)
    it('has a reader in Python that loses and doubles nothing when it is killed repeatedly', async () => {
      const [program, database] = [join(folder, 'follow.py'), join(folder, 'events.db')];
      await writeFile(program, blockOf('python'));
      const seen = () =>
        JSON.parse(
          spawnSync('python3', [
            '-c',
            `import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute("select instance, sequence, type from seen order by rowid").fetchall()))`,
            database,
          ]).stdout.toString() || '[]',
        ) as [string, number, string][];
      for (let kills = 0; kills < 8; kills++) {
        const reader = read('python3', program, service.url, database);
        const before = seen().length;
        // its events are in the feed behind it: what is to be had after the last one is settled
        await stateOf(service.url, await start(service.url, 'hello'));
        await eventually('it has gone on', () => seen().length > before, { everyMs: 30 });
        await ended(reader);
      }
      const all = await expected();
      read('python3', program, service.url, database);
      await eventually('it has everything', () => seen().length === all.length, { everyMs: 100 });
      const order = (rows: readonly [string, number, string][]) => rows.map((row) => row.join(' '));
      expect(order(seen())).to.deep.equal(
        order(all.map(({ workflowInstanceId, sequence, type }) => [workflowInstanceId, sequence, type])),
      );
    });

  it('has a reader in Node that shows what happens as it happens', async () => {
    const program = join(folder, 'stream.mjs');
    await writeFile(program, blockOf('js'));
    const reader = read(process.execPath, program, service.url);
    let said = '';
    reader.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    await start(service.url, 'hello');
    const all = (await expected()).map(({ type }) => `${type}\n`).join('');
    await eventually('it has said everything', async () => said === (await expected()).map(({ type }) => `${type}\n`).join(''));
    expect(said.length).to.be.at.least(all.length);
  });
});
