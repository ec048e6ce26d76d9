import { expect } from 'chai';
import { deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { useUiData } from '../support/ui-data.ts';

const onFailure = (xml: string) => xml.replace('<process ', '<process camunda:onFailure="incident" ');

describe('the figures of processes and decisions of the UI (docs/contributing/spec/pages.md)', () => {
  const data = useUiData();
  const { json, post, behind } = data;

  it('reports what happened at every element of a version, and how long it took', async () => {
    const { instanceId, taskId } = await startAtTask(data.service.url, 'reviewed');
    const figures = async (query: string) => json(`workflows/statistics?key=reviewed&version=1&${query}`);
    const at = ({ elements }: { elements: Record<string, unknown>[] }, id: string) =>
      elements.find(({ activityId }) => activityId === id);
    await stateOf(data.service.url, instanceId);
    expect(at(await figures('period=hour'), 'review')).to.include({ completed: 0, medianMs: null, p95Ms: null, totalMs: 0 });
    await post(`/UserTasks/${taskId}/fail`, { errorMessage: 'no' });
    await stateOf(data.service.url, instanceId);
    for (const period of ['hour', 'day', 'week', 'all']) {
      const { instances, entries, isWhole, elements, trend } = await figures(`period=${period}`);
      expect(trend).to.have.length({ hour: 12, day: 24, week: 28, all: 52 }[period] ?? 0);
      const sum = (name: string) => trend.reduce((total: number, step: Record<string, number>) => total + (step[name] ?? 0), 0);
      expect([sum('started') > 0, sum('failed'), trend.at(-1)?.medianMs]).to.deep.equal([true, 1, null]);
      expect([instances > 0, entries > 1, isWhole]).to.deep.equal([true, true, true]);
      const [review, start] = ['review', 'start'].map((id) => at({ elements }, id) as Record<string, number>);
      expect(review?.['failed']).to.equal(1);
      expect(start?.['completed']).to.be.greaterThan(0);
      expect(start).to.include({ medianMs: null, p95Ms: null, inOneStep: start?.['completed'] });
    }
    const { trend, ...none } = await json('workflows/statistics?key=reviewed&version=9');
    expect(trend[0]).to.include({ started: 0, completed: 0, failed: 0, medianMs: null });
    expect(none).to.deep.equal({
      whole: { completed: 0, failed: 0, cancelled: 0, medianMs: null, p95Ms: null },
      elements: [],
      instances: 0,
      entries: 0,
      migrated: 0,
      isWhole: true,
    });
  });

  it('counts starts and durations of a migrated instance in the version in which they happened', async () => {
    await deploy(data.service.url, sequence('moved', userTask('first'), task('second')));
    const { instanceId, taskId } = await startAtTask(data.service.url, 'moved', 'first');
    await post(`/UserTasks/${taskId}/claim`, { UserId: 'ann' });
    await post(`/UserTasks/${taskId}/complete`, { UserId: 'ann', Variables: {} });
    const BpmnXml = sequence('moved', userTask('first'), task('second'), task('third'));
    const deployed = await post('/Definitions/deploy', { BpmnXml });
    const { versions } = await until(
      () => json('workflows/versions?key=moved', behind(deployed)),
      (all) => all.versions.length === 2,
    );
    const migrated = await post(`/Instances/${instanceId}/migrate`, { DefinitionId: versions[0].definitionId });
    expect(migrated.status, migrated.text).to.equal(200);
    const moved = await post('/Execution/complete-activity', { WorkflowInstanceId: instanceId, ActivityId: 'second' });
    await json(`instances/${instanceId}`, behind(moved));
    const of = async (version: number | 'all') => {
      const { elements, trend, migrated } = await json(`workflows/statistics?key=moved&version=${version}&period=all`);
      const figures = elements.map(({ activityId, active, completed, medianMs }: Record<string, unknown>) =>
        [activityId, active, completed, medianMs === null ? 'none' : 'known'].join(' '),
      );
      return [figures.sort(), trend.at(-1).started, migrated];
    };
    expect(await of(1)).to.deep.equal([['first 0 1 known', 'start 0 1 none'], 1, 1]);
    expect(await of(2)).to.deep.equal([['second 0 1 none', 'third 1 0 none'], 0, 1]);
    const all = ['first 0 1 known', 'second 0 1 known', 'start 0 1 none', 'third 1 0 none'];
    expect(await of('all'), 'of all versions, with durations that began in another one').to.deep.equal([all, 1, 0]);
    await stateOf(data.service.url, await start(data.service.url, 'moved'));
    const { elements } = await json('workflows/statistics?key=moved&version=all&period=all');
    const first = elements.find(({ activityId }: { activityId: string }) => activityId === 'first');
    expect(first, 'elements of several versions are added').to.include({ active: 1, completed: 1 });
  });

  it('separates waiting from working time, and repeated from first attempts, when a job is repeated', async () => {
    const charge = '<serviceTask id="charge" camunda:type="external" camunda:topic="slow-charge"/>';
    await deploy(data.service.url, sequence('worked', userTask('review'), charge));
    const { instanceId, taskId } = await startAtTask(data.service.url, 'worked');
    await post(`/UserTasks/${taskId}/claim`, { UserId: 'ann' });
    await post(`/UserTasks/${taskId}/complete`, { UserId: 'ann', Variables: {} });
    const work = async (how: 'fail' | 'complete', body: object) => {
      const answer = await post('/custom-tasks/slow-charge/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 60 });
      const [job] = JSON.parse(answer.text).tasks;
      await post(`/custom-tasks/${job.activityInstanceId}/${how}`, { LockToken: job.lockToken, ...body });
    };
    await work('fail', { ErrorMessage: 'declined', ErrorCode: 'E', IsRetryable: false });
    await post(`/Instances/${instanceId}/revive`, {});
    await work('complete', { Variables: {} });
    await stateOf(data.service.url, instanceId);
    const { elements, whole } = await json('workflows/statistics?key=worked&version=1&period=all');
    const [review, job, start] = ['review', 'charge', 'start'].map((id) =>
      elements.find(({ activityId }: { activityId: string }) => activityId === id),
    );
    expect(whole).to.include({ completed: 1, failed: 0, cancelled: 0 });
    expect(whole.medianMs).to.equal(whole.p95Ms).and.not.equal(null);
    expect(review.medianMs).to.be.within(0, review.p95Ms);
    for (const row of [review, job]) expect(row.waitingMs + row.workingMs).to.be.closeTo(row.totalMs, 1);
    expect(review).to.include({ completed: 1, repeated: 0, repeatedMedianMs: null, medianMs: review.totalMs });
    expect(job).to.include({ completed: 1, failed: 1, repeated: 1, medianMs: null, p95Ms: null });
    const ran = { inOneStep: 1, totalMs: 0, medianMs: null, p95Ms: null, waitingMs: null, workingMs: null };
    expect(start).to.include({ completed: 1, ...ran });
    expect(review).to.include({ inOneStep: 0, failedMs: 0, active: 0, openOldestMs: null, openMs: 0 });
  });

  it('counts the instances that wait at an element, with their age, and those in an incident apart, also within a period', async () => {
    const charge = '<serviceTask id="charge" camunda:type="external" camunda:topic="open-charge"/>';
    await deploy(data.service.url, onFailure(sequence('opened', userTask('check'), charge)));
    const first = await startAtTask(data.service.url, 'opened', 'check');
    await startAtTask(data.service.url, 'opened', 'check');
    const third = await startAtTask(data.service.url, 'opened', 'check');
    for (const { instanceId, taskId } of [first, third]) {
      await post(`/UserTasks/${taskId}/claim`, { UserId: 'ann' });
      await post(`/UserTasks/${taskId}/complete`, { UserId: 'ann', Variables: {} });
      await stateOf(data.service.url, instanceId);
    }
    const answer = await post('/custom-tasks/open-charge/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 60 });
    const [job] = JSON.parse(answer.text).tasks;
    const failure = { ErrorMessage: 'declined', ErrorCode: 'E', IsRetryable: false };
    await post(`/custom-tasks/${job.activityInstanceId}/fail`, { LockToken: job.lockToken, ...failure });
    const read = async (query: string) => {
      const { elements, trend } = await json(`workflows/statistics?key=opened&version=1&${query}`);
      const of = (id: string) => elements.find(({ activityId }: { activityId: string }) => activityId === id) ?? {};
      return { check: of('check'), charge: of('charge'), trend };
    };
    const now = await until(
      () => read('period=hour'),
      ({ charge: { inIncident } }) => inIncident === 1,
    );
    expect(now.check).to.include({ active: 1, inIncident: 0, completed: 2 });
    expect(now.check.openOldestMs).to.equal(now.check.openMedianMs).and.be.closeTo(now.check.openMs, 1);
    expect(now.charge).to.include({ active: 2, inIncident: 1, completed: 0 });
    expect(now.charge.failedMs).to.be.greaterThan(0);
    const list = await json('instances?key=opened&version=1&activityId=charge&entry=active&incident=none');
    expect(list.items.map((row: { instanceId: string }) => row.instanceId))
      .to.have.length(1)
      .and.not.include(job.workflowInstanceId);
    const past = await read('from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z');
    expect(past.check).to.include({ active: 1, completed: 0, openMs: 0 });
    expect(past.trend).to.have.length(24);
    expect((await read(`from=2020-01-01&to=${new Date(Date.now() + 60_000).toISOString()}`)).check).to.include({ completed: 2 });
    expect((await read('period=month')).trend).to.have.length(30);
  });

  it('has the time in an incident apart from the work of the same activity when it was repaired', async () => {
    const charge = '<serviceTask id="charge" camunda:type="external" camunda:topic="late-charge"/>';
    await deploy(data.service.url, onFailure(sequence('repaired', charge)));
    const instanceId = await start(data.service.url, 'repaired', {});
    const work = async (how: 'fail' | 'complete', body: object) => {
      const answer = await post('/custom-tasks/late-charge/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1, WaitSeconds: 60 });
      const [job] = JSON.parse(answer.text).tasks;
      await post(`/custom-tasks/${job.activityInstanceId}/${how}`, { LockToken: job.lockToken, ...body });
    };
    await work('fail', { ErrorMessage: 'declined', ErrorCode: 'E', IsRetryable: false });
    const { items } = await until(
      () => json('service/Incidents?filters=ProcessKey==repaired'),
      (list) => list.items.length === 1,
    );
    const raisedAt = Date.parse(items[0].lastFailedAt);
    await post(`/Incidents/${items[0].incidentId}/retry`, {});
    await work('complete', { Variables: {} });
    await until(
      () => stateOf(data.service.url, instanceId),
      ({ isCompleted }) => isCompleted,
    );
    const { completedAt, createdAt } = await json(`instances/${instanceId}`);
    const { elements } = await json('workflows/statistics?key=repaired&version=1&period=hour');
    const late = elements.find(({ activityId }: { activityId: string }) => activityId === 'charge');
    expect(late).to.include({ completed: 1, failed: 0, repeated: 1, medianMs: null, active: 0, inIncident: 0 });
    expect(late.failedMs).to.be.within(1, Date.parse(completedAt) - raisedAt);
    expect(late.totalMs + late.failedMs).to.be.closeTo(Date.parse(completedAt) - Date.parse(createdAt), 5);
    expect(late.waitingMs + late.workingMs).to.be.closeTo(late.totalMs, 1);
  });

  it('lists what instances decided, newest first, by matched rule, and counts the rules of a version', async () => {
    const rules = [
      ['< 100', '"small"'],
      ['[100..200]', '"large"'],
    ];
    const table = decisionFile(decisionTable('parcel', { inputs: ['amount'], outputs: ['grade'], rules }));
    await post('/Decisions/deploy', { DmnXml: table });
    const decide = '<businessRuleTask id="decide" camunda:decisionRef="parcel" camunda:resultVariable="grades"/>';
    await deploy(data.service.url, sequence('graded', decide, task('rest')));
    for (const [amount, BusinessId] of [
      [5, 'G-1'],
      [150, 'G-2'],
      [999, 'G-3'],
      [7, 'G-4'],
    ] as const)
      await stateOf(data.service.url, await start(data.service.url, 'graded', { BusinessId, Variables: { amount } }));
    const uses = (query: string) => json(`decisions/uses?key=parcel&version=1${query}`);
    const all = await uses('');
    expect(all.items.map((use: Record<string, unknown>) => [use['businessId'], use['rules'], use['processKey']])).to.deep.equal([
      ['G-4', [1], 'graded'],
      ['G-3', [], 'graded'],
      ['G-2', [2], 'graded'],
      ['G-1', [1], 'graded'],
    ]);
    const [newest] = all.items;
    expect(newest).to.include({ activityId: 'decide', version: 1 });
    expect(newest.decided.decisions[0].tables[0].inputs).to.deep.equal([{ name: 'amount', value: 7 }]);
    expect(all.rules).to.deep.equal([
      { rule: 0, count: 1 },
      { rule: 1, count: 2 },
      { rule: 2, count: 1 },
    ]);
    expect(all).to.include({ counted: 4, matching: 4, isWhole: true });
    const idsOf = async (query: string) => (await uses(query)).items.map((use: { businessId: string }) => use.businessId);
    expect(await idsOf('&rule=1')).to.deep.equal(['G-4', 'G-1']);
    expect(await idsOf('&rule=0')).to.deep.equal(['G-3']);
    expect((await json('decisions/uses?key=parcel&version=2')).rules).to.deep.equal([]);
    expect((await json('decisions/uses?key=nothing&version=1')).items).to.deep.equal([]);
  });
});
