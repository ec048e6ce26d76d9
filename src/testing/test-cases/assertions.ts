import { AssertionError } from 'node:assert';
import type { Visit } from '../api.ts';
import { decided, decisionAmong, rulesText } from '../decisions.ts';
import { namesOf } from '../refusals.ts';
import type { TestInstance, UserTaskRecord } from '../test-instance.ts';
import type { ReadStep, TestStep } from './actions.ts';
import { type TestMembers, UnreadableTest } from './members.ts';
import { allInstances, type FindElement, readElement, readInstance, readUserTask } from './selectors.ts';

/** The last decision that the selector matches: of a task, or of the test itself. */
export function assertDecision(members: TestMembers): TestStep {
  const selector = members.object('decisionSelector');
  const id = selector.textOr('decisionDefinitionId', undefined);
  const name = selector.textOr('decisionDefinitionName', undefined);
  selector.end();
  const wanted = id ?? name;
  if (wanted === undefined)
    throw new UnreadableTest(`${selector.place}: 'decisionDefinitionId' or 'decisionDefinitionName' is missing`);
  const value = members.value('output');
  const matched = members.counts('matchedRules');
  const notMatched = members.counts('notMatchedRules');
  const isNone = members.flagOr('noMatchedRules', false);
  return (world) => {
    const made = [...allInstances(world).flatMap(({ decisions }) => decisions), ...world.decisions];
    const fitting = made.filter((one) => (id === undefined || one.id === id) && (name === undefined || one.name === name));
    const { rules } = decisionAmong('this test', id !== undefined && name !== undefined ? fitting : made, wanted);
    decided('this test', fitting, wanted, { ...(value !== undefined && { value }), ...(isNone && { rules: [] }) });
    const missing = matched.filter((rule) => !rules.includes(rule));
    if (missing.length > 0) failDecision(wanted, `matched ${rulesText(rules)}, not ${rulesText(missing)}`);
    const found = notMatched.filter((rule) => rules.includes(rule));
    if (found.length > 0) failDecision(wanted, `matched ${rulesText(found)}`);
  };
}

function failDecision(decision: string, text: string): never {
  throw new AssertionError({ message: `decision '${decision}' ${text}` });
}

const TASK_STATES = ['IS_CREATED', 'IS_COMPLETED', 'IS_CANCELED', 'IS_FAILED'] as const;
const TASK_STATE = { IS_CREATED: 'active', IS_COMPLETED: 'completed', IS_CANCELED: 'cancelled', IS_FAILED: 'failed' } as const;

/** Open or not: the newest one that the selector matches. */
function assertUserTask(members: TestMembers): TestStep {
  const selector = readUserTask(members);
  const state = members.oneOfOr('state', TASK_STATES);
  const expected: Readonly<Record<string, unknown>> = {
    assignee: members.textOr('assignee', undefined),
    elementId: members.textOr('elementId', undefined),
    name: members.textOr('name', undefined),
    priority: members.number('priority'),
    dueDate: timeOr(members, 'dueDate'),
    followUpDate: timeOr(members, 'followUpDate'),
  };
  const groups = members.textsOr('candidateGroups', undefined);
  return (world) => {
    const tasks = allInstances(world).flatMap((instance) => instance.userTaskRecords.map((task) => ({ instance, task })));
    const found = tasks.filter(({ instance, task }) => selector.fits(instance, task));
    const { instance, task } = found.at(-1) ?? none(selector.text, tasks);
    if (state !== undefined && task.state !== TASK_STATE[state])
      failTask(instance, task, `is ${task.state}, not ${TASK_STATE[state]}`);
    for (const [name, value] of Object.entries(expected)) {
      const actual = factsOf(task)[name];
      if (value !== undefined && actual !== value) failTask(instance, task, `has ${name} ${shown(actual)}, not ${shown(value)}`);
    }
    if (groups !== undefined && [...task.candidateGroups].sort().join('\0') !== [...groups].sort().join('\0'))
      failTask(instance, task, `has candidateGroups ${shown(task.candidateGroups)}, not ${shown(groups)}`);
  };
}

function factsOf({ assignee, element, name, plan }: UserTaskRecord): Readonly<Record<string, unknown>> {
  return { assignee, elementId: element, name, priority: plan.priority, dueDate: plan.dueAt, followUpDate: plan.followUpAt };
}

function timeOr(members: TestMembers, name: string): number | undefined {
  const text = members.textOr(name, undefined);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UnreadableTest(`${members.place}: ${name} '${text}' is not a point in time`);
  return time;
}

function none(text: string, tasks: readonly { readonly task: UserTaskRecord }[]): never {
  const all = [...new Set(tasks.map(({ task }) => `'${task.element}'`))];
  throw new AssertionError({ message: `no user task with ${text} was created; there was ${all.join(', ') || 'none'}` });
}

function failTask({ key }: TestInstance, { element }: UserTaskRecord, text: string): never {
  throw new AssertionError({ message: `user task '${element}' of '${key}' ${text}` });
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'none';
}

const STATES = ['IS_ACTIVE', 'IS_COMPLETED', 'IS_TERMINATED'] as const;
type State = (typeof STATES)[number];

const IS: Readonly<Record<State, (visit: Visit) => boolean>> = {
  IS_ACTIVE: ({ state }) => state === 'active',
  IS_COMPLETED: ({ state }) => state === 'completed',
  // an element whose error was caught is terminated
  IS_TERMINATED: ({ state }) => state === 'cancelled' || state === 'failed',
};

