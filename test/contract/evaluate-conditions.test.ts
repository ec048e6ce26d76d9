import { expect } from 'chai';
import { itKeepsCommonRefusals, itKeepsVariableRules } from '../support/http/common-refusals.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, stateOf } from '../support/http/steps.ts';
import { startedByCondition } from '../support/models/event-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Execution/evaluate-conditions';

describe('POST /Execution/evaluate-conditions (docs/contributing/spec/http/execution.md#evaluate-conditions)', () => {
  const log = recordingLog();
  let service: TestService;
  before(async () => {
    service = await startService({ log });
    await deploy(service.url, startedByCondition('hot', 'temperature > 30', task('cool')));
    await deploy(service.url, startedByCondition('cold', 'temperature < 5', task('heat')));
    await deploy(service.url, sequence('plain', task('pack')));
  });
  after(() => service.stop());
  const evaluate = (Variables: unknown, WorkflowId?: unknown) => post(service.url, PATH, { WorkflowId, Variables });

  itKeepsCommonRefusals(() => service.url, { path: PATH });
  itKeepsVariableRules(
    () => service.url,
    () => PATH,
    () => ({ WorkflowId: 'hot' }),
  );

  it('answers 400 when WorkflowId is not a text or cannot be stored', async () => {
    expectProblem(await evaluate({ a: 1 }, 1), 400, 'WorkflowId must be a string.', PATH);
    expectProblem(await evaluate({ a: 1 }, '\u0000'), 400, 'WorkflowId contains a character that cannot be stored.', PATH);
  });

  it('answers 400 when Variables are absent, null or empty', async () => {
    for (const variables of [undefined, null, {}]) {
      expectError(await evaluate(variables), 400, 'Variables are required for condition evaluation');
    }
  });

  it('starts one instance per true condition with the variables in its root scope, on every call', async () => {
    for (const _ of [1, 2]) {
      const answer = expectJson(await evaluate({ temperature: 31, place: 'attic' }));
      expect(Object.keys(answer)).to.deep.equal(['StartedInstanceIds']);
      expect(answer.StartedInstanceIds).to.have.length(1);
      const state = await stateOf(service.url, answer.StartedInstanceIds[0]);
      expect([state.activeActivityIds, state.variableStates[0]?.variables, state.businessId]).to.deep.equal([
        ['cool'],
        { temperature: 31, place: 'attic' },
        null,
      ]);
    }
  });

  it('looks at one key only when it is named, at all when it is absent, null or blank', async () => {
    expect(expectJson(await evaluate({ temperature: 31 }, 'cold'))).to.deep.equal({ StartedInstanceIds: [] });
    expect(expectJson(await evaluate({ temperature: 31 }, 'hot')).StartedInstanceIds).to.have.length(1);
    for (const all of [undefined, null, '', ' ']) {
      expect(expectJson(await evaluate({ temperature: 1 }, all)).StartedInstanceIds).to.have.length(1);
    }
  });

  it('starts nothing when the key is unknown or has no such start event', async () => {
    for (const key of ['nobody', 'plain'])
      expect(expectJson(await evaluate({ temperature: 31 }, key))).to.deep.equal({ StartedInstanceIds: [] });
  });

  it('goes by key and lists what failed, with status 200, when a condition cannot be evaluated', async () => {
    await deploy(service.url, startedByCondition('m2-bad', 'pressure.level.value > 1'));
    await deploy(service.url, startedByCondition('m1-bad', 'pressure'));
    await deploy(service.url, startedByCondition('m3-good', 'pressure > 1'));
    const { StartedInstanceIds, Errors } = expectJson(await evaluate({ pressure: 7 }));
    expect(StartedInstanceIds).to.have.length(1);
    const own = Errors.filter((text: string) => /^m\d-/.test(text)).map((text: string) => /^([^:]+:[^:]+): .+/.exec(text)?.[1]);
    expect(own).to.deep.equal(['m1-bad:start', 'm2-bad:start']);
  });

  it('skips a key when it is disabled, also when it was deployed so, and reports it in the log (4024)', async () => {
    await deploy(service.url, startedByCondition('resting', 'wind > 1'));
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'resting' }));
    for (const version of [2, 3]) {
      expect(expectJson(await evaluate({ wind: 9 }, 'resting'))).to.deep.equal({ StartedInstanceIds: [] });
      expect(await deploy(service.url, startedByCondition('resting', 'wind > 1'))).to.equal(version);
    }
    const skipped = log.of(4024).filter(({ properties }) => properties['ProcessDefinitionKey'] === 'resting');
    expect(skipped.map(({ properties }) => properties)).to.deep.equal(
      Array(2).fill({ EventKind: 'conditional', Name: 'start', ProcessDefinitionKey: 'resting' }),
    );
    expectJson(await post(service.url, '/Definitions/enable', { ProcessDefinitionKey: 'resting' }));
    expect(expectJson(await evaluate({ wind: 9 }, 'resting')).StartedInstanceIds).to.have.length(1);
  });
});
