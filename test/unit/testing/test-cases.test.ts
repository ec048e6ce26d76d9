import { expect } from 'chai';
import { openWorld } from '../../../src/testing/index.ts';
import { testFileOf } from '../../../src/testing/test-cases/read-test-cases.ts';
import { itFull } from '../../support/tier.ts';
import { END, fileOf, job, refusalOf, rowOf, START } from '../../support/world-files.ts';

const user = (id: string, name: string, more = '') =>
  `<userTask id="${id}" name="${name}"><extensionElements><zeebe:userTask />${more}</extensionElements></userTask>`;
const assigned =
  '<zeebe:assignmentDefinition assignee="Zee" candidateGroups="staff" /><zeebe:taskSchedule dueDate="2026-02-01T00:00:00Z" /><zeebe:priorityDefinition priority="70" />';
const message =
  '<message id="m" name="paid"><extensionElements><zeebe:subscription correlationKey="=order" /></extensionElements></message>';
const wait = '<intermediateCatchEvent id="wait" name="Wait"><messageEventDefinition messageRef="m" /></intermediateCatchEvent>';
const timer =
  '<intermediateCatchEvent id="day"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>';
const decide =
  '<businessRuleTask id="rate"><extensionElements><zeebe:calledDecision decisionId="rating" resultVariable="rate" /></extensionElements></businessRuleTask>';
const call =
  '<callActivity id="call"><extensionElements><zeebe:calledElement processId="child" propagateAllChildVariables="true" /></extensionElements></callActivity>';
const caught =
  '<boundaryEvent id="caught" attachedToRef="work"><errorEventDefinition errorRef="no" /></boundaryEvent><endEvent id="caught-end" /><sequenceFlow id="c" sourceRef="caught" targetRef="caught-end" />';
const alarmed = '<startEvent id="alarmed"><signalEventDefinition signalRef="alarm" /></startEvent>';
const conditional =
  '<startEvent id="hot"><conditionalEventDefinition><condition>=heat &gt; 9</condition></conditionalEventDefinition></startEvent>';
const MODELS = fileOf(
  `${message}<error id="no" errorCode="NO" /><signal id="alarm" name="alarm" />` +
    rowOf('p', START, user('ask', 'Ask somebody', assigned), job('work'), wait, timer, decide, call, END).replace(
      '</process>',
      `${caught}</process>`,
    ) +
    rowOf('s', alarmed, '<endEvent id="s-end" />') +
    rowOf('h', conditional, '<endEvent id="h-end" />'),
);

const inP = { processInstanceSelector: { processDefinitionId: 'p' } };
const create = {
  type: 'CREATE_PROCESS_INSTANCE',
  processDefinitionSelector: { processDefinitionId: 'p' },
  variables: { order: 'A' },
};
const elements = (state: string, ...ids: string[]) => ({
  type: 'ASSERT_ELEMENT_INSTANCES',
  ...inP,
  elementSelectors: ids.map((elementId) => ({ elementId })),
  state,
});
const element = (state: string, elementId: string, amount?: number) => ({
  type: 'ASSERT_ELEMENT_INSTANCE',
  ...inP,
  elementSelector: { elementId },
  state,
  ...(amount && { amount }),
});
const complete = { type: 'COMPLETE_USER_TASK', userTaskSelector: { taskName: 'Ask somebody' }, variables: { said: 'yes' } };

/** Runs one test case with these instructions. */
async function run(...instructions: readonly object[]): Promise<void> {
  const [test] = testFileOf({ testCases: [{ name: 'one', instructions }] }, 'x.json').testCases;
  await test?.run(await openWorld({ files: [{ name: 'p.bpmn', text: MODELS }] }));
}
const readingOf = (instruction: object) =>
  refusalOf(() => testFileOf({ testCases: [{ name: 'one', instructions: [instruction] }] }, 'x.json'));