/** Assertions by type of the instruction. */
export const ASSERTIONS: Readonly<Record<string, ReadStep>> = {
  ASSERT_PROCESS_INSTANCE(members) {
    const find = readInstance(members);
    const state = members.oneOfOr('state', ['IS_ACTIVE', 'IS_COMPLETED', 'IS_CREATED', 'IS_TERMINATED']);
    const hasIncidents = members.flag('hasActiveIncidents');
    return (world) => {
      const instance = find(world);
      if (state === 'IS_ACTIVE') instance.assertRunning();
      else if (state === 'IS_COMPLETED') instance.assertCompleted();
      else if (state === 'IS_TERMINATED') instance.assertCancelled();
      if (hasIncidents === false) instance.assertNoIncidents();
      if (hasIncidents === true && instance.incidents.length === 0) fail(`has no incident; ${instance.situation}`, instance);
    };
  },
  ASSERT_ELEMENT_INSTANCE(members) {
    const find = readInstance(members);
    const element = readElement(members.object('elementSelector'));
    const state = members.oneOf('state', STATES);
    const amount = members.countOr('amount', 1);
    return (world) => {
      const instance = find(world);
      const id = element(instance);
      const count = instance.visits.filter((visit) => visit.element === id && IS[state](visit)).length;
      if (count !== amount)
        fail(`has ${count} visits to '${id}' that are ${wordOf(state)}, not ${amount}; ${visitsText(instance)}`, instance);
    };
  },
  ASSERT_ELEMENT_INSTANCES(members) {
    const find = readInstance(members);
    const elements = members.objects('elementSelectors').map(readElement);
    const state = members.oneOf('state', [...STATES, ...Object.keys(TOGETHER)]);
    return (world) => {
      const instance = find(world);
      const ids = elements.map((element) => element(instance));
      if (Object.hasOwn(TOGETHER, state)) TOGETHER[state]?.(instance, ids);
      else assertEach(instance, ids, state as State);
    };
  },
  ASSERT_VARIABLES(members) {
    const find = readInstance(members);
    const selector = members.objectOr('elementSelector');
    const element: FindElement | undefined = selector === undefined ? undefined : readElement(selector);
    const names = members.textsOr('variableNames', []);
    const variables = members.values('variables');
    return (world) => {
      const instance = find(world);
      if (element === undefined) instance.assertVariables(variables);
      else instance.assertVariablesAt(element(instance), variables);
      const found = element === undefined ? instance.variables : instance.variablesAt(element(instance));
      const missing = names.filter((name) => !Object.hasOwn(found, name));
      if (missing.length > 0) fail(`has no variables ${namesOf(missing)}; there is ${namesOf(Object.keys(found))}`, instance);
    };
  },
  ASSERT_PROCESS_INSTANCE_MESSAGE_SUBSCRIPTION(members) {
    const find = readInstance(members);
    const selector = members.object('messageSelector');
    const name = selector.text('messageName');
    const key = selector.textOr('correlationKey', undefined);
    selector.end();
    const state = members.oneOf('state', ['IS_WAITING', 'IS_NOT_WAITING', 'IS_CORRELATED']);
    return (world) => {
      const instance = find(world);
      const { waiting, received } = instance.messages;
      const among = (found: typeof waiting) => found.some((one) => one.name === name && (key === undefined || one.key === key));
      const holds = state === 'IS_CORRELATED' ? among(received) : among(waiting) === (state === 'IS_WAITING');
      if (holds) return;
      const words = { IS_WAITING: 'does not wait for', IS_NOT_WAITING: 'waits for', IS_CORRELATED: 'has not received' }[state];
      const what = key === undefined ? `message '${name}'` : `message '${name}' with key '${key}'`;
      fail(`${words} ${what}; ${instance.situation}`, instance);
    };
  },
  ASSERT_USER_TASK: assertUserTask,
  ASSERT_DECISION: assertDecision,
};

const TOGETHER: Readonly<Record<string, (instance: TestInstance, ids: readonly string[]) => void>> = {
  IS_NOT_ACTIVE(instance, ids) {
    const found = instance.visits.filter((visit) => IS.IS_ACTIVE(visit) && ids.includes(visit.element));
    if (found.length > 0) fail(`is active at ${namesOf(found.map(({ element }) => element))}; ${instance.situation}`, instance);
  },
  IS_NOT_ACTIVATED(instance, ids) {
    const found = instance.visits.filter(({ element }) => ids.includes(element));
    if (found.length > 0) fail(`has been at ${namesOf(found.map(({ element }) => element))}; ${visitsText(instance)}`, instance);
  },
  IS_ACTIVE_EXACTLY(instance, ids) {
    assertEach(instance, ids, 'IS_ACTIVE');
    const others = instance.visits.filter(
      (visit) => IS.IS_ACTIVE(visit) && !ids.includes(visit.element) && !instance.isContainer(visit.element),
    );
    if (others.length > 0)
      fail(`is active at ${namesOf(others.map(({ element }) => element))} too; ${instance.situation}`, instance);
  },
  IS_COMPLETED_IN_ORDER: (instance, ids) => void instance.assertPassedInOrder(...ids),
};

function assertEach(instance: TestInstance, ids: readonly string[], state: State): void {
  const missing = ids.filter((id) => !instance.visits.some((visit) => visit.element === id && IS[state](visit)));
  if (missing.length > 0) fail(`has no visit that is ${wordOf(state)} to ${namesOf(missing)}; ${visitsText(instance)}`, instance);
}

function wordOf(state: State): string {
  return state.slice('IS_'.length).toLowerCase();
}

function visitsText({ visits, situation }: TestInstance): string {
  return `visits: ${visits.map(({ element, state }) => `${element} (${state})`).join(', ') || 'none'}; ${situation}`;
}

function fail(text: string, { key }: TestInstance): never {
  throw new AssertionError({ message: `instance of '${key}' ${text}` });
}
