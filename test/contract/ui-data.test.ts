import { expect } from 'chai';
import { startHeartbeat } from '../../src/cli/roles.ts';
import { silentLog } from '../../src/platform/log.ts';
import { deploy, start, startAtTask, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { itFull } from '../support/tier.ts';
import { useUiData } from '../support/ui-data.ts';

describe('the data of the UI (docs/contributing/spec/pages.md)', () => {
  const data = useUiData();
  const { get, json, post, fetchOf, behind } = data;

  it('answers like the API: the event feed', async () => {
    const answer = await get('service/Events');
    expect(answer.status, answer.text).to.equal(200);
  });

  it('has one row per key with its latest version and all its instances, in order of the key', async () => {
    const instanceId = await start(data.service.url, 'plain');
    await stateOf(data.service.url, instanceId);
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
    const first = await start(data.service.url, 'plain', { BusinessId: 'b-1' });
    const second = await start(data.service.url, 'plain', { BusinessId: 'b-2' });
    await stateOf(data.service.url, second);
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

  it('finds entries that failed where an instance failed, when the failed ones at an element are asked for', async () => {
    await deploy(data.service.url, sequence('refused', userTask('review')));
    const { instanceId, taskId } = await startAtTask(data.service.url, 'refused');
    await post(`/UserTasks/${taskId}/fail`, { errorMessage: 'no' });
    await stateOf(data.service.url, instanceId);
    const idsOf = async (query: string) =>
      (await json(`instances?key=refused&${query}`)).items.map((row: { instanceId: string }) => row.instanceId);
    expect(await idsOf('activityId=review&status=Failed')).to.deep.equal([instanceId]);
    expect(await idsOf('activityId=review&entry=failed')).to.deep.equal([instanceId]);
    expect(await idsOf('activityId=start&status=Failed')).to.deep.equal([]);
    expect((await json(`user-tasks?instanceId=${instanceId}`)).items).to.deep.equal([]);
  });

  it('prints the address of the API that started last when it runs apart from it', async () => {
    expect((await json('session')).apiUrl).to.equal(data.service.url);
  });

  it('returns that edits need a reason when the setting requires one', async () => {
    expect((await json('session')).requiresReason).to.equal(true);
  });

  it('searches business ids in any case, and takes marks of patterns for texts', async () => {
    const instanceId = await start(data.service.url, 'plain', { BusinessId: 'Mixed-Case_100%' });
    await stateOf(data.service.url, instanceId);
    for (const text of ['Mixed', 'mixed-case', 'MIXED-CASE_1', 'mIxEd-cAsE_100%'])
      expect((await json(`search?q=${encodeURIComponent(text)}`)).instances[0]?.instanceId, text).to.equal(instanceId);
    for (const text of ['mixed%', 'mixed_case', 'MIXED-CASE_100%%'])
      expect((await json(`search?q=${encodeURIComponent(text)}`)).instances, text).to.deep.equal([]);
  });

  it('has the journal for time travel, from any place on', async () => {
    const { instanceId } = await startAtTask(data.service.url, 'reviewed');
    const journal = await json(`instances/${instanceId}/journal`);
    expect(journal.rows.map((row: { seq: number }) => row.seq)).to.deep.equal([1]);
    expect(journal.rows[0].events[0]).to.deep.include({ type: 'InstanceStarted', instanceId });
    expect((await json(`instances/${instanceId}/journal?from=1`)).rows).to.deep.equal([]);
  });

  itFull('gives the whole journal away as a file, however long it is', async () => {
    const many = 510;
    const loop = `<multiInstanceLoopCharacteristics><loopCardinality>${many}</loopCardinality></multiInstanceLoopCharacteristics>`;
    await deploy(data.service.url, sequence('long', `<task id="work">${loop}</task>`));
    const instanceId = await start(data.service.url, 'long');
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
    const task = await startAtTask(data.service.url, 'reviewed');
    expect((await json(`instances/${task.instanceId}/waiting`)).userTasks).to.deep.equal([
      { taskId: task.taskId, activityId: 'review', claimedBy: null },
    ]);
    const instanceId = await start(data.service.url, 'waiting');
    await stateOf(data.service.url, instanceId);
    const { timers, subscriptions } = await json(`instances/${instanceId}/waiting`);
    expect([timers.length, timers[0].activityId, subscriptions]).to.deep.equal([1, 'wait', []]);
  });

  it('recognises whose work an instance waits for, and what became of the last run', async () => {
    await deploy(data.service.url, oneTask('paid', 'charge-card', { retries: '3' }));
    const instanceId = await start(data.service.url, 'paid');
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
    const { taskId } = await startAtTask(data.service.url, 'reviewed');
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
    const instanceId = await start(data.service.url, 'plain', { BusinessId: 'needle-77' });
    await stateOf(data.service.url, instanceId);
    const found = async (q: string) => json(`search?q=${encodeURIComponent(q)}`);
    for (const text of ['needle', 'needle-77', instanceId, instanceId.slice(0, 8), instanceId.slice(0, 10).toUpperCase()])
      expect((await found(text)).instances[0], text).to.include({ instanceId, businessId: 'needle-77' });
    expect((await found('VIEWE')).workflows).to.deep.equal([{ key: 'reviewed', version: 1 }]);
    expect(await found('%')).to.deep.equal({ workflows: [], instances: [] });
  });

  it('shows the whole service on the dashboard', async () => {
    const { calls } = data.service.runtime.metrics;
    const endRun = calls.began('pluginRun');
    const heartbeat = await startHeartbeat(data.service.runtime.config, calls, silentLog);
    try {
      const dashboard = await json('dashboard');
      const [member] = dashboard.cluster;
      expect(member).to.include({ processName: data.service.runtime.config.processName, role: 'all', status: 'Active' });
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
