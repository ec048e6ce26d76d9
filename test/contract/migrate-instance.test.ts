import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { flow, model, script, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const pathOf = (id: string) => `/Instances/${id}/migrate`;
const duration = (text: string) => `<timerEventDefinition><timeDuration>${text}</timeDuration></timerEventDefinition>`;
const service = (id: string, type: string) =>
  `<serviceTask id="${id}"><extensionElements><fleans:taskDefinition type="${type}"/></extensionElements></serviceTask>`;

describe('POST /Instances/{instanceId}/migrate (docs/contributing/spec/moving-to-a-version.md)', () => {
  let running: TestService;
  before(async () => {
    running = await startService();
  });
  after(() => running.stop());

  const migrate = (id: string, body: object) => post(running.url, pathOf(id), body);
  const complete = async (WorkflowInstanceId: string, ActivityId: string) =>
    expectEmpty(await post(running.url, '/Execution/complete-activity', { WorkflowInstanceId, ActivityId, Variables: {} }));
  const activeIn = async (id: string) => [...(await stateOf(running.url, id)).activeActivityIds].sort();

  /** Starts an instance of the first version, then deploys the second one. */
  async function between(key: string, first: string, second: string, more: object = {}) {
    await deploy(running.url, first);
    const id = await start(running.url, key, more);
    const { processDefinitionId: from } = await stateOf(running.url, id);
    await deploy(running.url, second);
    const other = await start(running.url, key, more);
    const { processDefinitionId: DefinitionId } = await stateOf(running.url, other);
    return { id, from, DefinitionId, other };
  }

  it('lets an instance continue in another version, and every list shows it there', async () => {
    const key = 'simple';
    const { id, from, DefinitionId } = await between(
      key,
      sequence(key, task('pack')),
      sequence(key, task('pack'), userTask('review')),
    );
    const answer = await migrate(id.toUpperCase(), { definitionID: DefinitionId });
    expect(expectJson(answer)).to.deep.equal({
      isDryRun: false,
      fromProcessDefinitionId: from,
      fromVersion: 1,
      processDefinitionId: DefinitionId,
      version: 2,
      report: null,
    });
    expect(answer.headers['service-position']).to.be.a('string');
    expect((await stateOf(running.url, id)).processDefinitionId).to.equal(DefinitionId);
    const listed = expectJson(await get(running.url, `/Definitions/${key}/2/instances`)).items;
    expect(listed.map(({ instanceId }: { instanceId: string }) => instanceId)).to.include(id);
    expect(expectJson(await get(running.url, `/Definitions/${key}/1/instances`)).items).to.deep.equal([]);
    const { items } = expectJson(await get(running.url, `/Instances/${id}/history?pageSize=100`));
    const [moved] = items.filter(({ type }: { type: string }) => type === 'WorkflowMigrated');
    expect(moved.data).to.deep.equal({ fromProcessDefinitionId: from, processDefinitionId: DefinitionId, version: 2 });
    await complete(id, 'pack');
    expect(await activeIn(id)).to.deep.equal(['review']);
    const gone = await http(running.url, { method: 'DELETE', path: `/Definitions/${key}/1` });
    expect(gone.status, gone.text).to.equal(200);
  });

  it('keeps task, claim and due date, under the new ids, and describes the task again', async () => {
    const key = 'tasks';
    const boundary = (id: string, on: string, time: string) =>
      `<boundaryEvent id="${id}" attachedToRef="${on}">${duration(time)}</boundaryEvent>`;
    const two = (ask: string, late: string, assignee: string) =>
      model(
        key,
        `<startEvent id="start"/>${userTask(ask, { assignee })}<endEvent id="end"/>${boundary(late, ask, 'PT1H')}<endEvent id="over"/>` +
          flow('f1', 'start', ask) +
          flow('f2', ask, 'end') +
          flow('f3', late, 'over'),
      );
    const { id, DefinitionId } = await between(key, two('ask', 'late', 'ann'), two('ask-again', 'too-late', 'bob'));
    const taskId = await activeEntry(running.url, id, 'ask');
    expectEmpty(await post(running.url, `/UserTasks/${taskId}/claim`, { UserId: 'ann' }));
    const before = expectJson(await get(running.url, `/Instances/${id}/waiting`));
    const Plan = [
      { from: 'ask', to: 'ask-again' },
      { from: 'late', to: 'too-late' },
    ];
    expectJson(await migrate(id, { DefinitionId, Plan }));
    expect(await activeEntry(running.url, id, 'ask-again')).to.equal(taskId);
    const seen = expectJson(await get(running.url, `/UserTasks/${taskId}`));
    expect([seen.activityId, seen.assignee, seen.claimedBy]).to.deep.equal(['ask-again', 'bob', 'ann']);
    const after = expectJson(await get(running.url, `/Instances/${id}/waiting`));
    const dueIn = (waiting: { items: { events?: { dueAt: string }[] }[] }) => JSON.stringify(waiting).match(/"dueAt":"[^"]+"/g);
    expect(dueIn(after)).to.deep.equal(dueIn(before));
    expect(JSON.stringify(after)).to.include('too-late').and.not.include('"late"');
    expectEmpty(await post(running.url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' }));
    expect((await stateOf(running.url, id)).isCompleted).to.equal(true);
  });

  it('shows what would happen and does nothing when it is a dry run', async () => {
    const key = 'told';
    const { id, from, DefinitionId } = await between(
      key,
      sequence(key, task('a'), task('b')),
      sequence(key, task('c'), task('b')),
    );
    const entry = await activeEntry(running.url, id, 'a');
    const told = expectJson(await migrate(id, { DefinitionId, DryRun: true }));
    expect(told.isDryRun).to.equal(true);
    expect(told.report.isPossible).to.equal(false);
    expect(told.report.refusals).to.deep.equal([
      { activityInstanceId: entry, activityId: 'a', reason: "the other version has no element 'a'" },
    ]);
    expect(told.report.activities).to.deep.equal([{ activityInstanceId: entry, from: 'a', to: null, isDescribedAnew: false }]);
    expect(told.report.plan).to.deep.include({ from: 'b', to: 'b', isGiven: false });
    const given = expectJson(await migrate(id, { DefinitionId, DryRun: true, Plan: [{ from: 'a', to: 'c' }] }));
    expect([given.report.isPossible, given.report.refusals]).to.deep.equal([true, []]);
    expect(given.report.plan).to.deep.include({ from: 'a', to: 'c', isGiven: true });
    expect((await stateOf(running.url, id)).processDefinitionId).to.equal(from);
  });

  it('is refused with every reason, and changes nothing', async () => {
    const key = 'refused';
    const { id, from, DefinitionId } = await between(
      key,
      sequence(key, task('a')),
      sequence(key, userTask('a'), task('__proto__')),
    );
    const entry = await activeEntry(running.url, id, 'a');
    const path = pathOf(id);
    const why = `The instance cannot continue in the other version. 'a' (${entry}): 'a' is a userTask in the other version, and was a task.`;
    expectProblem(await migrate(id, { DefinitionId }), 409, why, path);
    const Plan = [
      { from: '__proto__', to: 'a' },
      { from: 'a', to: 'nothing' },
      { from: 'a', to: 'constructor' },
    ];
    const { detail } = (await migrate(id, { DefinitionId, Plan })).json as { detail: string };
    expect(detail).to.include("'__proto__': the version of the instance has no element '__proto__'");
    expect(detail).to.include("'a': the plan names 'a' twice");
    const { processDefinitionId: stranger } = await stateOf(running.url, await start(running.url, await another()));
    for (const unknown of ['nothing', stranger, '__proto__'])
      expectProblem(
        await migrate(id, { DefinitionId: unknown }),
        404,
        `Definition '${unknown}' is not a version of process 'refused'.`,
        path,
      );
    expect((await stateOf(running.url, id)).processDefinitionId).to.equal(from);
    await complete(id, 'a');
    expectProblem(await migrate(id, { DefinitionId }), 409, 'The instance has ended.', path);
    expectError(await migrate(UNKNOWN_ID, { DefinitionId }), 404, `Instance ${UNKNOWN_ID} not found`);
  });

  async function another(): Promise<string> {
    await deploy(running.url, sequence('another', task('a')));
    return 'another';
  }

  it('is refused by name when the body is not what it should be', async () => {
    const path = pathOf(UNKNOWN_ID);
    expectError(await migrate(UNKNOWN_ID, {}), 400, 'DefinitionId is required');
    const bad: readonly (readonly [object, string])[] = [
      [{ Plan: {} }, 'Plan must be an array of objects.'],
      [{ Plan: [1] }, 'Plan must be an array of objects.'],
      [{ Plan: [{ from: 'a' }] }, 'Plan[0].to must be a string that is not blank.'],
      [
        {
          Plan: [
            { from: 'a', to: 'b' },
            { from: 1, to: 'b' },
          ],
        },
        'Plan[1].from must be a string that is not blank.',
      ],
      [{ Plan: [{ from: 'a', to: 'b', when: 'now' }] }, "Plan[0] has no member 'when'."],
      [{ Plan: Array.from({ length: 10_001 }, () => ({ from: 'a', to: 'b' })) }, 'Plan must have at most 10000 items.'],
      [{ Timers: 'later' }, 'Timers must be keep or renew.'],
      [{ Subscriptions: 'later' }, 'Subscriptions must be keep or renew.'],
      [{ DryRun: 'yes' }, 'DryRun must be true or false.'],
      [{ DefinitionId: 7 }, 'DefinitionId must be a string.'],
    ];
    for (const [body, text] of bad) expectProblem(await migrate(UNKNOWN_ID, { DefinitionId: 'x', ...body }), 400, text, path);
  });

  it('gives a custom task to its worker under the same id and lock when it has another id in the model', async () => {
    const key = 'jobs';
    const { id, DefinitionId } = await between(
      key,
      sequence(key, service('charge', key)),
      sequence(key, service('bill', key), task('after')),
    );
    const taskId = await activeEntry(running.url, id, 'charge');
    const asked = { WorkerId: 'w', MaxTasks: 10, WaitSeconds: 60 };
    const { tasks } = expectJson(await post(running.url, `/custom-tasks/${key}/fetch-and-lock`, asked));
    const found = tasks.find(({ activityInstanceId }: { activityInstanceId: string }) => activityInstanceId === taskId);
    expectJson(await migrate(id, { DefinitionId, Plan: [{ from: 'charge', to: 'bill' }] }));
    expect(await activeEntry(running.url, id, 'bill')).to.equal(taskId);
    const done = await post(running.url, `/custom-tasks/${taskId}/complete`, { LockToken: found.lockToken, Variables: {} });
    expect(done.status, done.text).to.equal(200);
    expect(await activeIn(id)).to.deep.equal(['after']);
  });

  itFull('continues in the version that it was in at a step when it is forked or revived there', async () => {
    const key = 'steps';
    const bad = script('bad', 'x = ready.by');
    const { id, from, DefinitionId } = await between(key, sequence(key, task('a'), task('old')), sequence(key, task('a'), bad));
    expectJson(await migrate(id, { DefinitionId }));
    await complete(id, 'a');
    expect((await stateOf(running.url, id)).isFailed).to.equal(true);
    for (const [Step, wanted] of [
      [0, from],
      [1, from],
      [2, DefinitionId],
    ]) {
      const fork = expectJson(await post(running.url, `/Instances/${id}/fork`, { Step })).WorkflowInstanceId;
      const state = await stateOf(running.url, fork);
      expect([state.processDefinitionId, state.activeActivityIds], `step ${Step}`).to.deep.equal([wanted, ['a']]);
    }
    const revived = expectJson(await post(running.url, `/Instances/${id}/revive`, { Variables: { ready: { by: 'ann' } } }));
    expect([revived.WorkflowInstanceId, revived.IsFork]).to.deep.equal([id, false]);
    const state = await stateOf(running.url, id);
    const { processDefinitionId, isCompleted, isFailed } = state;
    expect([processDefinitionId, isCompleted, isFailed]).to.deep.equal([DefinitionId, true, false]);
  });

  it('is done once when two ask for it concurrently, and reports the instance as ended when it completes in the meantime', async () => {
    const key = 'at-once';
    const { id, DefinitionId } = await between(key, sequence(key, task('a')), sequence(key, task('a'), task('b')));
    const answers = await Promise.all([1, 2, 3].map(() => migrate(id, { DefinitionId })));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const { items } = expectJson(await get(running.url, `/Instances/${id}/history?pageSize=100`));
    expect(items.filter(({ type }: { type: string }) => type === 'WorkflowMigrated')).to.have.length(1);
    const [moved, done] = await Promise.all([
      migrate(id, { DefinitionId }),
      post(running.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'a', Variables: {} }),
    ]);
    expect([moved.status, done.status]).to.deep.equal([200, 200]);
    expect(await activeIn(id)).to.deep.equal(['b']);
  });

  itKeepsCommonRefusals(() => running.url, { path: pathOf(UNKNOWN_ID) });
});
