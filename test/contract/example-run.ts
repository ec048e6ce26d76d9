import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { type Entry, type State, start, stateOf, until } from '../support/http/steps.ts';

/** The text of a file in `examples/`. */
export function exampleText(file: string): string {
  return readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
}

/** One running instance of an example, driven over HTTP as its people, its systems and its clock would. */
export class ExampleRun {
  readonly url: string;
  readonly id: string;

  constructor(url: string, id: string) {
    this.url = url;
    this.id = id;
  }

  /** Starts an instance of the latest version. */
  static async start(url: string, key: string, variables: object = {}): Promise<ExampleRun> {
    return new ExampleRun(url, await start(url, key, { Variables: variables }));
  }

  /** The instance of a process that waits at this element: another instance started it, so its id is not in an answer. */
  static async at(url: string, key: string, elementId: string): Promise<ExampleRun> {
    const found = await until(
      async () => {
        const { items } = expectJson(await get(url, `/Definitions/${key}/instances?pageSize=100&filters=IsCompleted==false`));
        for (const { instanceId } of items as { instanceId: string }[]) {
          if ((await stateOf(url, instanceId)).activeActivityIds.includes(elementId)) return instanceId;
        }
        return undefined;
      },
      (id) => id !== undefined,
    );
    return new ExampleRun(url, found ?? '');
  }

  /** Waits until exactly these elements are active, in any order: a timer has fired, a message has arrived. */
  async waitsAt(...elementIds: readonly string[]): Promise<this> {
    const wanted = [...elementIds].sort().join();
    await until(
      async () => (await stateOf(this.url, this.id)).activeActivityIds,
      (active) => [...active].sort().join() === wanted,
    );
    return this;
  }

  /** Waits until the instance has a root variable of this name: a message has arrived. */
  async knows(name: string): Promise<this> {
    await until(
      async () => (await stateOf(this.url, this.id)).variableStates[0]?.variables ?? {},
      (variables) => Object.hasOwn(variables, name),
    );
    return this;
  }

  /** The system behind a service task finishes its work. */
  async job(elementId: string, variables: object = {}): Promise<this> {
    const body = { WorkflowInstanceId: this.id, ActivityId: elementId, Variables: variables };
    expectEmpty(await post(this.url, '/Execution/complete-activity', body));
    return this;
  }

  /** Claims the oldest user task, as a user who may, of this element and completes it. */
  async person(elementId: string, variables: object = {}): Promise<this> {
    const { taskId, UserId } = await this.claimed(elementId);
    expectEmpty(await post(this.url, `/UserTasks/${taskId}/complete`, { UserId, Variables: variables }));
    return this;
  }

  /** The user task of this element fails with a code. */
  async fails(elementId: string, errorCode: string): Promise<this> {
    const { taskId } = await this.claimed(elementId);
    expectEmpty(await post(this.url, `/UserTasks/${taskId}/fail`, { errorCode, errorMessage: 'not today' }));
    return this;
  }

  /** A message from outside. */
  async message(name: string, key?: string, variables: object = {}): Promise<this> {
    const body = { MessageName: name, ...(key === undefined ? {} : { CorrelationKey: key }), Variables: variables };
    expectJson(await post(this.url, '/Execution/message', body));
    return this;
  }

  /** The instance is completed, not cancelled and not failed, and came to an end at this element. Gives its root variables. */
  async endsAt(endEventId: string): Promise<Readonly<Record<string, unknown>>> {
    const state: State = await until(
      () => stateOf(this.url, this.id),
      ({ isCompleted }) => isCompleted,
    );
    expect([state.isCancelled, state.isFailed, state.activeActivityIds], JSON.stringify(state)).to.deep.equal([false, false, []]);
    expect(state.completedActivityIds).to.include(endEventId);
    return state.variableStates[0]?.variables ?? {};
  }

  /** How often an element was completed or cancelled so far. */
  async timesThrough(elementId: string): Promise<number> {
    const { completedActivityIds } = await stateOf(this.url, this.id);
    return completedActivityIds.filter((id) => id === elementId).length;
  }

  private async claimed(elementId: string): Promise<{ readonly taskId: string; readonly UserId: string }> {
    const { activeActivities } = await stateOf(this.url, this.id);
    // the host of a loop has the id of its iterations
    const isTask = (entry: Entry) => entry.activityId === elementId && entry.activityType === 'UserTask';
    const taskId = activeActivities.find(isTask)?.activityInstanceId;
    expect(taskId, `${elementId} is waiting, not ${activeActivities.map(({ activityId }) => activityId)}`).to.be.a('string');
    const { assignee, candidateUsers, candidateGroups } = expectJson(await get(this.url, `/UserTasks/${taskId}`));
    const UserId = assignee ?? candidateUsers[0] ?? 'somebody';
    expectEmpty(await post(this.url, `/UserTasks/${taskId}/claim`, { UserId, UserGroups: candidateGroups }));
    return { taskId: taskId ?? '', UserId };
  }
}
