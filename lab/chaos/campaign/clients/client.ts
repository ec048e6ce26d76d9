import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpAnswer } from '../../../../test/support/http/http-client.ts';
import type { ClientLog, Deed } from '../client-log.ts';
import { LARGE_KEY, PLAIN, TASK_TYPE } from '../models.ts';
import { ask, insist, type Service } from './ask.ts';

const USER = { UserId: 'ann' };
const THINKING_MS = 120;
/** Clients that do not repeat unanswered requests. */
const CARELESS = 0.15;
const MOST_REMEMBERED = 50;
const LONG_LIST = Array.from({ length: 600 }, (_, n) => `item number ${n} of a long list`);
const PLACES = Array.from({ length: 12 }, (_, n) => `place ${n}`);

/** Parts that a client uses. */
export interface ClientTools {
  readonly service: Service;
  readonly log: ClientLog;
  readonly random: () => number;
}

/** Clients who do what users of such a service do, each one thing after the other. */
export class Client {
  readonly #tools: ClientTools;
  /** instances that it may come back to, to cancel them */
  readonly #known: string[] = [];

  constructor(tools: ClientTools) {
    this.#tools = tools;
  }

  async live(): Promise<void> {
    const { service, random } = this.#tools;
    while (!service.isOver()) {
      await this.#act(random());
      await pause(random() * 2 * THINKING_MS);
    }
  }

  #act(chosen: number): Promise<void> {
    if (chosen < 0.3) return this.#start('plain');
    if (chosen < 0.4) return this.#start('waits');
    if (chosen < 0.45) return this.#start('parent');
    if (chosen < 0.5) return this.#start('tells');
    if (chosen < 0.57) return this.#start('serves');
    if (chosen < 0.62) return this.#start('hears');
    if (chosen < 0.64) return this.#start('listens');
    if (chosen < 0.7) return this.#start('approve');
    if (chosen < 0.72) return this.#start(LARGE_KEY);
    if (chosen < 0.8) return this.#workOnTask();
    if (chosen < 0.86) return this.#serve();
    if (chosen < 0.92) return this.#tell('hello', '');
    if (chosen < 0.96) return this.#tell('news', this.#pick(PLACES));
    if (chosen < 0.98) return this.#signal(this.#pick(['go', 'stop']));
    return this.#rare();
  }

  async #start(key: string): Promise<void> {
    const deed = this.#deed('start');
    const more = key === LARGE_KEY ? { list: LONG_LIST } : { place: this.#pick(PLACES) };
    const body = { WorkflowId: key, BusinessId: deed.marker, Variables: { marker: deed.marker, ...more } };
    const answer = await this.#write('/Execution/start', body);
    if (answer?.status !== 200) return this.#unexpected(answer, 'start', []);
    deed.instances = [answer.json.WorkflowInstanceId];
    if (this.#tools.random() < 0.1) this.#remember(answer.json.WorkflowInstanceId);
  }

  async #tell(name: string, key: string): Promise<void> {
    const deed = this.#deed('message');
    const body = { MessageName: name, CorrelationKey: key, Variables: { marker: deed.marker } };
    const answer = await this.#write('/Execution/message', body);
    if (answer?.status === 200) deed.instances = answer.json.WorkflowInstanceIds;
    else if (answer?.status === 404) deed.instances = [];
    else this.#unexpected(answer, 'message', [404]);
  }

  async #signal(name: string): Promise<void> {
    const deed = this.#deed('signal');
    const answer = await this.#write('/Execution/signal', { SignalName: name, Variables: { marker: deed.marker } });
    if (answer?.status === 200) deed.instances = answer.json.WorkflowInstanceIds;
    else if (answer?.status === 404) deed.instances = [];
    else this.#unexpected(answer, 'signal', []);
  }

  /** Claims and completes one of the open tasks; another client may do the same. */
  async #workOnTask(): Promise<void> {
    const listed = await ask(this.#tools.service, `/UserTasks?pageSize=30&sorts=${this.#pick(['CreatedAt', '-CreatedAt'])}`);
    if (listed?.status !== 200 || listed.json.data.length === 0) return;
    const { activityInstanceId: task, workflowInstanceId } = this.#pick(listed.json.data) as Readonly<Record<string, string>>;
    const claimed = await this.#write(`/UserTasks/${task}/claim`, USER);
    if (claimed?.status !== 200) return this.#unexpected(claimed, 'claim', [404]);
    const deed = this.#deed('complete');
    const answer = await this.#write(`/UserTasks/${task}/complete`, { ...USER, Variables: { by: deed.marker } });
    if (answer?.status === 200) deed.instances = [workflowInstanceId as string];
    else if (answer?.status === 404) deed.instances = [];
    else this.#unexpected(answer, 'complete', []);
  }

  /** Works on custom tasks as a remote worker, and sometimes forgets a locked task. */
  async #serve(): Promise<void> {
    const body = { WorkerId: 'remote', MaxTasks: 8, LockSeconds: 5 };
    const answer = await this.#write(`/custom-tasks/${TASK_TYPE}/fetch-and-lock`, body);
    if (answer?.status !== 200) return this.#unexpected(answer, 'fetch-and-lock', []);
    for (const { activityInstanceId, workflowInstanceId, lockToken } of answer.json.tasks) {
      if (this.#tools.random() < 0.05) continue;
      const deed = this.#deed('work');
      const done = await this.#write(`/custom-tasks/${activityInstanceId}/complete`, {
        LockToken: lockToken,
        Variables: { done: deed.marker },
      });
      if (done?.status === 200) deed.instances = [workflowInstanceId];
      else if (done?.status === 409) deed.instances = [];
      else this.#unexpected(done, 'work', [409]);
    }
  }

  /** Rare actions: cancellations, new versions. */
  async #rare(): Promise<void> {
    const { log, random } = this.#tools;
    if (random() < 0.3) {
      const answer = await this.#write('/Definitions/deploy', { BpmnXml: PLAIN });
      if (answer?.status !== 200) return this.#unexpected(answer, 'deploy', []);
      log.deployed.push(JSON.stringify(answer.json));
      return;
    }
    const instance = this.#known.shift();
    if (instance === undefined) return;
    const answer = await this.#write(`/Instances/${instance}/cancel`, { Reason: 'enough' });
    if (answer?.status === 200) log.cancelled.add(instance);
    else this.#unexpected(answer, 'cancel', []);
  }

  async #write(path: string, body: unknown): Promise<HttpAnswer | undefined> {
    const { service, log, random } = this.#tools;
    const sentAt = performance.now();
    const answer = random() < CARELESS ? await ask(service, path, body) : await insist(service, path, body, randomUUID());
    if (answer?.status === 200) log.answered(sentAt);
    return answer;
  }

  /** Reports an answer that is neither a success nor a known error. */
  #unexpected(answer: HttpAnswer | undefined, what: string, expected: readonly number[]): void {
    if (answer === undefined || answer.status === 503 || expected.includes(answer.status)) return;
    this.#tools.log.wrongAnswers.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  #deed(what: Deed['what']): Deed {
    const deed: Deed = { marker: `m-${randomUUID()}`, what, instances: undefined };
    this.#tools.log.deeds.push(deed);
    return deed;
  }

  #remember(instance: string): void {
    if (this.#known.length < MOST_REMEMBERED) this.#known.push(instance);
  }

  #pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#tools.random() * of.length)] as T;
  }
}
