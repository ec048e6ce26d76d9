import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, stateOf } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { catching, message, onMessage, onSignal, processOf, signal } from '../support/models/event-elements.ts';
import { startService, type TestService } from '../support/service.ts';

/** A script task whose result, the variable `odd`, no text column can hold. */
const MAKE_ODD =
  '<scriptTask id="make" scriptFormat="javascript" camunda:resultVariable="odd"><script>"a\\u0000b"</script></scriptTask>';

/** The variable in a text of the model. */
const ODD = '$' + '{odd}';

const WAITS: readonly (readonly [what: string, roots: string, node: string])[] = [
  ['the name of a signal that is waited for', signal(`s-${ODD}`), catching('wait', onSignal(`s-${ODD}`))],
  ['the name of a message that is waited for', message('m', `m-${ODD}`), catching('wait', onMessage('m'))],
  ['a correlation value', message('m', 'fixed', 'odd'), catching('wait', onMessage('m'))],
  ['the key of a called process', '', `<callActivity id="wait" calledElement="${ODD}"/>`],
  [
    'the version tag of a called process',
    '',
    `<callActivity id="wait" calledElement="other" camunda:calledElementBinding="versionTag" camunda:calledElementVersionTag="${ODD}"/>`,
  ],
];

describe('texts a process makes that cannot be stored (docs/contributing/spec/http.md#process-failures-are-no-errors)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const [index, [what, roots, node]] of WAITS.entries()) {
    it(`fail the activity with code 500, not the call, when they are ${what}`, async () => {
      await deploy(service.url, processOf(`odd-${index}`, roots, [MAKE_ODD, node]));
      const answer = expectJson(await post(service.url, '/Execution/start', { WorkflowId: `odd-${index}` }));
      const state = await stateOf(service.url, answer.WorkflowInstanceId);
      expect(state.isFailed).to.equal(true);
      expect(state.completedActivities.find(({ activityId }) => activityId === 'wait')?.errorState?.code).to.equal('500');
    });
  }

  it('are not made by a cut inside a character when a worker reports a long failure', async () => {
    await deploy(service.url, oneTask('cut', 'cut'));
    const { WorkflowInstanceId } = expectJson(await post(service.url, '/Execution/start', { WorkflowId: 'cut' }));
    const fetched = await post(service.url, '/custom-tasks/cut/fetch-and-lock', { WorkerId: 'w' });
    const [{ activityInstanceId, lockToken }] = expectJson(fetched).tasks;
    const ErrorCode = `${'c'.repeat(255)}😀`;
    const ErrorMessage = `${'m'.repeat(1999)}😀`;
    const failure = { LockToken: lockToken, ErrorCode, ErrorMessage, IsRetryable: false };
    expectJson(await post(service.url, `/custom-tasks/${activityInstanceId}/fail`, failure));
    const state = await stateOf(service.url, WorkflowInstanceId);
    const error = state.completedActivities.find(({ activityId }) => activityId === 'work')?.errorState;
    expect(error).to.include({ code: 'c'.repeat(255), message: 'm'.repeat(1999) });
  });
});
