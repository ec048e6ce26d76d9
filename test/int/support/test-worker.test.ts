// tier all: tests the test runner, not the product

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FileResult, WorkerOptions } from '../../support/run/messages.ts';
import { openTestWorker, type TestWorker } from '../../support/run/test-worker.ts';

describe('a worker of the test runner', () => {
  let folder: string;
  let tested: TestWorker;
  const states: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-worker-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => tested.kill('SIGKILL'));

  function open(options: Partial<WorkerOptions> = {}): void {
    states.splice(0);
    tested = openTestWorker({
      timeoutMs: 60_000,
      forbidsOnly: false,
      env: {},
      onTest: (s) => states.push(s),
      ...options,
    });
  }
  let files = 0;
  async function run(text: string): Promise<FileResult> {
    files += 1;
    const path = join(folder, `case-${files}.test.mjs`);
    await writeFile(path, text);
    return tested.run({ path, name: `case-${files}`, kind: 'unit', tier: 'commit', aloneBecause: undefined, hasOnly: false });
  }

  it('counts what passes and what is left out, and gives failures in full', async () => {
    open();
    const result = await run(`describe('a', () => {
      it('passes', () => {});
      it.skip('waits', () => {});
      it('fails', () => { throw new Error('for a reason'); });
      describe('b', () => { before(() => { throw new Error('too early'); }); it('is not reached', () => {}); });
    });`);
    expect([result.passed, result.leftOut, result.failures.length]).to.deep.equal([1, 1, 2]);
    expect(result.failures[0]).to.match(/^a\n +fails:\n +Error: for a reason\n +at .*case-\d+\.test\.mjs/);
    expect(result.failures[1]).to.contain('"before all" hook').and.to.contain('too early');
    expect(states).to.deep.equal(['passed', 'leftOut', 'failed', 'failed']);
    expect(await tested.end()).to.equal(undefined);
  });

  it('fails a file whose worker ends, and runs the next one in another', async () => {
    open();
    const broken = await run(`describe('a', () => { it('passes', () => {}); it('ends it', () => process.exit(0)); });`);
    expect([broken.passed, broken.failures.length]).to.deep.equal([1, 1]);
    expect(broken.failures[0]).to.match(/case-\d+: its process ended with 0 after 1 tests/);
    expect((await run(`it('passes', () => {});`)).passed).to.equal(1);
    expect(await tested.end()).to.equal(undefined);
  });

  it('fails a file that cannot be loaded', async () => {
    open();
    expect((await run(`import './is-not-there.mjs';`)).failures[0]).to.contain('is-not-there.mjs');
  });

  it('names the kind of handle that was left open, and the file', async () => {
    open({ leakAfterMs: 300 });
    await run(`it('passes', () => {});`);
    await run(`it('leaves a timer', () => { setInterval(() => {}, 1000); });`);
    await run(`it('passes', () => {});`);
    expect(await tested.end()).to.match(new RegExp(`handles open: Timeout since .*case-${files - 1}\\.test\\.mjs`));
  });

  it('refuses .only unless it is allowed, and obeys it otherwise', async () => {
    const text = `it.only('is meant', () => {}); it('is not', () => { throw new Error(); });`;
    open({ forbidsOnly: true });
    expect((await run(text)).failures[0]).to.contain('`.only` forbidden');
    await tested.end();
    open();
    expect(await run(text))
      .to.include({ passed: 1 })
      .and.to.have.property('failures')
      .that.deep.equals([]);
  });

  it('runs only titles that match', async () => {
    open({ grep: 'one|two$' });
    const result = await run(`it('one', () => {}); it('two', () => {}); it('three', () => { throw new Error(); });`);
    expect([result.passed, result.failures]).to.deep.equal([2, []]);
  });
});
