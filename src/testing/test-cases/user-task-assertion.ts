import { AssertionError } from 'node:assert';
import type { TestInstance, UserTaskRecord } from '../test-instance.ts';
import type { TestStep } from './actions.ts';
import { type TestMembers, UnreadableTest } from './members.ts';
import { allInstances, readUserTask } from './selectors.ts';

const STATES = ['IS_CREATED', 'IS_COMPLETED', 'IS_CANCELED', 'IS_FAILED'] as const;
const IS = { IS_CREATED: 'active', IS_COMPLETED: 'completed', IS_CANCELED: 'cancelled', IS_FAILED: 'failed' } as const;

/** Assertions on a user task, open or not: the newest one that the selector matches. */
export function assertUserTask(members: TestMembers): TestStep {
  const selector = readUserTask(members);
  const state = members.oneOfOr('state', STATES);
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
    if (state !== undefined && task.state !== IS[state]) fail(instance, task, `is ${task.state}, not ${IS[state]}`);
    for (const [name, value] of Object.entries(expected)) {
      const actual = factsOf(task)[name];
      if (value !== undefined && actual !== value) fail(instance, task, `has ${name} ${shown(actual)}, not ${shown(value)}`);
    }
    if (groups !== undefined && [...task.candidateGroups].sort().join('\0') !== [...groups].sort().join('\0'))
      fail(instance, task, `has candidateGroups ${shown(task.candidateGroups)}, not ${shown(groups)}`);
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

function fail({ key }: TestInstance, { element }: UserTaskRecord, text: string): never {
  throw new AssertionError({ message: `user task '${element}' of '${key}' ${text}` });
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'none';
}
