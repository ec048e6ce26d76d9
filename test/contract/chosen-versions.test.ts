import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { http, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/Execution/start';

describe('start of a chosen version (docs/contributing/spec/http/execution.md#start-version)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    for (const id of ['a', 'b', 'c']) await deploy(service.url, sequence('order', task(id)));
  });
  after(() => service.stop());

  const startOf = (more: object) => post(service.url, PATH, { WorkflowId: 'order', ...more });

  it('runs that version when it is named, and the latest one when it is not', async () => {
    for (const [Version, active] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [null, 'c'],
    ] as const) {
      const state = await stateOf(service.url, await start(service.url, 'order', { Version }));
      expect(state.activeActivityIds).to.deep.equal([active]);
      expect(state.processDefinitionId).to.match(new RegExp(`^order:${Version ?? 3}:`));
    }
  });

  it('answers 404 when the version does not exist, or no more', async () => {
    const refusal = (version: number) => `Version ${version} of workflow 'order' is not registered.`;
    expectProblem(await startOf({ Version: 4 }), 404, refusal(4), PATH);
    expectProblem(await startOf({ Version: 2_147_483_647 }), 404, refusal(2_147_483_647), PATH);
    await deploy(service.url, sequence('order', task('d')));
    expectJson(await http(service.url, { method: 'DELETE', path: '/Definitions/order/4' }));
    expectProblem(await startOf({ Version: 4 }), 404, refusal(4), PATH);
    expectProblem(
      await startOf({ WorkflowId: 'nobody', Version: 1 }),
      404,
      "Workflow with id 'nobody' is not registered. Ensure the workflow is deployed before creating instances.",
      PATH,
    );
  });

  it('answers 400 when the version is invalid', async () => {
    for (const Version of [0, -1, 1.5, 2_147_483_648, '1', true, [1], {}]) {
      expectProblem(await startOf({ Version }), 400, 'Version must be a whole number from 1 to 2147483647.', PATH);
    }
  });

  it('answers 409 when the key is disabled', async () => {
    expectJson(await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'order' }));
    const refusal = "Process 'order' is disabled. Enable it before creating new instances.";
    expectProblem(await startOf({ Version: 1 }), 409, refusal, PATH);
    expectProblem(await startOf({ Version: 99 }), 409, refusal, PATH);
  });
});
