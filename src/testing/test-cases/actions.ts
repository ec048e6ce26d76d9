import { TaskFailure } from '../../plugins/plugin.ts';
import type { TestWorld } from '../test-world.ts';
import type { TestMembers } from './members.ts';
import { openUserTask, readElement, readInstance, readJob, readUserTask } from './selectors.ts';

/** Runs an instruction after it is read. */
export type TestStep = (world: TestWorld) => Promise<void> | void;
/** @throws UnreadableTest */
export type ReadStep = (members: TestMembers) => TestStep;

const NO_EXAMPLES = 'write the variables into the instruction';

/** Instructions by type. */
export const ACTIONS: Readonly<Record<string, ReadStep>> = {
  CREATE_PROCESS_INSTANCE(members) {
    const selector = members.object('processDefinitionSelector');
    const key = selector.text('processDefinitionId');
    selector.end();
    const variables = members.values('variables');
    members.refuse('startInstructions', 'an instance begins at its start event');
    members.refuse('runtimeInstructions', 'nothing ends an instance but what its test does');
    members.refuse('reserveJobs', 'jobs without a mock wait as they are');
    members.refuse('stubCallActivities', 'mock the child process');
    return async (world) => void (await world.start(key, variables));
  },
  COMPLETE_USER_TASK(members) {
    const selector = readUserTask(members);
    const variables = members.values('variables');
    members.refuse('useExampleData', NO_EXAMPLES);
    return async (world) => {
      const { instance, task } = openUserTask(world, selector);
      await instance.completeUserTask(task, variables);
    };
  },
  COMPLETE_JOB(members) {
    const find = readJob(members);
    const variables = members.values('variables');
    members.refuse('useExampleData', NO_EXAMPLES);
    return async (world) => {
      const { instance, task } = find(world);
      await instance.completeTask(task, variables);
    };
  },
  COMPLETE_JOB_USER_TASK_LISTENER(members) {
    const find = readJob(members);
    members.refuse('denied', 'a listener cannot refuse what it listens to');
    members.ignore('deniedReason').refuse('corrections', 'a listener changes nothing of its task');
    return async (world) => {
      const { instance, task } = find(world);
      await instance.completeTask(task, {});
    };
  },
  COMPLETE_JOB_AD_HOC_SUB_PROCESS(members) {
    const find = readJob(members);
    const variables = members.values('variables');
    const chosen = members.ignore('activateElements').hasOwn('activateElements') ? members.objects('activateElements') : [];
    const activateElements = chosen.map((one) => {
      const element = { elementId: one.text('elementId'), variables: one.values('variables') };
      one.end();
      return element;
    });
    const isCompletionConditionFulfilled = members.flagOr('completionConditionFulfilled', false);
    const isCancelRemainingInstances = members.flagOr('cancelRemainingInstances', false);
    return async (world) => {
      const { instance, task } = find(world);
      const decided = { activateElements, isCompletionConditionFulfilled, isCancelRemainingInstances };
      await instance.completeTask(task, { ...variables, ...decided });
    };
  },
  THROW_BPMN_ERROR_FROM_JOB(members) {
    const find = readJob(members);
    const code = members.text('errorCode');
    const message = members.textOr('errorMessage', code);
    members.refuse('variables', 'a failing task stores no variables');
    return async (world) => {
      const { instance, task } = find(world);
      await instance.failTask(task, code, message);
    };
  },
  MOCK_JOB_WORKER_COMPLETE_JOB(members) {
    const type = members.text('jobType');
    const variables = members.values('variables');
    members.refuse('useExampleData', NO_EXAMPLES);
    return (world) => world.stubTask(type, variables);
  },
  MOCK_JOB_WORKER_THROW_BPMN_ERROR(members) {
    const type = members.text('jobType');
    const code = members.text('errorCode');
    const message = members.textOr('errorMessage', code);
    members.refuse('variables', 'a failing task stores no variables');
    return (world) =>
      world.stubTask(type, () => {
        throw new TaskFailure(code, message, { isRetryable: false });
      });
  },
  MOCK_CHILD_PROCESS(members) {
    const key = members.text('processDefinitionId');
    const variables = members.values('variables');
    return (world) => world.stubProcess(key, variables);
  },
  MOCK_DMN_DECISION(members) {
    const id = members.text('decisionDefinitionId');
    const variables = members.values('variables');
    return (world) => world.stubDecision(id, variables);
  },
  EVALUATE_DECISION(members) {
    const selector = members.object('decisionDefinitionSelector');
    const id = selector.text('decisionDefinitionId');
    selector.end();
    const variables = members.values('variables');
    return async (world) => void (await world.evaluateDecision(id, variables));
  },
  PUBLISH_MESSAGE: readMessage,
  CORRELATE_MESSAGE: readMessage,
  BROADCAST_SIGNAL(members) {
    const name = members.text('signalName');
    const variables = members.values('variables');
    return async (world) => {
      if (world.isWaitedFor('signal', name)) await world.signal(name, variables);
    };
  },
  EVALUATE_CONDITIONAL_START_EVENT(members) {
    const variables = members.values('variables');
    return async (world) => void (await world.evaluateConditions(variables));
  },
  INCREASE_TIME(members) {
    const duration = members.text('duration');
    return (world) => world.advance(duration);
  },
  SET_TIME(members) {
    const time = members.text('time');
    return (world) => world.advanceTo(time);
  },
  RESOLVE_INCIDENT(members) {
    const selector = members.object('incidentSelector');
    const element = selector.textOr('elementId', undefined);
    const key = selector.textOr('processDefinitionId', undefined);
    selector.end();
    return async (world) => {
      const instances = key === undefined ? world.instances() : world.instances(key);
      const fits = instances.filter(({ incidents }) => incidents.some((one) => element === undefined || one.element === element));
      const instance = fits[0] ?? instances[0];
      if (instance === undefined) throw new Error('no instance has started');
      await instance.retry(element);
    };
  },
  UPDATE_VARIABLES(members) {
    const find = readInstance(members);
    const variables = members.values('variables');
    const selector = members.objectOr('elementSelector');
    const element = selector === undefined ? undefined : readElement(selector);
    return async (world) => {
      const instance = find(world);
      await instance.setVariables(variables, element === undefined ? {} : { element: element(instance) });
    };
  },
};

/** Messages are not buffered: both kinds behave the same. */
function readMessage(members: TestMembers): TestStep {
  const name = members.text('name');
  const key = members.textOr('correlationKey', '');
  const variables = members.values('variables');
  members.ignore('timeToLive', 'messageId');
  return async (world) => void (await world.message(name, { key, variables }));
}
