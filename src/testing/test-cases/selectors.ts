import type { KeptTask } from '../../memory/memory-tables.ts';
import type { OpenUserTask } from '../api.ts';
import { CannotBeDone, namesOf } from '../refusals.ts';
import type { TestInstance } from '../test-instance.ts';
import type { TestWorld } from '../test-world.ts';
import { type TestMembers, UnreadableTest } from './members.ts';

/** Finds it when the instruction runs. */
export type Find<Found> = (world: TestWorld) => Found;

/** `processInstanceSelector`: the first instance of the process. Throws CannotBeDone if none has started. */
export function readInstance(members: TestMembers): Find<TestInstance> {
  const selector = members.object('processInstanceSelector');
  const key = selector.text('processDefinitionId');
  selector.end();
  return (world) => {
    const [first] = world.instances(key);
    if (first === undefined)
      throw new CannotBeDone(
        `no instance of '${key}' has started; there is one of ${namesOf(world.instances().map((one) => one.key))}`,
      );
    return first as TestInstance;
  };
}

/** Named by id or name. Throws CannotBeDone if the process has no such element. */
export type FindElement = (instance: TestInstance) => string;

/** The id takes precedence over the name. Throws {@link UnreadableTest} if both are missing. */
export function readElement(selector: TestMembers): FindElement {
  const id = selector.textOr('elementId', undefined);
  const name = selector.textOr('elementName', undefined);
  selector.end();
  if (id === undefined && name === undefined)
    throw new UnreadableTest(`${selector.place}: 'elementId' or 'elementName' is missing`);
  return (instance) => {
    const element = id ?? instance.elementNamed(name ?? '');
    instance.knownElement(element);
    return element;
  };
}

export interface FoundUserTask {
  readonly instance: TestInstance;
  readonly task: OpenUserTask;
}

/** `text`: its members, for error messages. */
export interface UserTaskSelector {
  readonly text: string;
  fits(instance: TestInstance, task: { readonly element: string; readonly name: string | null }): boolean;
}

/** `userTaskSelector`. Throws {@link UnreadableTest} if it selects nothing. */
export function readUserTask(members: TestMembers): UserTaskSelector {
  const selector = members.object('userTaskSelector');
  const element = selector.textOr('elementId', undefined);
  const name = selector.textOr('taskName', undefined);
  const key = selector.textOr('processDefinitionId', undefined);
  selector.end();
  if ([element, name, key].every((one) => one === undefined))
    throw new UnreadableTest(`${selector.place}: 'elementId', 'taskName' or 'processDefinitionId' is missing`);
  return {
    text: wordsOf({ element, name, process: key }),
    fits: (instance, task) =>
      (element === undefined || task.element === element) &&
      (name === undefined || task.name === name) &&
      (key === undefined || instance.key === key),
  };
}

/** The first one that the selector fits. */
export function openUserTask(world: TestWorld, selector: UserTaskSelector): FoundUserTask {
  const open = allInstances(world).flatMap((instance) => instance.userTasks.map((task) => ({ instance, task })));
  const found = open.find(({ instance, task }) => selector.fits(instance, task));
  if (found === undefined)
    throw new CannotBeDone(`no user task with ${selector.text} is open; open: ${namesOf(open.map(({ task }) => task.element))}`);
  return found;
}

/** `jobSelector`: the first waiting custom task that it fits. Throws CannotBeDone if no task fits. */
export function readJob(members: TestMembers): Find<{ readonly instance: TestInstance; readonly task: KeptTask }> {
  const selector = members.object('jobSelector');
  const type = selector.textOr('jobType', undefined);
  const element = selector.textOr('elementId', undefined);
  const key = selector.textOr('processDefinitionId', undefined);
  selector.end();
  if ([type, element, key].every((one) => one === undefined))
    throw new UnreadableTest(`${selector.place}: 'jobType', 'elementId' or 'processDefinitionId' is missing`);
  return (world) => {
    const open = [...world.tables.customTasks.values()].filter(({ isLocked }) => !isLocked);
    const task = open.find(
      (one) =>
        (type === undefined || one.taskType === type) &&
        (element === undefined || one.activityId === element) &&
        (key === undefined || one.processKey === key),
    );
    if (task === undefined)
      throw new CannotBeDone(
        `no job with ${wordsOf({ type, element, process: key })} waits; there is ${namesOf(open.map(({ activityId, taskType }) => `${activityId} (${taskType})`))}`,
      );
    return { instance: world.shownInstance(task.instanceId), task };
  };
}

export function allInstances(world: TestWorld): TestInstance[] {
  return world.instances() as TestInstance[];
}

function wordsOf(given: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} '${value}'`)
    .join(' and ');
}
