import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { expectEmpty, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, GUID, type State, start, stateOf, TIMESTAMP, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { oneTask, oneTaskCaught } from '../support/models/custom-task-models.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

/** A task as fetch-and-lock gives it. */
interface Task {
  readonly activityInstanceId: string;
  readonly workflowInstanceId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly lockToken: string;
  readonly lockedUntil: string;
}

/** Longer than any test takes. Unit: s. */
const LOCK = 600;
const TOKEN = `${UNKNOWN_ID}.1`;

for (const backend of TIER_BACKENDS) {
  describe(`remote workers, queue on ${backend}`, () => {
    let service: TestService;
    before(async () => {
      service = await startService({ backend });
      const quoted = { inputs: { quantity: '=quantity' }, outputs: { price: '=price' } };
      await deploy(service.url, oneTask('quote', 'Quote', quoted));
      await deploy(service.url, oneTaskCaught('rescued', 'rescued', 'bad-quantity'));
      await deploy(service.url, oneTask('retried', 'retried', { retries: '2' }));
      await deploy(service.url, oneTask('many', 'many'));
      await deploy(service.url, oneTask('late', 'late'));
    });
    after(() => service.stop());

    const url = () => service.url;
    const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
      post(url(), `/custom-tasks/${path}`, body, headers);
    const fetchFrom = async (type: string, more: object = {}): Promise<readonly Task[]> =>
      expectJson(await call(`${type}/fetch-and-lock`, { WorkerId: 'w', LockSeconds: LOCK, ...more })).tasks;
    const fetchOne = async (type: string, more: object = {}): Promise<Task> => {
      const [task] = await until(
        () => fetchFrom(type, { WaitSeconds: 10, ...more }),
        (tasks) => tasks.length > 0,
      );
      return task as Task;
    };
    /** Expects a lock of that many seconds, given between `since` and now. */
    const expectLock = (lockedUntil: string, seconds: number, since: number) => {
      expect(lockedUntil).to.match(TIMESTAMP);
      expect(Date.parse(lockedUntil))
        .to.be.at.least(since + seconds * 1000 - 1000)
        .and.at.most(Date.now() + seconds * 1000 + 1000);
    };
    const settle = (task: Task, action: string, body: object = {}): Promise<HttpAnswer> =>
      call(`${task.activityInstanceId}/${action}`, { LockToken: task.lockToken, ...body });
    const ended = (id: string): Promise<State> =>
      until(
        () => stateOf(url(), id),
        (state) => state.isCompleted || state.isFailed,
      );
    const notLocked = (answer: HttpAnswer, id: string, action: string) =>
      expectProblem(
        answer,
        409,
        `The lock on custom task '${id}' has expired or belongs to another worker. Discard this result: the task is offered again.`,
        `/custom-tasks/${id}/${action}`,
      );

    it('gives a task with everything about its run when one waits', async () => {
      const id = await start(url(), 'quote', { Variables: { quantity: 2 }, BusinessId: 'o-7' });
      const since = Date.now();
      const [task, ...others] = await fetchFrom('QUOTE', { MaxTasks: 10, LockSeconds: 60 });
      expectLock(task?.lockedUntil ?? '', 60, since);
      const taskId = await activeEntry(url(), id, 'work');
      expect(others).to.deep.equal([]);
      expect(task).to.deep.include({
        activityInstanceId: taskId,
        workflowInstanceId: id,
        workflowId: 'quote',
        activityId: 'work',
        taskType: 'Quote',
        businessId: 'o-7',
        input: { quantity: 2 },
        attempt: 1,
        idempotencyKey: taskId,
      });
      expect(task?.lockToken).to.be.a('string');
      expect(task?.activityInstanceId).to.match(GUID);
      expectEmpty(await settle(task as Task, 'complete', { Variables: { price: 6, unmapped: 1 } }));
      const state = await ended(id);
      expect(state.variableStates.at(0)?.variables).to.deep.equal({ quantity: 2, price: 6 });
    });

    it('lets the workers of the engine know which types are asked for, in the next heartbeat', async () => {
      expectJson(await post(service.url, '/custom-tasks/Never%20Seen/fetch-and-lock', { WorkerId: 'w' }));
      expect(service.runtime.metrics.calls.read().fetchedTypes).to.include('never seen');
    });

    it('gives nothing when no one has such a task, or the type is unknown', async () => {
      expect(await fetchFrom('quote')).to.deep.equal([]);
      expect(await fetchFrom('never-heard-of', { WaitSeconds: 0 })).to.deep.equal([]);
      expect(await fetchFrom('complete')).to.deep.equal([]);
    });

    it('waits for the first task when none exists', async () => {
      const waiting = fetchFrom('quote', { WaitSeconds: 60 });
      await start(url(), 'quote', { Variables: { quantity: 1 } });
      const [task] = await waiting;
      expectEmpty(await settle(task as Task, 'complete'));
    });

    it('answers when the time to wait is over', async () => {
      const before = performance.now();
      expect(await fetchFrom('quote', { WaitSeconds: 1 })).to.deep.equal([]);
      expect(performance.now() - before).to.be.at.least(900);
    });

    itFull('gives each task to one worker when many ask at the same time', async () => {
      const waiting = Array.from({ length: 6 }, (_, at) =>
        fetchFrom('many', { WorkerId: `w${at}`, MaxTasks: 3, WaitSeconds: 2 }),
      );
      const started = await Promise.all(Array.from({ length: 10 }, () => start(url(), 'many')));
      const tasks = (await Promise.all(waiting)).flat();
      const rest = await fetchFrom('many', { MaxTasks: 100 });
      const got = [...tasks, ...rest].map((task) => task.workflowInstanceId);
      expect([...got].sort()).to.deep.equal([...started].sort());
      for (const task of [...tasks, ...rest]) expectEmpty(await settle(task, 'complete'));
    });

    it('gives those that wait longest first, and no more than are asked for', async () => {
      const first = await start(url(), 'many');
      const second = await start(url(), 'many');
      const one = await fetchOne('many');
      const two = await fetchOne('many');
      expect([one.workflowInstanceId, two.workflowInstanceId]).to.deep.equal([first, second]);
      for (const task of [one, two]) expectEmpty(await settle(task, 'complete'));
    });

    it('gives the same tasks again when the request is repeated with its key', async () => {
      await start(url(), 'quote', { Variables: { quantity: 1 } });
      const key = { 'Idempotency-Key': `fetch-${backend}` };
      const first = await call('quote/fetch-and-lock', { WorkerId: 'w' }, key);
      const second = await call('quote/fetch-and-lock', { WorkerId: 'w' }, key);
      expect(expectJson(first).tasks).to.have.length(1);
      expect(expectJson(second)).to.deep.equal(first.json);
      expect(second.headers['idempotency-replayed']).to.equal('true');
      expectEmpty(await settle(first.json.tasks[0], 'complete'));
    });

    it('answers a repeated complete as the first one and changes nothing', async () => {
      const id = await start(url(), 'quote', { Variables: { quantity: 2 } });
      const task = await fetchOne('quote');
      expectEmpty(await settle(task, 'complete', { Variables: { price: 6 } }));
      const again = await settle(task, 'complete', { Variables: { price: 7 } });
      expectEmpty(again);
      expect(again.headers['idempotency-replayed']).to.equal('true');
      expect((await ended(id)).variableStates.at(0)?.variables).to.include({ price: 6 });
      notLocked(await settle(task, 'fail', { ErrorMessage: 'no' }), task.activityInstanceId, 'fail');
      notLocked(await settle(task, 'extend-lock'), task.activityInstanceId, 'extend-lock');
    });

    it('fails the activity with code and message when no run is left', async () => {
      const id = await start(url(), 'rescued');
      const task = await fetchOne('rescued');
      const answer = await settle(task, 'fail', { ErrorCode: 'bad-quantity', ErrorMessage: 'must be positive' });
      expect(expectJson(answer)).to.deep.equal({ retryAt: null });
      const state = await ended(id);
      expect(state.completedActivityIds).to.include('caught');
      const entry = state.completedActivities.find(({ activityId }) => activityId === 'work');
      expect(entry?.errorState).to.deep.equal({ code: 'bad-quantity', message: 'must be positive' });
    });

    it('gives the code 500 when the worker names none', async () => {
      const id = await start(url(), 'late');
      expectJson(await settle(await fetchOne('late'), 'fail', { ErrorMessage: 'm'.repeat(3000) }));
      const { completedActivities } = await ended(id);
      expect(completedActivities.find(({ activityId }) => activityId === 'work')?.errorState).to.deep.equal({
        code: '500',
        message: 'm'.repeat(2000),
      });
    });

    it('runs the task again when the model has a run left, at the time that was asked for', async () => {
      const id = await start(url(), 'retried');
      const first = await fetchOne('retried');
      const failed = expectJson(await settle(first, 'fail', { ErrorMessage: 'no', RetryAfterSeconds: 0 }));
      expect(failed.retryAt).to.match(TIMESTAMP);
      const second = await fetchOne('retried');
      expect(second).to.deep.include({ attempt: 2, idempotencyKey: first.idempotencyKey });
      expect(second.lockToken).to.not.equal(first.lockToken);
      notLocked(await settle(first, 'complete'), first.activityInstanceId, 'complete');
      expectEmpty(await settle(second, 'complete'));
      expect((await ended(id)).isFailed).to.equal(false);
    });

    it('does not run it again when the worker reports that it cannot be repeated', async () => {
      const id = await start(url(), 'retried');
      const answer = await settle(await fetchOne('retried'), 'fail', { ErrorMessage: 'no', IsRetryable: false });
      expect(expectJson(answer)).to.deep.equal({ retryAt: null });
      expect((await ended(id)).isFailed).to.equal(true);
    });

    it('runs it again as often as RetriesLeft asks for, not as the model does', async () => {
      const id = await start(url(), 'late');
      const task = await fetchOne('late');
      const failure = { ErrorMessage: 'busy', RetriesLeft: 2, RetryAfterSeconds: 0, Variables: { reached: 7 } };
      expectJson(await settle(task, 'fail', failure));
      const { items } = expectJson(await get(url(), `/OpenCustomTasks?filters=InstanceId==${id}`));
      expect(items).to.have.length(1);
      expect(items[0]).to.deep.include({ taskType: 'late', lockedBy: null, failures: 1, retries: 2, errorMessage: 'busy' });
      const second = await fetchOne('late');
      expect(second).to.deep.include({
        activityInstanceId: task.activityInstanceId,
        attempt: 2,
        retries: 2,
        errorMessage: 'busy',
      });
      expect(second.input).to.deep.include({ reached: 7 });
      const answer = await settle(second, 'fail', { ErrorMessage: 'broken', RetriesLeft: 0 });
      expect(expectJson(answer)).to.deep.equal({ retryAt: null });
      expect((await ended(id)).isFailed).to.equal(true);
    });

    it('offers a task again when its lock is released, and does not count the attempt as failed', async () => {
      await start(url(), 'late');
      const task = await fetchOne('late');
      expectEmpty(await settle(task, 'unlock'));
      const second = await fetchOne('late');
      expect(second).to.deep.include({ activityInstanceId: task.activityInstanceId, attempt: 2, retries: 1 });
      notLocked(await settle(task, 'complete'), task.activityInstanceId, 'complete');
      expectEmpty(await settle(second, 'complete'));
    });

    it('gives a task to the next worker when its lock has run out, and no longer accepts the result of the first', async () => {
      await start(url(), 'late');
      const first = await fetchOne('late', { LockSeconds: 1 });
      const second = await fetchOne('late');
      expect(second).to.deep.include({
        activityInstanceId: first.activityInstanceId,
        attempt: 2,
        idempotencyKey: first.idempotencyKey,
      });
      for (const action of ['complete', 'extend-lock']) {
        notLocked(await settle(first, action), first.activityInstanceId, action);
      }
      notLocked(await settle(first, 'fail', { ErrorMessage: 'no' }), first.activityInstanceId, 'fail');
      expectEmpty(await settle(second, 'complete'));
    });

    it('takes a result after the lock has run out when no one else has the task', async () => {
      const id = await start(url(), 'late');
      const task = await fetchOne('late', { LockSeconds: 1 });
      await until(async () => Date.now() > Date.parse(task.lockedUntil) + 100, Boolean);
      expectEmpty(await settle(task, 'complete'));
      expect((await ended(id)).isCompleted).to.equal(true);
    });

    it('keeps the task for its worker when the lock is extended', async () => {
      await start(url(), 'late');
      const task = await fetchOne('late', { LockSeconds: 1 });
      const since = Date.now();
      const { lockedUntil } = expectJson(await settle(task, 'extend-lock', { LockSeconds: 60 }));
      expectLock(lockedUntil, 60, since);
      expect(await fetchFrom('late', { WaitSeconds: 2 })).to.deep.equal([]);
      expectEmpty(await settle(task, 'complete'));
    });

    it('answers 409 when the activity was completed otherwise, or its instance was cancelled', async () => {
      const one = await start(url(), 'late');
      const task = await fetchOne('late');
      expectEmpty(await post(url(), '/Execution/complete-activity', { WorkflowInstanceId: one, ActivityId: 'work' }));
      notLocked(await settle(task, 'extend-lock'), task.activityInstanceId, 'extend-lock');
      const two = await start(url(), 'late');
      const other = await fetchOne('late');
      expectEmpty(await post(url(), `/Instances/${two}/cancel`, {}));
      notLocked(await settle(other, 'complete'), other.activityInstanceId, 'complete');
    });

    it('answers 409 and changes nothing when a token names another instance, another attempt or no task', async () => {
      const one = await start(url(), 'late');
      const two = await start(url(), 'late');
      const [first, second] = [await fetchOne('late'), await fetchOne('late')];
      const id = first.activityInstanceId;
      for (const LockToken of [second.lockToken, `${one}.2`, `${one}.0`, `${one}.999999999`, TOKEN]) {
        notLocked(await call(`${id}/complete`, { LockToken }), id, 'complete');
      }
      notLocked(await call(`${UNKNOWN_ID}/complete`, { LockToken: TOKEN }), UNKNOWN_ID, 'complete');
      for (const instance of [one, two]) expect((await stateOf(url(), instance)).isCompleted).to.equal(false);
      for (const task of [first, second]) expectEmpty(await settle(task, 'complete'));
    });

    it('answers a repeated key with another request as any write does', async () => {
      const key = { 'Idempotency-Key': `other-${backend}` };
      expectJson(await call('quote/fetch-and-lock', { WorkerId: 'a' }, key));
      const answer = await call('quote/fetch-and-lock', { WorkerId: 'b' }, key);
      const path = '/custom-tasks/quote/fetch-and-lock';
      expectProblem(answer, 422, 'Idempotency-Key was already used with a different request.', path);
    });

    it('answers those who wait when the API stops', async () => {
      const other = await startService({ databaseUrl: service.databaseUrl, backend, roles: [startApi] });
      const waiting = post(other.url, '/custom-tasks/quote/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 });
      await until(async () => other.runtime.health.isShuttingDown || (await get(other.url, '/alive')).status === 200, Boolean);
      other.runtime.health.beginShutdown();
      expect(expectJson(await waiting)).to.deep.equal({ tasks: [] });
      await other.stop();
    });
  });
}
