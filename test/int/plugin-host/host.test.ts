import { expect } from 'chai';
import type { ServedHost } from '../../../src/plugin-host/host.ts';
import { definePlugin, response, TaskFailure } from '../../../src/plugins/plugin.ts';
import { type Deferred, deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get, post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { startTestHost } from '../../support/plugin-host.ts';
import { startService, type TestService, TIER_BACKENDS } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

for (const backend of TIER_BACKENDS) {
  describe(`a plugin host, queue on ${backend}`, () => {
    let service: TestService;
    let host: ServedHost;
    let gate: Deferred<void>;
    let inside = 0;
    let most = 0;

    const slow = definePlugin({
      taskType: 'slow',
      concurrency: 3,
      async execute() {
        inside += 1;
        most = Math.max(most, inside);
        await gate.promise;
        inside -= 1;
        return undefined;
      },
    });
    const quick = definePlugin({ taskType: 'quick', execute: (_input, { attempt }) => response(attempt) });
    const second = definePlugin({
      taskType: 'second-time',
      execute: (_input, { attempt }) => {
        if (attempt === 1) throw new TaskFailure('E', 'not yet', { retryAfterMs: 1 });
        return response(attempt);
      },
    });

    before(async () => {
      service = await startService({ backend });
      gate = deferred();
      host = await startTestHost(service, 'host-a', [slow, quick, second]);
      for (const type of ['slow', 'quick', 'second-time']) {
        await deploy(service.url, oneTask(type, type, { outputs: { attempt: '=__response' }, retries: '2' }));
      }
    });
    after(async () => {
      gate.resolve();
      await host?.stop();
      await service?.stop();
    });

    const completed = (id: string) =>
      eventually('the end of the instance', async () => {
        const state = await stateOf(service.url, id);
        return state.isCompleted ? state : undefined;
      });
    const metric = async (name: string, type: string): Promise<number> => {
      const { text } = await get(service.url, '/metrics');
      return Number(new RegExp(`^${name}\\{task_type="${type}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    };

    itFull('runs as many tasks of a type as it may, and other types all the same, when one type is slow', async () => {
      const ids = await Promise.all(Array.from({ length: 12 }, () => start(service.url, 'slow')));
      await eventually('three slow tasks at work', () => inside === 3);
      for (let i = 0; i < 5; i++) await completed(await start(service.url, 'quick'));
      expect([inside, most]).to.deep.equal([3, 3]);
      expect(await metric('service_custom_task_waiting', 'slow')).to.equal(9);
      gate.resolve();
      for (const id of ids) await completed(id);
      expect(most).to.equal(3);
      expect(await metric('service_custom_task_started_total', 'slow')).to.equal(12);
      expect(await metric('service_custom_task_succeeded_total', 'slow')).to.equal(12);
      expect(await metric('service_custom_task_duration_milliseconds_count', 'slow')).to.equal(12);
    });

    it('runs a task again after its back-off when a run has failed, and counts that', async () => {
      const state = await completed(await start(service.url, 'second-time'));
      expect(state.variableStates[0]?.variables).to.deep.equal({ attempt: 2 });
      expect(await metric('service_custom_task_retried_total', 'second-time')).to.equal(1);
      expect(await metric('service_custom_task_failed_total', 'second-time')).to.equal(0);
    });

    it('finds work without a notification when wake-up signals are lost', async () => {
      await host.stop();
      const id = await start(service.url, 'quick'); // the wake-up signal, if any, has no receiver
      host = await startTestHost(service, 'host-a', [slow, quick, second]);
      await completed(id);
    });

    it('is asked about its parameters when a model is deployed: what does not fit is a warning', async () => {
      const { Warnings } = expectJson(
        await post(service.url, '/Definitions/deploy', {
          BpmnXml: oneTask('warned', 'LOG', { inputs: { level: '=x', text: 'hello' } }),
        }),
      );
      expect(Warnings).to.deep.equal([
        "serviceTask 'work': parameter 'message' of 'LOG' is required and not mapped",
        "serviceTask 'work': 'LOG' has no parameter 'text'",
      ]);
    });
  });
}
