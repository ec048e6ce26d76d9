import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { build } from '../../../bin/build.mjs';
import { runVerb } from '../../support/run-verb.ts';

// tier all: runs test runners as programs; test-cases.test.ts and test/int/testing show the same

const ROOT = join(import.meta.dirname, '..', '..', '..');
const execute = promisify(execFile);

/** Runs node to its end. */
async function node(cwd: string, ...words: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  return execute(process.execPath, words, { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, text: `${stdout}${stderr}` }),
  );
}

describe('the page about testing a process', function () {
  this.timeout(120_000);
  let folder: string;
  let page: string;
  before(async () => {
    build();
    page = await readFile(join(ROOT, 'docs/how-to/test-a-process.md'), 'utf8');
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-tests-'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules', 'sluice'));
    await copyFile(join(ROOT, 'examples/order-fulfilment.bpmn'), join(folder, 'order-fulfilment.bpmn'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The blocks of one language, in order. */
  const blocks = (language: string) =>
    [...page.matchAll(/```(\w*)\n([\s\S]*?)```/g)].flatMap(([, own, text = '']) => (own === language ? text : []));

  it('has a test in JavaScript that holds when its command is run', async () => {
    const [test = ''] = blocks('js');
    await writeFile(join(folder, 'order.test.mjs'), test);
    const [command = ''] = blocks('sh');
    expect(command.trim()).to.equal('node --test order.test.mjs');
    const { code, text } = await node(folder, '--test', 'order.test.mjs');
    expect(code, text).to.equal(0);
    expect(text).to.match(/pass 1/);
  });

  it('describes an assertion that does not hold', async () => {
    const [test = ''] = blocks('js');
    await writeFile(join(folder, 'order.test.mjs'), test.replace(/ {2}await order\.complete.*\n/, ''));
    const { code, text } = await node(folder, '--test', 'order.test.mjs');
    expect(code).to.equal(1);
    for (const line of (blocks('')[0] ?? '').trim().split('\n')) expect(text).to.contain(line.trim());
  });

  it('has a test in JSON that prints what the page specifies when its command is run', async () => {
    await writeFile(join(folder, 'order.test.json'), blocks('json')[0] ?? '');
    const [, command = ''] = blocks('sh');
    const { code, stdout, stderr } = await runVerb(command.trim().split(' ').slice(1), {}, folder);
    expect(code, stderr).to.equal(0);
    expect(stdout.replace(/\(\d+ ms\)/, '(12 ms)').trim()).to.equal(blocks('')[1]?.trim());
    const report = JSON.parse(await readFile(join(folder, 'coverage/coverage.json'), 'utf8'));
    expect(report.files[0].processes[0].elements).to.include({ found: 14, hit: 4 });
    const html = await readFile(join(folder, 'coverage/index.html'), 'utf8');
    expect(html).to.contain('<svg').and.to.contain('Agree on a delivery date');
    expect(html).not.to.match(/<script|https?:\/\/|src=/);
  });

  it('runs test cases in JSON in a runner of JavaScript when they are read as the page specifies', async () => {
    await writeFile(join(folder, 'order.test.json'), blocks('json')[0] ?? '');
    await writeFile(join(folder, 'cases.test.mjs'), blocks('js')[1] ?? '');
    const { code, text } = await node(folder, '--test', 'cases.test.mjs');
    expect(code, text).to.equal(0);
    expect(text)
      .to.match(/pass 1/)
      .and.to.contain('something is missing');
  });

  it('shares a count between tests when it is written as on the page', async () => {
    const files = `const files = ['order-fulfilment.bpmn'];\n`;
    const test = `import { it } from 'node:test';\nit('runs', async () => { await (await openWorld({ files, coverage })).start('order-fulfilment'); });\n`;
    await writeFile(join(folder, 'shared.test.mjs'), `${blocks('js')[2]}${files}${test}`);
    const { code, text } = await node(folder, '--test', 'shared.test.mjs');
    expect(code, text).to.equal(0);
    expect(
      JSON.parse(await readFile(join(folder, 'coverage/coverage.json'), 'utf8')).files[0].processes[0].elements.hit,
    ).to.equal(2);
  });
});

describe('the example tests', function () {
  this.timeout(120_000);
  before(() => build());

  it('hold when node:test runs them', async () => {
    const { code, text } = await node(ROOT, '--test', 'examples/testing/order-fulfilment.node.mjs');
    expect(code, text).to.equal(0);
    expect(text).to.match(/pass 4/);
  });

  it('hold when mocha runs them', async () => {
    const { code, text } = await node(
      ROOT,
      'node_modules/mocha/bin/mocha.js',
      '--no-config',
      '--no-package',
      'examples/testing/subscription-renewal.mocha.mjs',
    );
    expect(code, text).to.equal(0);
    expect(text).to.contain('2 passing').and.to.contain('subscription-renewal     13/18');
  });

  it('hold when sluice test runs them', async () => {
    const { code, stdout, stderr } = await runVerb(['test', 'examples/testing'], {}, ROOT);
    expect(code, stderr + stdout).to.equal(0);
    expect(stdout).to.contain('6 passed, 0 failed');
  });
});
