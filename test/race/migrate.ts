import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { startWorker } from '../../src/worker/main.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { startService, type TestService } from '../support/service.ts';

const CLIENTS = 16;
const TYPES = ['reserve-stock', 'charge-card', 'ship-parcel'] as const;
const RESULTS = { allInStock: true, trackingNumber: 'T-1' };
const ORDER = { customer: 'Ada', items: [{ sku: 'a', quantity: 1 }], total: 12 };

/** Moves instances to another version while clients work on them. */
export function describeMigration(instanceCount: number): void {
  describe('instances that migrate while they are processed (docs/contributing/spec/moving-to-a-version.md)', function () {
    this.timeout(900_000);
    let service: TestService;
    let isOver = false;

    before(async () => {
      service = await startService();
    });
    after(async () => {
      isOver = true;
      await service.stop();
    });

    /** Does the tasks of one type for as long as the test runs. */
    async function serve(taskType: string): Promise<void> {
      while (!isOver) {
        const asked = { WorkerId: taskType, MaxTasks: 50, WaitSeconds: 1 };
        const answer = await post(service.url, `/custom-tasks/${taskType}/fetch-and-lock`, asked);
        const tasks: readonly { activityInstanceId: string; lockToken: string }[] = answer.json?.tasks ?? [];
        await Promise.all(
          tasks.map(({ activityInstanceId: id, lockToken: LockToken }) =>
            post(service.url, `/custom-tasks/${id}/complete`, { LockToken, Variables: RESULTS }),
          ),
        );
      }
    }

    async function pack(): Promise<void> {
      while (!isOver) {
        const { data } = expectJson(await get(service.url, '/UserTasks?pageSize=100'));
        await Promise.all(
          data.map(async ({ activityInstanceId: id }: { activityInstanceId: string }) => {
            await post(service.url, `/UserTasks/${id}/claim`, { UserId: 'eve', UserGroups: ['warehouse'] });
            await post(service.url, `/UserTasks/${id}/complete`, { UserId: 'eve', Variables: { parcelId: 'P-1' } });
          }),
        );
      }
    }

    async function byClients(ids: readonly string[], once: (id: string) => Promise<HttpAnswer>): Promise<HttpAnswer[]> {
      const answers: HttpAnswer[] = [];
      let next = 0;
      const client = async () => {
        for (let id = ids[next++]; id !== undefined; id = ids[next++]) answers.push(await once(id));
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return answers;
    }

    // slow: all instances do the whole of an example process under load
    it(`all come to their end when ${instanceCount} of them are moved under load, two workers change places, and none is left behind`, async () => {
      const model = await readFile(new URL('../../examples/order-fulfilment.bpmn', import.meta.url), 'utf8');
      const other = model.replaceAll('"pack"', '"pack-parcel"').replaceAll('"join"', '"joined"');
      await deploy(service.url, model);
      const ids: string[] = [];
      const starting = byClients(
        Array.from({ length: instanceCount }, (_, n) => String(n)),
        async () => {
          const answer = await post(service.url, '/Execution/start', { WorkflowId: 'order-fulfilment', Variables: ORDER });
          ids.push(expectJson(answer).WorkflowInstanceId);
          return answer;
        },
      );
      await starting;
      const second = await service.start(startWorker);
      await deploy(service.url, other);
      const { processDefinitionId: DefinitionId } = await stateOf(
        service.url,
        await start(service.url, 'order-fulfilment', { Variables: ORDER }),
      );
      const Plan = [
        { from: 'pack', to: 'pack-parcel' },
        { from: 'join', to: 'joined' },
      ];
      const working = [...TYPES.map(serve), pack()];
      const migrating = byClients(ids, (id) => post(service.url, `/Instances/${id}/migrate`, { DefinitionId, Plan }));
      await second.stop();
      await service.start(startWorker);
      const statuses = (await migrating).map(({ status, json }) => `${status} ${status === 409 ? json?.detail : ''}`.trim());
      expect([...new Set(statuses)].every((text) => text === '200' || text === '409 The instance has ended.')).to.equal(true);
      expect(statuses.filter((text) => text === '200').length).to.be.above(0);
      const running = async () =>
        Number(expectJson(await get(service.url, '/Instances?pageSize=1&filters=Status==running')).totalCount);
      for (let left = await running(); left > 0; ) {
        const before = left;
        left = await until(running, (count) => count < before);
      }
      const failed = expectJson(await get(service.url, '/Instances?pageSize=1&filters=Status==failed'));
      expect(failed.totalCount).to.equal(0);
      isOver = true;
      await Promise.all(working);
    });
  });
}
