import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectJson } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { start, stateOf } from '../../support/http/steps.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
const read = (name: string) => readFileSync(join(EXAMPLES, 'decisions', name), 'utf8');

describe('the examples that decide by tables', function () {
  this.timeout(120_000);

  it('pass their test cases when these are run as they are', async () => {
    const { code, stdout, stderr } = await runVerb(['test', join(EXAMPLES, 'testing', 'decisions.test.json')], {});
    expect([code, stderr], stdout).to.deep.equal([0, '']);
    expect(stdout).to.contain('5 passed');
  });

  describe('on a service', () => {
    let service: TestService;
    before(async () => {
      service = await startService();
    });
    after(() => service.stop());

    it('run without a warning when table and process are deployed apart, in this order', async () => {
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
