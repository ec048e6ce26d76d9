import { expect } from 'chai';
import { startHeartbeat } from '../../src/cli/roles.ts';
import { silentLog } from '../../src/platform/log.ts';
import { startUi } from '../../src/ui/main.ts';
import { deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { decisionFile, decisionTable } from '../support/models/decisions.ts';
import { catching, onTimer, processOf } from '../support/models/event-elements.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor, type Visited, type Visitor } from '../support/visitor.ts';

const onFailure = (xml: string) => xml.replace('<process ', '<process camunda:onFailure="incident" ');

describe('the data of the UI (docs/contributing/spec/pages.md)', () => {
  let service: TestService;
  let ui: string;
  let visitor: Visitor;
  let csrfToken: string;
  before(async () => {
    service = await startService({ env: { UI_PORT: '0', Feed__Enabled: 'true', UI_REQUIRE_REASON: 'true' } });
    ui = (await service.start(startUi)).url ?? '';
    await deploy(service.url, sequence('plain', task('first')));
    await deploy(service.url, sequence('plain', task('first'), task('second')));
    await deploy(service.url, sequence('reviewed', userTask('review')));
    await deploy(service.url, processOf('waiting', '', [catching('wait', onTimer('PT1H'))]));
  });
  after(() => service.stop());
  beforeEach(async () => {
    visitor = openVisitor();
    csrfToken = (await json('session')).csrfToken;
  });
  const get = (path: string, headers?: Record<string, string>) => visitor.get(`${ui}/ui/api/${path}`, headers);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  const json = async (path: string, headers?: Record<string, string>): Promise<any> => {
    const isBehind = ({ status, text }: Visited) => status === 503 && text.includes('The read side has not yet reached');
    const answer = await until(
      () => get(path, headers),
      (visited) => !isBehind(visited),
    );
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return JSON.parse(answer.text);
  };
  const post = (path: string, body: object): Promise<Visited> =>
    visitor.postJson(`${ui}/ui/api/service${path}`, body, { 'X-CSRF-Token': csrfToken });
  const fetchOf = async (type: string, WorkerId: string) =>
    JSON.parse((await post(`/custom-tasks/${type}/fetch-and-lock`, { WorkerId })).text).tasks;
  const behind = (answer: Visited) => ({ 'Service-Min-Position': answer.headers.get('service-position') ?? '' });

  it('answers like the API: the event feed', async () => {
    const answer = await get('service/Events');
    expect(answer.status, answer.text).to.equal(200);
  });

  it('has one row per key with its latest version and all its instances, in order of the key', async () => {
    const instanceId = await start(service.url, 'plain');
    await stateOf(service.url, instanceId);
    const page = await json('workflows');
    expect(page.items.map((row: { key: string; version: number }) => [row.key, row.version])).to.deep.equal([
      ['plain', 2],
      ['reviewed', 1],
      ['waiting', 1],
    ]);
    expect(page.items[0]).to.deep.include({ isActive: true, versionCount: 2, activitiesCount: 4 });
    expect(page.items[0].counts.running).to.be.greaterThan(0);
    expect((await json('workflows?search=LAI')).items.map((row: { key: string }) => row.key)).to.deep.equal(['plain']);
    expect((await json('workflows?search=%25')).totalCount).to.equal(0);
    const { versions, isActive } = await json('workflows/versions?key=plain');
    expect([versions.map((row: { version: number }) => row.version), isActive]).to.deep.equal([[2, 1], true]);
    expect(await json('workflows/next-version?key=plain')).to.deep.equal({ key: 'plain', version: versions[0].version + 1 });
    expect(await json('workflows/next-version?key=none')).to.deep.equal({ key: 'none', version: 1 });
    const xml = await get('workflows/xml?key=plain&version=1');
    expect(xml.text).to.contain('<process id="plain"');
    expect(xml.headers.get('content-disposition')).to.equal('attachment; filename="plain-v1.bpmn"');
  });

  it('does with a session what the API does, with the same texts, and shows it at the next read', async () => {
    const disabled = await post('/Definitions/disable', { ProcessDefinitionKey: 'plain' });
    expect(disabled.status).to.equal(200);
    expect((await json('workflows/versions?key=plain', behind(disabled))).isActive).to.equal(false);
    const refused = await post('/Execution/start', { WorkflowId: 'plain' });
    expect([refused.status, JSON.parse(refused.text).detail]).to.deep.equal([
      409,
      "Process 'plain' is disabled. Enable it before creating new instances.",
    ]);
    await post('/Definitions/enable', { ProcessDefinitionKey: 'plain' });
    const started = await post('/Execution/start', { WorkflowId: 'plain', BusinessId: 'from the pages' });
    const { WorkflowInstanceId: instanceId } = JSON.parse(started.text);
    const [row] = (await json('instances?businessId=from%20the%20pages', behind(started))).items;
    expect(row).to.deep.include({ instanceId, key: 'plain', version: 2, status: 'Running', completedAt: null });
    const cancelled = await post(`/Instances/${instanceId}/cancel`, { reason: 'enough' });
    expect((await json(`instances/${instanceId}`, behind(cancelled))).status).to.equal('Cancelled');
    const invalid = await post('/Definitions/deploy', { BpmnXml: '<nonsense/>' });
    expect([invalid.status, JSON.parse(invalid.text).error]).to.satisfy(
      ([status, text]: [number, string]) => status === 400 && text.startsWith('Invalid BPMN: '),
    );
  });

  it('filters and orders instances by all that the address can hold', async () => {
    const first = await start(service.url, 'plain', { BusinessId: 'b-1' });
    const second = await start(service.url, 'plain', { BusinessId: 'b-2' });
    await stateOf(service.url, second);
    const idsOf = async (query: string) =>
      (await json(`instances?key=plain&${query}`)).items.map((row: { instanceId: string }) => row.instanceId);
    expect(await idsOf('businessId=b-1')).to.deep.equal([first]);
    expect((await idsOf('sort=-businessId&status=Running')).slice(0, 2)).to.deep.equal([second, first]);
    expect(await idsOf('activityId=first&status=Running')).to.include.members([first, second]);
    expect(await idsOf('activityId=second')).to.deep.equal([]);
    expect(await idsOf('activityId=start&entry=completed')).to.include.members([first, second]);
    expect(await idsOf('activityId=start')).to.deep.equal([]);
    for (const entry of ['failed', 'cancelled']) expect(await idsOf(`activityId=start&entry=${entry}`)).to.deep.equal([]);
    expect(await idsOf('version=1')).to.deep.equal([]);
    expect(await idsOf('from=2999-01-01')).to.deep.equal([]);
    expect(await idsOf('from=2020-01-01T00:00:00%2B02:00&to=2999-01-01')).to.include(first);
    const counts = await json('workflows/elements?key=plain&version=2');
    expect(counts.find((row: { activityId: string }) => row.activityId === 'first').active).to.be.greaterThan(1);
  });

  it('reports what happened at every element of a version, and how long it took', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'reviewed');
    const figures = async (query: string) => json(`workflows/statistics?key=reviewed&version=1&${query}`);
    const at = ({ elements }: { elements: Record<string, unknown>[] }, id: string) =>
      elements.find(({ activityId }) => activityId === id);
    await stateOf(service.url, instanceId);
    expect(at(await figures('period=hour'), 'review')).to.include({ completed: 0, medianMs: null, p95Ms: null, totalMs: 0 });
    await post(`/UserTasks/${taskId}/fail`, { errorMessage: 'no' });
    await stateOf(service.url, instanceId);
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
    await deploy(service.url, sequence('moved', userTask('first'), task('second')));
    const { instanceId, taskId } = await startAtTask(service.url, 'moved', 'first');
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
    await stateOf(service.url, await start(service.url, 'moved'));
    const { elements } = await json('workflows/statistics?key=moved&version=all&period=all');
    const first = elements.find(({ activityId }: { activityId: string }) => activityId === 'first');
    expect(first, 'elements of several versions are added').to.include({ active: 1, completed: 1 });
  });

  it('separates waiting from working time, and repeated from first attempts, when a job is repeated', async () => {
    const charge = '<serviceTask id="charge" camunda:type="external" camunda:topic="slow-charge"/>';
    await deploy(service.url, sequence('worked', userTask('review'), charge));
    const { instanceId, taskId } = await startAtTask(service.url, 'worked');
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
    await stateOf(service.url, instanceId);
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
    await deploy(service.url, onFailure(sequence('opened', userTask('check'), charge)));
    const first = await startAtTask(service.url, 'opened', 'check');
    await startAtTask(service.url, 'opened', 'check');
    const third = await startAtTask(service.url, 'opened', 'check');
    for (const { instanceId, taskId } of [first, third]) {
      await post(`/UserTasks/${taskId}/claim`, { UserId: 'ann' });
      await post(`/UserTasks/${taskId}/complete`, { UserId: 'ann', Variables: {} });
      await stateOf(service.url, instanceId);
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
    await deploy(service.url, onFailure(sequence('repaired', charge)));
    const instanceId = await start(service.url, 'repaired', {});
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
      () => stateOf(service.url, instanceId),
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
    await deploy(service.url, sequence('graded', decide, task('rest')));
    for (const [amount, BusinessId] of [
      [5, 'G-1'],
      [150, 'G-2'],
      [999, 'G-3'],
      [7, 'G-4'],
    ] as const)
      await stateOf(service.url, await start(service.url, 'graded', { BusinessId, Variables: { amount } }));
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

  it('finds entries that failed where an instance failed, when the failed ones at an element are asked for', async () => {
    await deploy(service.url, sequence('refused', userTask('review')));
    const { instanceId, taskId } = await startAtTask(service.url, 'refused');
    await post(`/UserTasks/${taskId}/fail`, { errorMessage: 'no' });
    await stateOf(service.url, instanceId);
    const idsOf = async (query: string) =>
      (await json(`instances?key=refused&${query}`)).items.map((row: { instanceId: string }) => row.instanceId);
    expect(await idsOf('activityId=review&status=Failed')).to.deep.equal([instanceId]);
    expect(await idsOf('activityId=review&entry=failed')).to.deep.equal([instanceId]);
    expect(await idsOf('activityId=start&status=Failed')).to.deep.equal([]);
    expect((await json(`user-tasks?instanceId=${instanceId}`)).items).to.deep.equal([]);
  });

  it('prints the address of the API that started last when it runs apart from it', async () => {
    expect((await json('session')).apiUrl).to.equal(service.url);
  });

  it('returns that edits need a reason when the setting requires one', async () => {
    expect((await json('session')).requiresReason).to.equal(true);
  });

  it('searches business ids in any case, and takes marks of patterns for texts', async () => {
    const instanceId = await start(service.url, 'plain', { BusinessId: 'Mixed-Case_100%' });
    await stateOf(service.url, instanceId);
    for (const text of ['Mixed', 'mixed-case', 'MIXED-CASE_1', 'mIxEd-cAsE_100%'])
      expect((await json(`search?q=${encodeURIComponent(text)}`)).instances[0]?.instanceId, text).to.equal(instanceId);
    for (const text of ['mixed%', 'mixed_case', 'MIXED-CASE_100%%'])
      expect((await json(`search?q=${encodeURIComponent(text)}`)).instances, text).to.deep.equal([]);
  });

  it('has the journal for time travel, from any place on', async () => {
    const { instanceId } = await startAtTask(service.url, 'reviewed');
    const journal = await json(`instances/${instanceId}/journal`);
    expect(journal.rows.map((row: { seq: number }) => row.seq)).to.deep.equal([1]);
    expect(journal.rows[0].events[0]).to.deep.include({ type: 'InstanceStarted', instanceId });
    expect((await json(`instances/${instanceId}/journal?from=1`)).rows).to.deep.equal([]);
  });

  itFull('gives the whole journal away as a file, however long it is', async () => {
    const many = 510;
    const loop = `<multiInstanceLoopCharacteristics><loopCardinality>${many}</loopCardinality></multiInstanceLoopCharacteristics>`;
    await deploy(service.url, sequence('long', `<task id="work">${loop}</task>`));
    const instanceId = await start(service.url, 'long');
    const complete = { WorkflowInstanceId: instanceId, ActivityId: 'work' };
    for (let done = 0; done < many; done += 30) {
      await Promise.all(Array.from({ length: 30 }, () => post('/Execution/complete-activity', complete)));
    }
    const file = await get(`instances/${instanceId}/journal/file`);
    expect(file.headers.get('content-disposition')).to.equal(`attachment; filename="${instanceId}.journal.json"`);
    const { lastSeq, rows } = JSON.parse(file.text);
    expect(rows.map((row: { seq: number }) => row.seq)).to.deep.equal(Array.from({ length: lastSeq }, (_, n) => n + 1));
    expect(lastSeq).to.be.greaterThan(many);
    expect((await get('instances/0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11/journal/file')).status).to.equal(404);
  });

  it('recognises what an instance waits for', async () => {
    const task = await startAtTask(service.url, 'reviewed');
    expect((await json(`instances/${task.instanceId}/waiting`)).userTasks).to.deep.equal([
      { taskId: task.taskId, activityId: 'review', claimedBy: null },
    ]);
    const instanceId = await start(service.url, 'waiting');
    await stateOf(service.url, instanceId);
    const { timers, subscriptions } = await json(`instances/${instanceId}/waiting`);
    expect([timers.length, timers[0].activityId, subscriptions]).to.deep.equal([1, 'wait', []]);
  });

  it('recognises whose work an instance waits for, and what became of the last run', async () => {
    await deploy(service.url, oneTask('paid', 'charge-card', { retries: '3' }));
    const instanceId = await start(service.url, 'paid');
    const custom = async () => (await json(`instances/${instanceId}/waiting`)).customTasks;
    const [waiting] = await until(custom, (tasks) => tasks.length === 1);
    expect(waiting).to.deep.include({ activityId: 'work', taskType: 'charge-card', state: 'Waiting', host: null, failures: 0 });
    const [locked] = await fetchOf('charge-card', 'till-1');
    expect((await custom())[0]).to.deep.include({ state: 'Running', host: 'till-1' });
    await post(`/custom-tasks/${locked.activityInstanceId}/fail`, {
      LockToken: locked.lockToken,
      ErrorMessage: 'no paper',
      RetryAfterSeconds: 600,
    });
    const [again] = await until(custom, (tasks) => tasks[0]?.failures === 1);
    expect(again).to.deep.include({ state: 'Retrying', host: null });
    expect(Date.parse(again.availableAt)).to.be.greaterThan(Date.now());
  });

  it('reports whose tasks are whose', async () => {
    const { taskId } = await startAtTask(service.url, 'reviewed');
    const idsOf = async (query: string) => (await json(`user-tasks?${query}`)).items.map((row: { taskId: string }) => row.taskId);
    expect(await idsOf('scope=unassigned')).to.include(taskId);
    expect(await idsOf('scope=mine&user=ada')).to.not.include(taskId);
    const claimed = await post(`/UserTasks/${taskId}/claim`, { UserId: 'ada' });
    expect(claimed.status).to.equal(200);
    const mine = await json('user-tasks?scope=mine&user=ada', behind(claimed));
    expect(mine.items.find((row: { taskId: string }) => row.taskId === taskId)).to.deep.include({
      state: 'Claimed',
      claimedBy: 'ada',
    });
    expect(await idsOf('scope=unassigned')).to.not.include(taskId);
    expect(await idsOf('scope=mine')).to.not.include(taskId);
    const nobody = await post(`/UserTasks/${taskId}/complete`, { Variables: {} });
    expect(JSON.parse(nobody.text)).to.deep.equal({ error: 'UserId is required' });
  });

  it('finds instances by the beginning of their id or business id, workflows by a part of their key', async () => {
    const instanceId = await start(service.url, 'plain', { BusinessId: 'needle-77' });
    await stateOf(service.url, instanceId);
    const found = async (q: string) => json(`search?q=${encodeURIComponent(q)}`);
    for (const text of ['needle', 'needle-77', instanceId, instanceId.slice(0, 8), instanceId.slice(0, 10).toUpperCase()])
      expect((await found(text)).instances[0], text).to.include({ instanceId, businessId: 'needle-77' });
    expect((await found('VIEWE')).workflows).to.deep.equal([{ key: 'reviewed', version: 1, name: null }]);
    expect(await found('%')).to.deep.equal({ workflows: [], instances: [] });
  });

  it('finds instances by the value of a variable at any depth, also if it was written later', async () => {
    const Variables = { customer: { name: 'Straße \\ "7"' }, items: [{ sku: 'tea-4711' }], count: 4711, no: { count: '4711' } };
    const { instanceId } = await startAtTask(service.url, 'reviewed', 'review', { BusinessId: 'valued-1', Variables });
    const found = async (value: string, rest = '') => {
      const view = await json(`variables/matches?value=${encodeURIComponent(value)}${rest}`);
      return view.matches.map((match: { path: string; instanceId: string }) => [match.path, match.instanceId === instanceId]);
    };
    expect(await found('Straße \\ "7"')).to.deep.equal([['customer.name', true]]);
    expect(await found('tea-4711')).to.deep.equal([['items[0].sku', true]]);
    expect(await found('4711')).to.deep.equal([
      ['count', true],
      ['no.count', true],
    ]);
    for (const value of ['471', 'count', 'valued-1', '%']) expect(await found(value), value).to.deep.equal([]);
    expect(await found('4711', '&key=plain')).to.deep.equal([]);
    const edited = await post(`/Instances/${instanceId}/variables`, { Variables: { later: 'written later' }, Reason: 'x' });
    expect(edited.status).to.equal(200);
    const { matches } = await json('variables/matches?value=written%20later', behind(edited));
    expect(matches).to.deep.equal([{ path: 'later', instanceId, key: 'reviewed', version: 1, businessId: 'valued-1' }]);
    const known = async (path: string) => (await json(`variables/known?path=${path}`)).isKnown;
    for (const path of ['customer', 'customer.name', 'later', 'no.count']) expect(await known(path), path).to.equal(true);
    for (const path of ['nam', 'name', 'customer.count', 'constructor']) expect(await known(path), path).to.equal(false);
    const { items } = await json('user-tasks?businessIdPart=ALUED-');
    expect(items.map((item: { businessId: string }) => item.businessId)).to.deep.equal(['valued-1']);
    expect((await json('user-tasks?businessIdPart=a%25e')).items).to.deep.equal([]);
  });

  it('asks before a start for what only decisions read, also those after another one, but not for what they return', async () => {
    const rules = [['-', '-', '1']];
    const tables: readonly string[] = [
      decisionTable('sizes', {
        inputs: [
          ['weight', 'number'],
          ['express', 'boolean'],
        ],
        outputs: ['size'],
        rules,
      }),
      decisionTable('prices', {
        inputs: [
          ['size', 'number'],
          ['country', 'string'],
        ],
        outputs: ['price'],
        rules,
      }),
    ];
    for (const table of tables) await post('/Decisions/deploy', { DmnXml: decisionFile(table) });
    const decides = (id: string, result: string) =>
      `<businessRuleTask id="${id}" camunda:decisionRef="${id}" camunda:mapDecisionResult="singleEntry" camunda:resultVariable="${result}"/>`;
    await deploy(service.url, sequence('decides', decides('sizes', 'size'), decides('prices', 'price'), userTask('check')));
    const { variables } = await until(
      () => json('workflows/read-variables?key=decides&version=1'),
      (read) => Object.keys(read.variables).length > 0,
    );
    expect(variables).to.deep.equal({ weight: 0, express: true, country: '' });
  });

  it('shows the whole service on the dashboard', async () => {
    const { calls } = service.runtime.metrics;
    const endRun = calls.began('pluginRun');
    const heartbeat = await startHeartbeat(service.runtime.config, calls, silentLog);
    try {
      const dashboard = await json('dashboard');
      const [member] = dashboard.cluster;
      expect(member).to.include({ processName: service.runtime.config.processName, role: 'all', status: 'Active' });
      const countOf = (kind: string) =>
        dashboard.activations.find(
          (row: { kind: string; processName: string | null }) => row.kind === kind && row.processName === null,
        )?.count;
      for (const kind of ['running instances', 'active entries', 'waiting user tasks'])
        expect(countOf(kind), kind).to.be.greaterThan(0);
      for (const kind of ['message subscriptions', 'signal subscriptions', 'queue jobs waiting', 'queue jobs active'])
        expect(countOf(kind), kind).to.be.at.least(0);
      expect(dashboard.activations).to.deep.include({ kind: 'plugin runs active', processName: member.processName, count: 1 });
      const [reminder] = dashboard.reminders.items;
      expect(reminder).to.deep.include({ kind: 'timer', key: 'waiting', activityId: 'wait' });
      expect(dashboard.reminders.total).to.equal(dashboard.reminders.items.length);
      const names = dashboard.methods.map((row: { name: string }) => row.name);
      expect(names).to.include.members(['StartInstance', 'POST /Execution/start', 'GET /Instances/{instanceId}/state']);
      expect(dashboard.projection.pending).to.be.at.least(0);
      expect(dashboard.deadLetters).to.deep.equal({ total: 0, items: [] });
    } finally {
      endRun();
      await heartbeat.stop();
    }
  });

  itFull('answers 4xx with a text, never 500, when something in the request is wrong', async () => {
    const wrong = [
      ['workflows?page=x', 400],
      ['workflows?page=99999999999', 400],
      ['workflows?sort=other', 400],
      ['workflows/versions', 400],
      ['workflows/versions?key=none', 404],
      ['workflows/next-version', 400],
      ['workflows/xml?key=plain', 400],
      ['workflows/xml?key=plain&version=0', 400],
      ['workflows/xml?key=plain&version=99999999999', 400],
      ['workflows/xml?key=plain&version=9', 404],
      ['workflows/elements?key=plain&version=1.5', 400],
      ['decisions/uses?key=plain', 400],
      ['decisions/uses?key=plain&version=1&rule=one', 400],
      ['workflows/statistics?key=plain', 400],
      ['workflows/statistics?key=plain&version=1&period=year', 400],
      ['workflows/statistics?key=plain&version=1&from=2026-02-01&to=2026-01-01', 400],
      ['workflows/statistics?key=plain&version=1&from=soon', 400],
      ['instances?incident=all', 400],
      ['workflows/statistics?key=plain&version=99999999999', 400],
      ['instances?status=running', 400],
      ['instances?entry=gone', 400],
      ['user-tasks?instanceId=7', 400],
      ['instances?from=yesterday', 400],
      ['instances?to=2026-13-45', 400],
      ['instances?sort=constructor', 400],
      ['instances?businessId=%20x', 400],
      ['instances?businessId=%00', 400],
      ['instances?version=-1', 400],
      ['instances/nonsense', 404],
      ['instances/%00/journal', 400],
      ['instances/0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11', 404],
      ['instances/0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11/journal', 404],
      ['user-tasks?scope=__proto__', 400],
      ['search', 400],
      ['variables/matches', 400],
      ['variables/known?path=', 400],
      ['search?q=', 400],
      [`search?q=${'x'.repeat(257)}`, 400],
      ['nothing', 404],
      ['service/nothing', 404],
      ['service/Definitions?page=x', 400],
    ] as const;
    for (const [path, status] of wrong) {
      const answer = await get(path);
      expect([path, answer.status]).to.deep.equal([path, status]);
      expect(JSON.parse(answer.text).detail ?? JSON.parse(answer.text).error, path).to.have.length.greaterThan(5);
    }
    for (const path of [
      'instances/%E0%A4%A',
      'search?q=%E0%A4%A',
      'workflows?search=%FF',
      'events?x=%',
      'instances?key=%ED%A0%80',
    ])
      expect((await get(path)).status, path).to.be.within(200, 499);
    for (const header of ['', 'x', ',,,', '1.x.y.1', 'a'.repeat(5000)])
      expect((await get('workflows', { 'Service-Min-Position': header })).status, header).to.equal(200);
  });
});