describe('test cases in JSON', () => {
  it('do and assert what the instructions of Camunda Process Test specify when they are run', () =>
    run(
      { type: 'MOCK_JOB_WORKER_COMPLETE_JOB', jobType: 'work', variables: { worked: true } },
      { type: 'MOCK_DMN_DECISION', decisionDefinitionId: 'rating', variables: { level: 'A' } },
      { type: 'MOCK_CHILD_PROCESS', processDefinitionId: 'child', variables: { born: 1 } },
      create,
      { type: 'ASSERT_PROCESS_INSTANCE', ...inP, state: 'IS_CREATED' },
      {
        type: 'ASSERT_USER_TASK',
        userTaskSelector: { elementId: 'ask' },
        state: 'IS_CREATED',
        assignee: 'Zee',
        candidateGroups: ['staff'],
        name: 'Ask somebody',
        elementId: 'ask',
        priority: 70,
        dueDate: '2026-02-01T01:00:00+01:00',
      },
      elements('IS_ACTIVE_EXACTLY', 'ask'),
      { type: 'UPDATE_VARIABLES', ...inP, variables: { order: 'B' } },
      complete,
      {
        type: 'ASSERT_USER_TASK',
        userTaskSelector: { taskName: 'Ask somebody', processDefinitionId: 'p' },
        state: 'IS_COMPLETED',
      },
      element('IS_COMPLETED', 'work'),
      elements('IS_NOT_ACTIVE', 'ask', 'work'),
      elements('IS_NOT_ACTIVATED', 'day', 'end'),
      {
        type: 'ASSERT_PROCESS_INSTANCE_MESSAGE_SUBSCRIPTION',
        ...inP,
        messageSelector: { messageName: 'paid', correlationKey: 'B' },
        state: 'IS_WAITING',
      },
      {
        type: 'PUBLISH_MESSAGE',
        name: 'paid',
        correlationKey: 'B',
        timeToLive: 1000,
        messageId: 'm-1',
        variables: { amount: 3 },
      },
      {
        type: 'ASSERT_PROCESS_INSTANCE_MESSAGE_SUBSCRIPTION',
        ...inP,
        messageSelector: { messageName: 'paid' },
        state: 'IS_CORRELATED',
      },
      {
        type: 'ASSERT_PROCESS_INSTANCE_MESSAGE_SUBSCRIPTION',
        ...inP,
        messageSelector: { messageName: 'paid' },
        state: 'IS_NOT_WAITING',
      },
      { type: 'ASSERT_PROCESS_INSTANCE', ...inP, state: 'IS_ACTIVE', hasActiveIncidents: false },
      { type: 'INCREASE_TIME', duration: 'P1D' },
      { type: 'SET_TIME', time: '2026-03-01T00:00:00Z' },
      elements('IS_COMPLETED_IN_ORDER', 'ask', 'work', 'wait', 'day', 'rate', 'call', 'end'),
      {
        type: 'ASSERT_VARIABLES',
        ...inP,
        variableNames: ['said'],
        variables: { worked: true, amount: 3, rate: { level: 'A' }, born: 1 },
      },
      { type: 'ASSERT_PROCESS_INSTANCE', ...inP, state: 'IS_COMPLETED' },
      { type: 'BROADCAST_SIGNAL', signalName: 'alarm' },
      { type: 'BROADCAST_SIGNAL', signalName: 'nobody' },
      { type: 'EVALUATE_CONDITIONAL_START_EVENT', variables: { heat: 10 } },
      { type: 'ASSERT_PROCESS_INSTANCE', processInstanceSelector: { processDefinitionId: 's' }, state: 'IS_COMPLETED' },
      { type: 'ASSERT_PROCESS_INSTANCE', processInstanceSelector: { processDefinitionId: 'h' }, state: 'IS_COMPLETED' },
    ));

  it('complete jobs by hand, and let them fail with errors that are caught, when no worker is mocked', async () => {
    await run(create, complete, { type: 'COMPLETE_JOB', jobSelector: { jobType: 'work' } }, elements('IS_ACTIVE', 'wait'));
    await run(
      create,
      complete,
      { type: 'THROW_BPMN_ERROR_FROM_JOB', jobSelector: { elementId: 'work' }, errorCode: 'NO' },
      elements('IS_TERMINATED', 'work'),
      elements('IS_COMPLETED', 'caught'),
    );
    await run(
      { type: 'MOCK_JOB_WORKER_THROW_BPMN_ERROR', jobType: 'work', errorCode: 'NO', errorMessage: 'no' },
      create,
      complete,
      { type: 'ASSERT_PROCESS_INSTANCE', ...inP, state: 'IS_COMPLETED' },
    );
  });

  it('mock the connector that a bundled plugin does here when they name it', async () => {
    const zeebe = (content: string) => `<serviceTask id="http"><extensionElements>${content}</extensionElements></serviceTask>`;
    const http = zeebe(
      '<zeebe:taskDefinition type="io.camunda:http-json:1" /><zeebe:ioMapping><zeebe:input source="http://x" target="url" /></zeebe:ioMapping><zeebe:taskHeaders><zeebe:header key="resultVariable" value="answer" /></zeebe:taskHeaders>',
    );
    const text = fileOf(rowOf('p', START, http, END));
    const [test] = testFileOf(
      {
        testCases: [
          {
            instructions: [
              { type: 'MOCK_JOB_WORKER_COMPLETE_JOB', jobType: 'io.camunda:http-json:1', variables: { sent: true } },
              create,
              { type: 'ASSERT_PROCESS_INSTANCE', ...inP, state: 'IS_COMPLETED' },
              { type: 'ASSERT_VARIABLES', ...inP, variables: { sent: true } },
            ],
          },
        ],
      },
      'x.json',
    ).testCases;
    await test?.run(await openWorld({ files: [{ name: 'p.bpmn', text }] }));
  });

  itFull('show which instruction it was, and what there is, when one cannot be done or does not hold', async () => {
    const none = { type: 'COMPLETE_USER_TASK', userTaskSelector: { elementId: 'approve' } };
    expect(await refusalOf(() => run(create, none))).to.equal(
      "instruction 2 (COMPLETE_USER_TASK): no user task with element 'approve' is open; open: 'ask'",
    );
    expect(await refusalOf(() => run(create, element('IS_COMPLETED', 'ask')))).to.contain(
      "instruction 2 (ASSERT_ELEMENT_INSTANCE): instance of 'p' has 0 visits to 'ask' that are completed, not 1; visits: start (completed), ask (active)",
    );
    expect(await refusalOf(() => run(create, { type: 'ASSERT_VARIABLES', ...inP, variables: { order: 'B' } }))).to.contain(
      `'order' is "A", not "B"`,
    );
    expect(await refusalOf(() => run(create, { type: 'PUBLISH_MESSAGE', name: 'paid', correlationKey: 'A' }))).to.contain(
      'no instance waits for',
    );
    expect(await refusalOf(() => run({ type: 'ASSERT_PROCESS_INSTANCE', ...inP, state: 'IS_ACTIVE' }))).to.contain(
      "no instance of 'p' has started",
    );
    expect(await refusalOf(() => run(create, elements('IS_ACTIVE', 'aks')))).to.contain("did you mean 'ask'?");
    expect(await refusalOf(() => run(create, { type: 'RESOLVE_INCIDENT', incidentSelector: { elementId: 'ask' } }))).to.contain(
      'no incident',
    );
    expect(
      await refusalOf(() => run(create, { type: 'ASSERT_USER_TASK', userTaskSelector: { elementId: 'ask' }, assignee: 'Eve' })),
    ).to.contain('has assignee "Zee", not "Eve"');
  });

  it('refuse by name what is unknown, misspelt or means what is not there when they are read', async () => {
    expect(await readingOf({ type: 'CREATE_PROCES_INSTANCE' })).to.equal(
      "x.json: test case 1 'one', instruction 1 (CREATE_PROCES_INSTANCE): instruction 'CREATE_PROCES_INSTANCE' is not supported; did you mean 'CREATE_PROCESS_INSTANCE'?",
    );
    expect(await readingOf({ type: 'constructor' })).to.contain("'constructor' is not supported");
    expect(await readingOf({ ...create, startInstructions: [{ elementId: 'work' }] })).to.contain(
      "'startInstructions' is not supported",
    );
    expect(await readingOf({ ...create, variable: {} })).to.contain(
      "unknown member 'variable'; known: type, processDefinitionSelector",
    );
    expect(await readingOf({ ...complete, useExampleData: true })).to.contain("'useExampleData' is not supported");
    expect(await readingOf({ ...complete, variables: [] })).to.contain("'variables' has to be an object");
    expect(await readingOf({ type: 'COMPLETE_JOB', jobSelector: {} })).to.contain(
      "'jobType', 'elementId' or 'processDefinitionId' is missing",
    );
    expect(await readingOf(element('IS_DONE', 'ask'))).to.contain(
      "state 'IS_DONE' is none of IS_ACTIVE, IS_COMPLETED, IS_TERMINATED",
    );
    expect(await readingOf({ ...element('IS_ACTIVE', 'ask'), amount: 0 })).to.contain('a whole number of at least 1');
    expect(await refusalOf(() => testFileOf([], 'x.json'))).to.contain('x.json has to be an object');
    expect(await refusalOf(() => testFileOf({}, 'x.json'))).to.contain("x.json: 'testCases' is missing");
  });
});
