import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { queryOnce } from '../support/query-once.ts';
import { startService, type TestService } from '../support/service.ts';

const table = (id: string) =>
  decisionFile(
    decisionTable(id, {
      inputs: [['amount', 'number']],
      outputs: [['fee', 'number']],
      rules: [
        ['< 100', '5'],
        ['>= 100', 'amount * 0.02'],
      ],
    }),
  );

describe('GET /Decisions/{key}/evaluations (docs/contributing/spec/decisions.md#evaluations)', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ env: { Retention__Evaluations: '30d' } });
  });
  after(() => service.stop());
  const evaluate = (key: string, variables: object, headers = {}, more = {}) =>
    http(service.url, {
      method: 'POST',
      path: `/Decisions/${key}/evaluate`,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ Variables: variables, ...more }),
    });
  const kept = async (key: string, query = '') => expectJson(await get(service.url, `/Decisions/${key}/evaluations${query}`));

  it('has what a call was decided by as soon as it is answered', async () => {
    await post(service.url, '/Decisions/deploy', { DmnXml: table('fee') });
    await evaluate('fee', { amount: 250, note: 'é\ud83d\ude00' });
    const { items, totalCount } = await kept('fee');
    expect(totalCount).to.equal(1);
    const { evaluationId, evaluatedAt, ...item } = items[0];
    expect([evaluationId, evaluatedAt]).to.satisfy((texts: readonly string[]) => texts.every((text) => text.length > 20));
    expect(item).to.deep.equal({
      version: 1,
      outcome: 'made',
      businessId: null,
      actor: null,
      failure: null,
      variables: { amount: 250, note: 'é\ud83d\ude00' },
      decisions: [
        {
          decisionKey: 'fee',
          name: 'fee',
          result: 5,
          tables: [{ inputs: [{ name: 'amount', value: 250 }], rules: [{ number: 2, outputs: { fee: 5 } }] }],
        },
      ],
    });
  });

  it('has the reason of a call that failed, and is filtered and ordered like other lists', async () => {
    await post(service.url, '/Decisions/deploy', { DmnXml: table('sorted') });
    for (const amount of [1, 'much', 2]) await evaluate('sorted', { amount });
    expect((await kept('sorted')).items.map((one: { outcome: string }) => one.outcome)).to.deep.equal(['made', 'failed', 'made']);
    const failed = await kept('sorted', '?filters=Outcome==failed');
    expect(failed.items[0]).to.deep.include({
      failure: "decision 'sorted': input 'amount': 'much' is not of type number",
      decisions: [],
      variables: { amount: 'much' },
    });
    const one = await kept('sorted', `?filters=EvaluationId==${failed.items[0].evaluationId}`);
    expect(one.items).to.deep.equal(failed.items);
    const oldest = await kept('sorted', '?sorts=EvaluatedAt&pageSize=1');
    expect([oldest.totalCount, oldest.items[0].variables.amount]).to.deep.equal([3, 1]);
    expectProblem(
      await get(service.url, '/Decisions/sorted/evaluations?sorts=Version'),
      400,
      (await get(service.url, '/Decisions/sorted/evaluations?sorts=Version')).json.detail,
      '/Decisions/sorted/evaluations',
    );
  });

  it('is filtered by the business id of a call, and an erasure leaves nothing of these calls (docs/contributing/spec/retention.md#erase)', async () => {
    await post(service.url, '/Decisions/deploy', { DmnXml: table('about') });
    const ofAda = { BusinessId: 'ADA-7' };
    const key = { 'idempotency-key': 'decide-about-ada' };
    await evaluate('about', { amount: 1, name: 'Secret Ada' }, key, ofAda);
    await evaluate('about', { amount: 'Secret Ada' }, {}, ofAda);
    await evaluate('about', { amount: 3 }, {}, { BusinessId: 'BOB' });
    const { items } = await kept('about', '?filters=BusinessId==ADA-7');
    expect(items.map(({ outcome, businessId }: { outcome: string; businessId: string }) => [outcome, businessId])).to.deep.equal([
      ['failed', 'ADA-7'],
      ['made', 'ADA-7'],
    ]);
    expect(expectJson(await post(service.url, '/Instances/erase', ofAda))).to.deep.equal({
      Erased: 0,
      Evaluations: 2,
      Cancelled: [],
      IsComplete: true,
      Archives: [],
    });
    expect((await kept('about')).items.map(({ businessId }: { businessId: string }) => businessId)).to.deep.equal(['BOB']);
    const { rows } = await queryOnce(service.databaseUrl, "select * from inbox where reply::text like '%Secret Ada%'");
    expect(rows).to.deep.equal([]);
    expectProblem(
      await evaluate('about', { amount: 1, name: 'Secret Ada' }, key, ofAda),
      409,
      'This request was already processed, and its data was erased later.',
      '/Decisions/about/evaluate',
    );
    expect((await kept('about')).totalCount).to.equal(1);
  });

  it('refuses a business id that is invalid, and keeps nothing of the call', async () => {
    expectProblem(
      await evaluate('about', {}, {}, { BusinessId: ' x' }),
      400,
      'BusinessId must not have leading or trailing white space.',
      '/Decisions/about/evaluate',
    );
    expect((await kept('about')).totalCount).to.equal(1);
  });

  it('has a call once when it is repeated, and none that found no decision', async () => {
    await post(service.url, '/Decisions/deploy', { DmnXml: table('once') });
    const headers = { 'idempotency-key': '6a1f7a5e-0000-4000-8000-000000000001' };
    for (let round = 0; round < 2; round += 1) await evaluate('once', { amount: 1 }, headers);
    await evaluate('nobody', { amount: 1 });
    expect([(await kept('once')).totalCount, (await kept('nobody')).totalCount]).to.deep.equal([1, 0]);
  });

  it('leaves out what is too long to be kept', async () => {
    await post(service.url, '/Decisions/deploy', { DmnXml: table('long') });
    await evaluate('long', { amount: 1, more: 'x'.repeat(20_000) });
    const { items } = await kept('long');
    expect(items[0]).to.not.have.property('variables');
    expect(items[0].decisions[0].result).to.equal(5);
  });
});

describe('calls of decisions without Retention:Evaluations (docs/contributing/spec/decisions.md#when-kept)', () => {
  it('leave nothing when they are answered', async () => {
    const service = await startService();
    try {
      await post(service.url, '/Decisions/deploy', { DmnXml: table('fee') });
      expectJson(await post(service.url, '/Decisions/fee/evaluate', { Variables: { amount: 1 } }));
      expect(expectJson(await get(service.url, '/Decisions/fee/evaluations')).items).to.deep.equal([]);
    } finally {
      await service.stop();
    }
  });
});
