import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { start, stateOf } from '../support/http/steps.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';
const decides = (id: string, decision: string) =>
  `<businessRuleTask id="${id}" camunda:decisionRef="${decision}" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="${id}Grade"/>`;
const graded = (id: string) =>
  decisionFile(
    decisionTable(id, {
      inputs: ['amount'],
      outputs: ['grade'],
      rules: [
        ['< 100', '"small"'],
        ['>= 100', '"large"'],
      ],
    }),
  );

describe('what the tasks of an instance have decided (docs/contributing/spec/http/instances.md#decisions)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  const decidedBy = async (id: string, query = '') => expectJson(await get(service.url, `/Instances/${id}/decisions${query}`));
  const deploy = async (key: string, tasks: readonly string[], own?: string) => {
    const Resources = own === undefined ? {} : { Resources: [{ Name: 'own.dmn', Content: own }] };
    expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: sequence(key, ...tasks, task('rest')), ...Resources }));
  };
  const run = async (key: string, variables: object) => {
    const id = await start(service.url, key, { Variables: variables });
    await stateOf(service.url, id);
    return id;
  };

  it('is reported with inputs, rules and outputs when the decision was deployed with the process', async () => {
    await deploy('own', [decides('one', 'ownFee')], graded('ownFee'));
    const { items, totalCount } = await decidedBy(await run('own', { amount: 250 }));
    expect(totalCount).to.equal(1);
    const [item] = items;
    expect(item).to.include({ sequence: 1, activityId: 'one', version: null });
    expect(item.decisionKeys).to.deep.equal(['ownFee']);
    const [made] = item.decisions;
    expect(made.decisionKey).to.equal('ownFee');
    const [table] = made.tables;
    expect(table.inputs.map(({ value }: { value: unknown }) => value)).to.deep.equal([250]);
    expect(table.rules.map(({ number, outputs }: { number: number; outputs: object }) => [number, outputs])).to.deep.equal([
      [2, { grade: 'large' }],
    ]);
  });

  it('keeps the version of that day when the table was deployed elsewhere and has changed since', async () => {
    expectJson(await post(service.url, '/Decisions/deploy', { DmnXml: graded('fee') }));
    await deploy('elsewhere', [decides('one', 'fee')]);
    const id = await run('elsewhere', { amount: 5 });
    expectJson(await post(service.url, '/Decisions/deploy', { DmnXml: graded('fee').replace('small', 'tiny') }));
    const { items } = await decidedBy(id);
    expect(items[0].version).to.equal(1);
    expect(items[0].decisions[0].tables[0].rules[0].outputs).to.deep.equal({ grade: 'small' });
  });

  it('is paged, filtered and sorted as lists are when several tasks have decided', async () => {
    await deploy('several', [decides('one', 'sev'), decides('two', 'sev'), decides('three', 'sev')], graded('sev'));
    const id = await run('several', { amount: 5 });
    const names = async (query: string) =>
      (await decidedBy(id, query)).items.map(({ activityId }: { activityId: string }) => activityId);
    expect(await names('')).to.deep.equal(['one', 'two', 'three']);
    expect(await names('?sorts=-Sequence&pageSize=2')).to.deep.equal(['three', 'two']);
    expect(await names('?page=2&pageSize=2')).to.deep.equal(['three']);
    expect(await names('?filters=ActivityId==two')).to.deep.equal(['two']);
    const path = `/Instances/${id}/decisions`;
    const text = "Unknown filter name 'Type'. Allowed names: Sequence, ActivityId, ActivityInstanceId, OccurredAt.";
    expectProblem(await get(service.url, `${path}?filters=Type==x`), 400, text, path);
  });

  itFull('leaves out values that are too long and reports it when a variable is huge', async () => {
    const echo = decisionFile(decisionTable('echo', { inputs: ['text'], outputs: ['back'], rules: [['-', 'text']] }));
    await deploy('huge', [decides('one', 'echo')], echo);
    const id = await run('huge', { text: 'x'.repeat(50_000) });
    const [item] = (await decidedBy(id)).items;
    expect(JSON.stringify(item).length).to.be.below(2000);
    const [made] = item.decisions;
    expect(made).to.not.have.property('result');
    expect(made.tables[0].inputs[0]).to.not.have.property('value');
    expect(made.tables[0].rules[0].number).to.equal(1);
    expect(made.tables[0].rules[0]).to.not.have.property('outputs');
  });

  it('is an empty page when nothing was decided, and 404 when there is no such instance, or it was deleted', async () => {
    await deploy('plain', []);
    const plain = await run('plain', {});
    expect((await decidedBy(plain)).items).to.deep.equal([]);
    expect((await get(service.url, `/Instances/${UNKNOWN_ID}/decisions`)).status).to.equal(404);
    await deploy('gone', [decides('one', 'gone')], graded('gone'));
    const gone = await run('gone', { amount: 1 });
    expect((await post(service.url, `/Instances/${gone}/cancel`, {})).status).to.equal(200);
    expect((await http(service.url, { method: 'DELETE', path: `/Instances/${gone}` })).status).to.equal(200);
    expect((await get(service.url, `/Instances/${gone}/decisions`)).status).to.equal(404);
  });
});
