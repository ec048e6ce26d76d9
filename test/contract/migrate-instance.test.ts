import { expect } from 'chai';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectEmpty, expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { flow, sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const pathOf = (id: string) => `/Instances/${id}/migrate`;

describe('POST /Instances/{instanceId}/migrate (docs/spec/moving-to-a-version.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('lets an instance go on in another version, and lists show it there, when nothing stands in its way', async () => {
    const [first, second] = await deployBoth('simple', sequence('simple', task('pack')), sequence('simple', task('pack'), userTask('review')));
    const id = await start(service.url, 'simple', {}, 1);
    const answer = await migrate(id, { DefinitionId: second });
    console.log(JSON.stringify(expectJson(answer)));
    console.log(JSON.stringify((await get(service.url, `/Instances?ProcessDefinitionKey=simple`)).text), first);
  });
});
