import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { eraseFromFiles } from '../../../src/cli/commands/archive.ts';
import { archivedLines, NoArchive, readArchive } from '../../../src/cli/commands/read-archive.ts';
import { MARKER } from '../../../src/worker/retention/archive.ts';
import { appendMembers, packMember } from '../../../src/worker/retention/archive-file.ts';
import { appendBusinessIds } from '../../../src/worker/retention/business-ids.ts';

const HEAD = {
  ...{ type: 'instance', format: 1, instanceId: 'i', processKey: 'order', version: 1, definitionId: 'd', rootInstanceId: null },
  ...{ businessId: 'person', endedAt: '2026-11-28T00:00:00.000Z', journalRows: 1, state: { status: 'completed' } },
};
const ROW = { type: 'row', instanceId: 'i', sequence: 1, commandId: 'c', at: '', v: 1, actor: null, events: [{ type: 'x' }] };
const END = { type: 'end', instanceId: 'i', rows: 1 };
const linesOf = (...lines: readonly unknown[]) => `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;

describe('archive files (docs/contributing/spec/retention.md#archive)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-archive-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const written = (content: string | Buffer, name = 'order.jsonl.gz') => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => (error instanceof NoArchive ? 'no archive' : String(error)),
    );

  it('are read when they are whole; of an instance that no one asked for only the status is kept', async () => {
    const path = written(gzipSync(linesOf({ ...HEAD, state: { status: 'completed', large: 'x' } }, ROW, END)));
    const [kept] = (await readArchive(path, () => false)).instances;
    expect([kept?.head.state, kept?.steps]).to.deep.equal([{ status: 'completed' }, []]);
    expect((await readArchive(path, () => true)).instances[0]?.head.state).to.deep.equal({ status: 'completed', large: 'x' });
  });

  const damaged: readonly [title: string, lines: readonly unknown[]][] = [
    ['a line is null', [null]],
    ['a line is a list', [[], END]],
    ['a line has another type', [HEAD, { ...ROW, type: 'else' }, END]],
    ['an instance has no state', [{ ...HEAD, state: undefined }, END]],
    ['a key is a number', [{ ...HEAD, processKey: 1 }, END]],
    ['a business id is an object', [{ ...HEAD, businessId: {} }, END]],
    ['an actor is a list', [HEAD, { ...ROW, actor: [] }, END]],
    ['events are none', [HEAD, { ...ROW, events: null }, END]],
    ['an event is null', [HEAD, { ...ROW, events: [null] }, END]],
  ];
  for (const [title, lines] of damaged) {
    it(`are refused by name when ${title}`, async () => {
      expect(await refusalOf(readArchive(written(gzipSync(linesOf(...lines))), () => true))).to.equal('no archive');
    });
  }

  it('are refused when zeros hide instances behind them, and torn when zeros end them', async () => {
    const member = await packMember(linesOf(HEAD, ROW, END));
    const hidden = written(Buffer.concat([member, Buffer.alloc(200_000), member]));
    expect(await refusalOf(readArchive(hidden, () => false))).to.equal('no archive');
    const torn = await readArchive(written(Buffer.concat([member, Buffer.alloc(200_000)])), () => false);
    expect([torn.instances.length, torn.isTorn]).to.deep.equal([1, true]);
  });

  it('name the instances without their last line, unless a whole copy follows', async () => {
    const other = { ...HEAD, instanceId: 'j' };
    const contents: readonly [lines: readonly unknown[], incomplete: readonly string[]][] = [
      [[HEAD, ROW], ['i']],
      [[HEAD, ROW, other, { ...END, instanceId: 'j', rows: 0 }], ['i']],
      [[HEAD, HEAD, ROW, END], []],
    ];
    for (const [lines, incomplete] of contents) {
      const content = await readArchive(written(gzipSync(linesOf(...lines))), () => false);
      expect([content.incomplete, content.isTorn]).to.deep.equal([incomplete, false]);
    }
  });

  it('are refused when one line unpacks to more than the bound', async () => {
    const path = written(gzipSync('x'.repeat(100_000)));
    expect(await refusalOf(archivedLines(path, 50_000).next())).to.equal('no archive');
  });

  for (const text of ['no json', 'null', '{}', '{"installation":1}']) {
    it(`are refused when the marker of their folder is ${text}`, async () => {
      written(text, MARKER);
      const order = { folder, businessId: 'person', areWorkersStopped: true };
      expect(await refusalOf(eraseFromFiles(order))).to.equal('no archive');
    });
  }

  it('are written again next to a link and never through it', async () => {
    const victim = written('keep', 'victim');
    written(JSON.stringify({ installation: 'one' }), MARKER);
    const path = written(
      await packMember(
        linesOf(HEAD, ROW, END, { ...HEAD, instanceId: 'j', businessId: 'other' }, { ...END, instanceId: 'j', rows: 0 }),
      ),
    );
    await appendBusinessIds(path, ['person']);
    expect(statSync(`${path}.business-ids`).mode & 0o777).to.equal(0o600);
    symlinkSync(victim, `${path}.new`);
    symlinkSync(victim, `${path}.business-ids.new`);
    const [erased] = await eraseFromFiles({ folder, businessId: 'person', areWorkersStopped: true });
    expect(erased).to.deep.equal({ file: path, count: 1 });
    expect(readFileSync(victim, 'utf8')).to.equal('keep');
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).to.deep.equal([]);
    expect((await readArchive(path, () => true)).instances.map(({ head }) => head.instanceId)).to.deep.equal(['j']);
  });

  it('keep data of another program: only what a writer left behind is cut off', async () => {
    const member = await packMember(linesOf(HEAD, ROW, END));
    for (const rest of [member.subarray(0, 3), member.subarray(0, 30), Buffer.alloc(50)]) {
      const path = written(Buffer.concat([member, rest]));
      await appendMembers(path, [member]);
      expect(statSync(path).size).to.equal(2 * member.length);
    }
    for (const begin of [Buffer.alloc(0), member]) {
      const content = Buffer.concat([begin, gzipSync(linesOf(HEAD, ROW, END))]);
      const path = written(content);
      const refused = await appendMembers(path, [member]).catch((error: Error) => error.message);
      expect(refused).to.equal(
        `${path} has data of another program at byte ${begin.length}. Move the file away: a new one is begun`,
      );
      expect(readFileSync(path).equals(content)).to.equal(true);
    }
  });
});
