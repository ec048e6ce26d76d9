import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectJson } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { start, stateOf } from '../../support/http/steps.ts';
import { decision, decisionFile, decisionTable, literal } from '../../support/models/decisions.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
const read = (name: string) => readFileSync(join(EXAMPLES, 'decisions', name), 'utf8');

describe('sluice decisions', function () {
  this.timeout(120_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await startService({ env: { Retention__Evaluations: '1d' } });
    folder = await mkdtemp(join(tmpdir(), 'sluice-decisions-'));
    const rules = [
      ['< 100', '5'],
      ['-', '9'],
    ];
    await writeFile(
      join(folder, 'fee.dmn'),
      decisionFile(decisionTable('fee', { hitPolicy: 'FIRST', inputs: ['amount'], outputs: ['fee'], rules })),
    );
    await writeFile(join(folder, 'total.dmn'), decisionFile(decision('total', literal('amount + fee'), ['fee'])));
    await writeFile(join(folder, 'notes.txt'), 'nothing to deploy');
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });
  const run = (...words: string[]) => runVerb(['decisions', ...words], { SLUICE_URL: service.url }, folder);

  it('deploys, lists, evaluates, shows and deletes when requested', async () => {
    expect((await run('list', '--table')).stdout).to.equal('No decision is deployed.\n');
    expect((await run('deploy', '.')).stdout).to.equal('fee version 1\ntotal version 1\n');
    expect((await run('deploy', '.')).stdout).to.equal('fee version 1, unchanged\ntotal version 1, unchanged\n');
    expect((await run('--table')).stdout)
      .to.match(/^DECISION +VERSION +TAG/)
      .and.match(/\ntotal +1 +- /);
    const made = await run('evaluate', 'total', '--set', 'amount=50', '--table');
    expect(made.stdout)
      .to.match(/^DECISION +RULES +RESULT\n/)
      .and.match(/\nfee +1 +5\n/)
      .and.match(/\ntotal +- +55\n/);
    expect(JSON.parse((await run('evaluate', 'fee', '--set', 'amount=200', '--version', '1')).stdout).Result).to.equal(9);
    expect((await run('xml', 'fee')).stdout).to.contain('<decision id="fee"');
    expect((await run('delete', 'total', '1')).stdout).to.equal('total: version 1 is deleted, it has no version left\n');
  });

  it('lists what calls have decided when that is kept', async () => {
    expect((await run('evaluations', 'nobody', '--table')).stdout).to.equal('No evaluations.\n');
    await run('deploy', '.');
    await run('evaluate', 'fee', '--set', 'amount=7');
    await run('evaluate', 'total', '--set', 'amount=much');
    expect((await run('evaluations', 'fee', '--table')).stdout)
      .to.match(/^EVALUATED AT +VERSION +BY +RULES +RESULT\n/)
      .and.match(/ 1 +- +1 +5\n/);
    expect(JSON.parse((await run('evaluations', 'total')).stdout).items).to.have.length.at.least(1);
  });

  it('shows the error when there is nothing to send, or nothing of that name', async () => {
    const nothing = await run('deploy', 'notes.txt');
    expect([nothing.code, nothing.stderr]).to.deep.equal([2, 'no decision (.dmn) found\n']);
    const unknown = await run('evaluate', 'none');
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, "Decision 'none' is not deployed.\n"]);
    expect((await run('delete', 'fee', 'x')).code).to.equal(2);
    const noVersion = await run('evaluate', 'fee', '--version', 'x');
    expect([noVersion.code, noVersion.stderr.split('\n')[0]]).to.deep.equal([2, '--version is a number']);
  });

  describe('for the examples', () => {
    it('has test cases that pass when they are run as they are', async () => {
      const { code, stdout, stderr } = await runVerb(['test', join(EXAMPLES, 'testing', 'decisions.test.json')], {});
      expect([code, stderr], stdout).to.deep.equal([0, '']);
      expect(stdout).to.contain('5 passed');
    });

    it('has processes that run without a warning when table and process are deployed apart, in this order', async () => {
      for (const [table, process] of [
        ['postage.dmn', 'parcel.camunda-8.bpmn'],
        ['expenses.dmn', 'expense-claim.camunda-7.bpmn'],
      ] as const) {
        expectJson(await post(service.url, '/Decisions/deploy', { DmnXml: read(table), Strict: true }));
        expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: read(process), Strict: true }));
      }
      const parcel = { weight: 8, longestSide: 50, country: 'FR' };
      const state = await stateOf(service.url, await start(service.url, 'parcel', { Variables: parcel }));
      expect(state.activeActivityIds).to.deep.equal(['ask-customer']);
      const made = expectJson(await post(service.url, '/Decisions/postage/evaluate', { Variables: parcel }));
      expect(made.Result).to.deep.equal({ price: 24, days: 6 });
      expect(
        made.Decisions.map(({ Tables }: { Tables: { Rules: { Id: string }[] }[] }) => Tables[0]?.Rules[0]?.Id),
      ).to.deep.equal(['medium', 'abroad']);
    });
  });
});
