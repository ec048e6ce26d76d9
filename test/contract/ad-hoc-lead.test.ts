import { expect } from 'chai';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, type State, start, stateOf, until } from '../support/http/steps.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const HEADERS = '<zeebe:taskHeaders><zeebe:header key="model" value="small"/></zeebe:taskHeaders>';
const MODEL = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="t">
<bpmn:process id="answered" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:adHocSubProcess id="tools"><bpmn:extensionElements>
<zeebe:taskDefinition type="agent"/>${HEADERS}<zeebe:adHoc outputCollection="found" outputElement="=city"/></bpmn:extensionElements>
<bpmn:task id="weather" name="Weather"/></bpmn:adHocSubProcess><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="tools"/></bpmn:process></bpmn:definitions>`;

interface Turn {
  readonly activityInstanceId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly lockToken: string;
}

describe('a worker that leads an ad-hoc sub-process', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, MODEL);
  });
  after(() => service.stop());

  const turn = async (): Promise<Turn> => {
    const answer = await post(service.url, '/custom-tasks/agent/fetch-and-lock', { WorkerId: 'w', WaitSeconds: 60 });
    return expectJson(answer).tasks[0];
  };
  const decide = ({ activityInstanceId, lockToken }: Turn, adHocSubProcess: object, more: object = {}) =>
    post(service.url, `/custom-tasks/${activityInstanceId}/complete`, {
      LockToken: lockToken,
      Variables: { adHocSubProcess, ...more },
    });
  const completeWeather = (id: string) =>
    post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'weather', Variables: {} });
  const ended = (id: string): Promise<State> =>
    until(
      () => stateOf(service.url, id),
      (state) => state.isCompleted || state.isFailed,
    );

  it('is asked again when something has ended, and is reported when another turn has replaced it', async () => {
    const id = await start(service.url, 'answered', { Variables: { question: 'rain?' } });
    const first = await turn();
    expect(first.headers).to.deep.equal({ model: 'small' });
    expect(first.input).to.deep.include({
      question: 'rain?',
      adHocSubProcessElements: [{ elementId: 'weather', elementName: 'Weather' }],
    });
    const activateElements = ['Oslo', 'Rome'].map((city) => ({ elementId: 'weather', variables: { city } }));
    expectEmpty(await decide(first, { activateElements }, { thoughts: 1 }));
    expect((await completeWeather(id)).status).to.equal(200);
    const second = await turn();
    expect(second.input).to.deep.include({ thoughts: 1, found: ['Oslo'] });
    expect((await completeWeather(id)).status).to.equal(200);
    expect((await decide(second, { isCompletionConditionFulfilled: true })).status).to.equal(409);
    const third = await turn();
    expect(third.input['found']).to.deep.equal(['Oslo', 'Rome']);
    expectEmpty(await decide(third, { isCompletionConditionFulfilled: true }));
    const { variableStates } = await ended(id);
    expect(variableStates.at(0)?.variables).to.deep.equal({ question: 'rain?', found: ['Oslo', 'Rome'] });
  });

  itFull('fails its sub-process with the name of the member when it decides what cannot be done', async () => {
    const wrong: readonly (readonly [decision: object, text: string])[] = [
      [{ activateElements: [{ elementId: 'sun' }] }, "activity 'sun' does not exist in ad-hoc sub-process 'tools'"],
      [{ activateElements: 'weather' }, 'activateElements must be a list'],
      [{ activateElements: [7] }, 'activateElements must be a list of objects'],
      [{ activateElements: [{ elementId: 'weather', variables: [] }] }, "variables of 'weather' must be an object"],
      [{ isCompletionConditionFulfilled: 'yes' }, 'isCompletionConditionFulfilled must be true or false'],
      [{ isCancelRemainingInstances: 1 }, 'isCancelRemainingInstances must be true or false'],
      [{ activateElements: [{ elementId: 'weather' }], isCompletionConditionFulfilled: true }, 'activateElements must be empty'],
    ];
    for (const [decision, text] of wrong) {
      const id = await start(service.url, 'answered');
      expectEmpty(await decide(await turn(), decision));
      const { completedActivities } = await ended(id);
      const failed = completedActivities.find(({ activityId }) => activityId === 'tools');
      expect(failed?.errorState?.code).to.equal('500');
      expect(failed?.errorState?.message).to.contain(text);
    }
  });
});
