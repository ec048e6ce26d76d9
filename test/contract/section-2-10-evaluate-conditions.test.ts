import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { itKeepsCommonRows, itKeepsVariableRules } from './common-rows.ts';
import { onCondition, startedBy } from './event-models.ts';
import { expectError, expectJson, expectProblem } from './expect-answer.ts';
import { type HttpAnswer, post } from './http-client.ts';
import { flow, sequence, task } from './models.ts';
import { deploy, stateOf } from './steps.ts';

const PATH = '/Execution/evaluate-conditions';
const REQUIRED = 'Variables are required for condition evaluation';

describe('contract 2.10 POST /Execution/evaluate-conditions', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    for (const key of ['cooling', 'Alarm']) {
      await deploy(service.url, startedBy(key, '', onCondition('temperature > 30'), [task('work')]));
    }
    await deploy(service.url, startedBy('heating', '', onCondition('temperature < 10')));
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  const send = (body: object): Promise<HttpAnswer> => post(service.url, PATH, body);
  const evaluate = async (Variables: object, WorkflowId?: unknown) => expectJson(await send({ WorkflowId, Variables }));
  const keysOf = async (ids: readonly string[]): Promise<(string | undefined)[]> =>
    Promise.all(
      ids.map(
        async (id) =>
          ((await stateOf(service.url, id)) as unknown as { processDefinitionId: string }).processDefinitionId.split(':')[0],
      ),
    );

  itKeepsCommonRows(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ WorkflowId: 'nobody' }),
  );

  it('answers 400 when Variables are missing, null or empty', async () => {
    for (const Variables of [undefined, null, {}]) expectError(await send({ Variables, WorkflowId: 'cooling' }), 400, REQUIRED);
    expectError(await post(service.url, PATH), 400, REQUIRED);
  });

  it('answers 400 when a member has the wrong type or cannot be stored (rows 7b, 9e)', async () => {
    expectProblem(await send({ WorkflowId: 1, Variables: 1 }), 400, 'WorkflowId must be a string.', PATH);
    const answer = await send({ WorkflowId: 'a\0', Variables: { a: 1 } });
    expectProblem(answer, 400, 'WorkflowId contains a character that cannot be stored.', PATH);
  });

  it('starts what is true with the variables, for all keys in their order when no key is given (note 1)', async () => {
    for (const none of [undefined, null, '', '  ']) {
      const { StartedInstanceIds, ...rest } = await evaluate({ temperature: 31 }, none);
      expect(rest).to.deep.equal({});
      expect(await keysOf(StartedInstanceIds)).to.deep.equal(['Alarm', 'cooling']);
      const [first] = StartedInstanceIds;
      const state = await stateOf(service.url, first);
      expect(state.activeActivityIds).to.deep.equal(['work']);
      expect(state.businessId).to.equal(null);
      expect(state.variableStates.map(({ variables }) => variables)).to.deep.equal([{ temperature: 31 }]);
    }
  });

  it('starts only the key that is given', async () => {
    expect(await keysOf((await evaluate({ temperature: 31 }, 'cooling')).StartedInstanceIds)).to.deep.equal(['cooling']);
    expect(await evaluate({ temperature: 31 }, 'heating')).to.deep.equal({ StartedInstanceIds: [] });
  });

  it('answers an empty list when the key is unknown, case counts, or has no listener (note 3)', async () => {
    for (const key of ['nobody', 'Cooling', 'order'])
      expect(await evaluate({ temperature: 31 }, key)).to.deep.equal({ StartedInstanceIds: [] });
  });

  it('skips disabled keys (note 3)', async () => {
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'cooling' }));
    expect(await evaluate({ temperature: 31 }, 'cooling')).to.deep.equal({ StartedInstanceIds: [] });
    expectJson(await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 'cooling' }));
  });

  it('starts again on every call while the condition is true (note 4)', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(...(await evaluate({ temperature: 31 }, 'cooling')).StartedInstanceIds);
    expect(new Set(ids).size).to.equal(3);
  });

  it('takes the conditions of the latest version alone', async () => {
    await deploy(service.url, startedBy('moving', '', onCondition('x == 1')));
    await deploy(service.url, startedBy('moving', '', onCondition('x == 2')));
    expect((await evaluate({ x: 1 }, 'moving')).StartedInstanceIds).to.have.length(0);
    expect((await evaluate({ x: 2 }, 'moving')).StartedInstanceIds).to.have.length(1);
  });

  it('names every listener that fails, by key and activity, and starts the others (notes 1, 2)', async () => {
    const other = `<startEvent id="also">${onCondition('count > 1')}</startEvent>${flow('f-also', 'also', 'end')}`;
    await deploy(service.url, startedBy('failing', '', onCondition('name'), [], other));
    const { StartedInstanceIds, Errors } = await evaluate({ temperature: 31, name: 'text', count: 2 });
    expect(await keysOf(StartedInstanceIds)).to.deep.equal(['Alarm', 'cooling', 'failing']);
    expect(Errors).to.have.length(1);
    expect(Errors[0]).to.match(/^failing:start: ./);
    expect((await stateOf(service.url, StartedInstanceIds[2])).completedActivityIds[0]).to.equal('also');
  });

  it('counts null as false (bpmn.md C2)', async () => {
    await deploy(service.url, startedBy('nothing', '', onCondition('absent')));
    expect(await evaluate({ x: 1 }, 'nothing')).to.deep.equal({ StartedInstanceIds: [] });
  });

  it('does nothing twice when it is repeated with the same Idempotency-Key (row 10)', async () => {
    const key = { 'Idempotency-Key': 'conditions-1' };
    const body = { WorkflowId: 'cooling', Variables: { temperature: 31 } };
    const first = await post(service.url, PATH, body, key);
    const again = await post(service.url, PATH, body, key);
    expect(expectJson(again)).to.deep.equal(expectJson(first));
    expect(again.headers['idempotency-replayed']).to.equal('true');
    const other = await post(service.url, PATH, { Variables: { temperature: 31 } }, key);
    expectProblem(other, 422, 'Idempotency-Key was already used with a different request.', PATH);
  });
});
