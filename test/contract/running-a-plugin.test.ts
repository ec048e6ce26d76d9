import { expect } from 'chai';
import type { ServedHost } from '../../src/plugin-host/host.ts';
import { definePlugin, type PluginContext, response, TaskFailure, type Values } from '../../src/plugins/plugin.ts';
import { type Deferred, deferred } from '../support/deferred.ts';
import { eventually, soon } from '../support/eventually.ts';
import { expectEmpty } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { activeEntry, deploy, type State, start, stateOf } from '../support/http/steps.ts';
import { oneTask, oneTaskCaught } from '../support/models/custom-task-models.ts';
import { startTestHost } from '../support/plugin-host.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

interface Run {
  readonly input: Values;
  readonly context: PluginContext;
  readonly signal: AbortSignal;
}

for (const backend of TIER_BACKENDS) {
  describe(`running a plugin, queue on ${backend} (docs/contributing/spec/http/custom-tasks.md#running-a-plugin)`, () => {
    let service: TestService;
    let host: ServedHost;
    let runs: Run[];
    let held: Deferred<void>;
    let begun: Deferred<Run>;

    const echo = definePlugin({
      taskType: 'Echo',
      execute: (input, context, signal) => {
        runs.push({ input, context, signal });
        return response(input);
      },
    });
    const failing = definePlugin({
      taskType: 'failing',
      execute: (input, context, signal) => {
        runs.push({ input, context, signal });
        throw input['code'] === undefined
          ? new Error('no luck')
          : new TaskFailure(String(input['code']), 'typed', { retryAfterMs: 10 });
      },
    });
    const holding = definePlugin({
      taskType: 'holding',
      async execute(input, context, signal) {
        const run = { input, context, signal };
        runs.push(run);
        begun.resolve(run);
        await held.promise;
        return response('late');
      },
    });
    const strict = definePlugin({
      taskType: 'strict',
      parameters: [{ name: 'count', type: 'Integer', required: true, rule: { minimum: 1 } }],
      execute: (input) => response(input['count'] ?? null),
    });
    const odd = definePlugin({ taskType: 'odd', execute: () => 'text' as never });

    before(async () => {
      service = await startService({ backend, env: { Plugins__LockSeconds: '60' } });
      host = await startTestHost(service, 'host-a', [echo, failing, holding, strict, odd]);
    });
    after(async () => {
      held?.resolve();
      await host?.stop();
      await service?.stop();
    });
    beforeEach(() => {
      runs = [];
      held = deferred();
      begun = deferred();
    });

    const url = () => service.url;
    const ended = (id: string): Promise<State> =>
      eventually('the end of the instance', async () => {
        const state = await stateOf(url(), id);
        return state.isCompleted || state.isFailed || state.isCancelled ? state : undefined;
      });
    const run = async (document: string, key: string, more: object = {}): Promise<State> => {
      await deploy(url(), document);
      return ended(await start(url(), key, more));
    };
    const errorOf = (state: State) => state.completedActivities.find(({ activityId }) => activityId === 'work')?.errorState;

    it('gives it inputs and context, and moves the token on with its mapped result when it returns', async () => {
      const written = { inputs: { a: 'text', b: '=x.y', c: '=12' }, outputs: { got: '=__response.b' } };
      await deploy(url(), oneTask('echoes', 'eCHO', written));
      const id = await start(url(), 'echoes', { BusinessId: 'b-1', Variables: { x: { y: [1] }, other: true } });
      const state = await ended(id);
      expect(state.variableStates[0]?.variables).to.deep.equal({ x: { y: [1] }, other: true, got: [1] });
      expect(runs).to.have.length(1);
      const [{ input, context }] = runs as [Run];
      expect(input).to.deep.equal({ a: 'text', b: [1], c: 12 });
      const work = state.completedActivities.find(({ activityId }) => activityId === 'work');
      expect(context).to.include({
        WorkflowInstanceId: id,
        WorkflowId: 'echoes',
        ActivityInstanceId: work?.activityInstanceId,
        ActivityId: 'work',
        TaskType: 'eCHO',
        BusinessId: 'b-1',
        idempotencyKey: work?.activityInstanceId,
        attempt: 1,
      });
      expect(context.ProcessDefinitionId).to.match(/^echoes:1:/);
    });

    it('shows it the variables of its scope when it asks', async () => {
      await deploy(url(), oneTask('looking', 'holding', { inputs: { mine: '=1' } }));
      const id = await start(url(), 'looking', { Variables: { x: 1 } });
      const { context } = await soon('the run', begun.promise);
      expect(await context.variables()).to.deep.equal({ x: 1, mine: 1 });
      expect(context.BusinessId).to.equal(null);
      // a run that is left behind may be begun again next to the next test, which would take it for its own
      held.resolve();
      expect((await ended(id)).isCompleted).to.equal(true);
    });

    it('writes nothing when there is no output mapping', async () => {
      const state = await run(oneTask('silent', 'echo'), 'silent', { Variables: { x: 1 } });
      expect(state.variableStates[0]?.variables).to.deep.equal({ x: 1 });
    });

    it('fails the activity with code and message when it throws its typed failure', async () => {
      const state = await run(oneTask('typed', 'failing', { inputs: { code: 'E7' } }), 'typed');
      expect(errorOf(state)).to.deep.equal({ code: 'E7', message: 'typed' });
      expect(state.isFailed).to.equal(true);
      expect(runs).to.have.length(1);
    });

    it('fails the activity with code 500 and the message when it throws anything else', async () => {
      expect(errorOf(await run(oneTask('untyped', 'failing'), 'untyped'))).to.deep.equal({ code: '500', message: 'no luck' });
    });

    it('fails the activity when it returns something that is not a map of names', async () => {
      expect(errorOf(await run(oneTask('odd', 'odd'), 'odd'))?.code).to.equal('500');
    });

    it('lets an error boundary event catch its code when runs have ended', async () => {
      const state = await run(oneTaskCaught('catching', 'failing', 'E8', { inputs: { code: 'E8' }, retries: '3' }), 'catching');
      expect(state.completedActivityIds).to.include('caught');
      expect(runs.map(({ context }) => context.attempt)).to.deep.equal([1, 2, 3]);
      expect(new Set(runs.map(({ context }) => context.idempotencyKey)).size).to.equal(1);
    });

    itFull('fails with code 400 naming the parameter, without a run, when an input does not fit', async () => {
      const missing = await run(oneTask('missing', 'strict', { retries: '3' }), 'missing');
      expect(errorOf(missing)).to.deep.equal({ code: '400', message: "Parameter 'count' is required" });
      const small = await run(oneTask('small', 'strict', { inputs: { count: '0' } }), 'small');
      expect(errorOf(small)).to.deep.equal({ code: '400', message: "Parameter 'count' must be >= 1" });
      const fits = await run(oneTask('fits', 'strict', { inputs: { count: '7' }, outputs: { n: '=__response' } }), 'fits');
      expect(fits.variableStates[0]?.variables).to.deep.equal({ n: 7 });
    });

    it('waits when no host offers the type, until complete-activity ends it', async () => {
      await deploy(url(), oneTask('nobody', 'nobody-offers-this'));
      const id = await start(url(), 'nobody');
      expect((await stateOf(url(), id)).activeActivityIds).to.deep.equal(['work']);
      expectEmpty(await post(url(), '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'work' }));
      expect((await stateOf(url(), id)).isCompleted).to.equal(true);
    });

    it('runs what waits when a host comes later', async () => {
      await deploy(url(), oneTask('later', 'comes-later'));
      const id = await start(url(), 'later');
      await activeEntry(url(), id, 'work');
      const second = await startTestHost(service, 'host-b', [
        definePlugin({ taskType: 'comes-later', execute: () => undefined }),
      ]);
      try {
        expect((await ended(id)).isCompleted).to.equal(true);
      } finally {
        await second.stop();
      }
    });

    it('aborts its signal and drops its result when the activity ends in the meantime', async () => {
      await deploy(url(), oneTask('interrupted', 'holding', { outputs: { x: '=__response' } }));
      const id = await start(url(), 'interrupted');
      const { signal } = await soon('the run', begun.promise);
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      expectEmpty(
        await post(url(), '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'work', Variables: { y: 1 } }),
      );
      await soon('the abort', aborted);
      held.resolve();
      expect((await ended(id)).variableStates[0]?.variables).to.deep.equal({ y: 1 });
    });

    it('aborts its signal when the instance is cancelled', async () => {
      await deploy(url(), oneTask('cancelled', 'holding'));
      const id = await start(url(), 'cancelled');
      const { signal } = await soon('the run', begun.promise);
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      expectEmpty(await post(url(), `/Instances/${id}/cancel`));
      await soon('the abort', aborted);
    });

    it('runs it again elsewhere, without a failure, when its host is shut down', async () => {
      const polite = (taken: Deferred<AbortSignal>) =>
        definePlugin({
          taskType: 'polite',
          execute: (_input, { attempt }, signal) => {
            if (attempt > 1) return response(attempt);
            taken.resolve(signal);
            return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          },
        });
      const taken = deferred<AbortSignal>();
      const first = await startTestHost(service, 'host-c', [polite(taken)]);
      await deploy(url(), oneTask('polite', 'polite', { outputs: { attempt: '=__response' } }));
      const id = await start(url(), 'polite');
      await soon('the run', taken.promise);
      await first.stop();
      expect((await stateOf(url(), id)).activeActivityIds).to.deep.equal(['work']);
      const second = await startTestHost(service, 'host-d', [polite(taken)]);
      try {
        expect((await ended(id)).variableStates[0]?.variables).to.deep.equal({ attempt: 2 });
      } finally {
        await second.stop();
      }
    });
  });
}
