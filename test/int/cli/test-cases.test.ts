import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runVerb } from '../../support/run-verb.ts';
import { fileOf, job, rowOf, START } from '../../support/world-files.ts';

describe('sluice test', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-tests-'));
    await mkdir(join(folder, 'models'));
    await mkdir(join(folder, 'tests'));
    await writeFile(join(folder, 'models', 'p.bpmn'), fileOf(rowOf('p', START, job('work'), '<endEvent id="end" />')));
    await writeFile(join(folder, 'tests', 'package.json'), '{"name": "no test"}');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = { type: 'CREATE_PROCESS_INSTANCE', processDefinitionSelector: { processDefinitionId: 'p' } };
  const completed = {
    type: 'ASSERT_PROCESS_INSTANCE',
    processInstanceSelector: { processDefinitionId: 'p' },
    state: 'IS_COMPLETED',
  };
  const mock = { type: 'MOCK_JOB_WORKER_COMPLETE_JOB', jobType: 'work' };
  const write = (name: string, ...testCases: object[]) => writeFile(join(folder, 'tests', name), JSON.stringify({ testCases }));
  const run = (...words: string[]) => runVerb(['test', ...words], {}, folder);

  // slow: a process of the command line runs an engine
  it('ends with 1, and shows which test and why, when one does not hold', async () => {
    await write(
      'a.json',
      { name: 'holds', instructions: [mock, start, completed] },
      { name: 'does <not>', instructions: [start, completed] },
    );
    const { code, stdout } = await run('tests', '--models', 'models');
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /tests\/a\.json\n {2}ok {3}holds \(\d+ ms\)\n {2}FAIL does <not> \(\d+ ms\)\n {9}instruction 2 \(ASSERT_PROCESS_INSTANCE\): instance of 'p' is not completed/,
    );
    expect(stdout).to.contain('\n1 passed, 1 failed\n');
    const junit = await run('tests', '--models', 'models', '--reporter', 'junit');
    expect(junit.code).to.equal(1);
    expect(junit.stdout)
      .to.contain('<testsuite name="tests/a.json" tests="2" failures="1">')
      .and.to.contain('name="does &lt;not&gt;"');
    const json = await run('tests', '--models', 'models', '--reporter', 'json');
    expect(
      JSON.parse(json.stdout).map((one: { name: string; error?: string }) => [one.name, one.error === undefined]),
    ).to.deep.equal([
      ['holds', true],
      ['does <not>', false],
    ]);
  });

  it('continues with the other files when one cannot be read', async () => {
    await write('a.test.json', { name: 'x', instructions: [{ type: 'NO_SUCH_THING' }] });
    await writeFile(join(folder, 'tests', 'b.test.json'), '{');
    await write('c.test.json', { name: 'holds', instructions: [mock, start, completed] });
    const { code, stdout } = await run('tests', '--models', 'models');
    expect(code).to.equal(1);
    expect(stdout)
      .to.contain("instruction 'NO_SUCH_THING' is not supported")
      .and.to.contain('b.test.json: ')
      .and.to.contain('1 passed, 2 failed');
  });

  it('reports that a model is refused when it is', async () => {
    await writeFile(join(folder, 'models', 'q.bpmn'), '<definitions');
    await write('a.json', { name: 'x', instructions: [start] });
    const { code, stdout } = await run('tests', '--models', 'models');
    expect(code).to.equal(1);
    expect(stdout).to.contain('q.bpmn: ');
  });

  it('ends with 2 and its usage when there is no test, no such folder, or an option is wrong', async () => {
    for (const words of [['tests'], ['nowhere'], ['--reporter', 'xml'], ['--colour']]) {
      const { code, stderr } = await run(...words);
      expect(code, words.join(' ')).to.equal(2);
      expect(stderr).to.contain('Usage: sluice test');
    }
  });
});
