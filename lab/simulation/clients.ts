import type { Command, CommandBody, Reply } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Cluster, Seen } from './cluster.ts';
import {
  DEPLOYED_LATER,
  ENDING_KEYS,
  HELD_KEYS,
  LARGE_KEY,
  PLACES,
  REPAIRED,
  STARTED_KEYS,
  SWITCHED_KEYS,
  TASK_TYPE,
} from './models.ts';
import { BUSINESS_IDS, Operators } from './operators.ts';
import type { SeenTables } from './shards.ts';
import type { Course } from './simulate.ts';
import { newProcess, type World } from './world.ts';

/** One transmission of a command, and the answer that its client got. Times in ms of the simulated clock. */
export interface Sending {
  readonly command: Command;
  readonly fingerprint: string | undefined;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly seen: Seen;
  /** the reply on record at the moment of the answer; undefined: none */
  readonly onRecord: string | undefined;
}

/** How many clients there are, and how many times each of them does something. */
export interface Load {
  readonly clients: number;
  readonly turns: number;
}

/** Number of attempts of a client without a key. A client with a key repeats until it has an answer. */
const MOST_BLIND_REPEATS = 1;
const THINKING_MS = 160;
const AGAIN_MS = 200;
const LONGEST_HOLD_MS = 500;
/** Longer than any run. Unit: ms. */
const LONG_TIME_MS = 24 * 3_600_000;
const USERS = ['ann', 'bob'] as const;
/** Of a text that an instance carries: with one it may or may not have a large state. Unit: characters. */
const SHORTEST_TEXT = 9000;
const LONGEST_TEXT = 24_000;
const LONG_LIST = Array.from({ length: 150 }, (_, n) => `item ${n}`);

/** The clients of a service. They send random requests, with keys and without, and repeat unanswered ones. */
export class Clients {
  readonly history: Sending[] = [];
  readonly #world: World;
  readonly #cluster: Cluster;
  readonly #tables: SeenTables;
  readonly #process = newProcess('client');
  /** part of the instances that are started next to all others, to be large */
  readonly #ofLarge: number;
  /** probability of a suspension */
  readonly #ofHeld: number;
  /** probability of a batch */
  readonly #ofMany: number;
  /** probability of a deletion or erasure */
  readonly #ofGone: number;
  /** with several databases, probability of a message that is stored, or of an instance that waits for one */
  readonly #ofStored: number;
  readonly #operators: Operators;
  #busy = 0;

  constructor(world: World, cluster: Cluster, tables: SeenTables, { isForgetful, hasBatches }: Course, shards: number) {
    this.#world = world;
    this.#cluster = cluster;
    this.#tables = tables;
    this.#ofLarge = world.chance(0.4) ? 0.7 : 0.1;
    this.#ofHeld = world.chance(0.4) ? 0.25 : 0;
    this.#ofMany = hasBatches ? 0.35 : 0;
    this.#ofGone = isForgetful ? 0.25 : 0;
    this.#ofStored = shards > 1 && world.chance(0.5) ? 0.5 : 0;
    this.#operators = new Operators(world, tables, this.#process, (body, isKeyed) => this.#do(body, isKeyed));
  }

  get isDone(): boolean {
    return this.#busy === 0;
  }

  start({ clients, turns }: Load): void {
    for (let n = 0; n < clients; n += 1) {
      this.#busy += 1;
      this.#live(turns)
        .catch((error) => this.#world.fail(error))
        .finally(() => {
          this.#busy -= 1;
          if (this.#busy === 0) this.#resumeAtLast();
        });
    }
  }

  /** A client that stopped leaves its suspensions. */
  #resumeAtLast(): void {
    this.#busy = 1;
    this.#operators
      .endBatches()
      .then(() => this.#resumeAll())
      .catch((error) => this.#world.fail(error))
      .finally(() => {
        this.#busy = 0;
      });
  }

  async #live(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      await this.#world.pause(this.#process, this.#world.random() * THINKING_MS);
      await this.#act();
    }
  }

  async #act(): Promise<void> {
    const { random } = this.#world;
    const chosen = random();
    if (this.#world.chance(this.#ofLarge / 2)) await this.#workOnTask();
    else if (this.#world.chance(this.#ofHeld)) await this.#hold();
    else if (this.#operators.isNeeded && this.#world.chance(this.#ofMany)) await this.#operators.makeBatch();
    else if (this.#world.chance(this.#ofGone))
      await (this.#world.chance(0.5) ? this.#operators.remove() : this.#operators.erase());
    else if (this.#ofStored > 0 && this.#world.chance(this.#ofStored)) await this.#store();
    else if (chosen < 0.42) await this.#start();
    else if (chosen < 0.62) await this.#workOnTask();
    else if (chosen < 0.74) await this.#tell();
    else if (chosen < 0.8) await this.#do({ kind: 'BroadcastSignal', name: 'go', variables: {}, exceptInstanceId: null });
    else if (chosen < 0.93) await this.#serve();
    else if (chosen < 0.95) await (this.#world.chance(0.5) ? this.#cancel() : this.#repair());
    else if (chosen < 0.97) await this.#do({ kind: 'DeployDefinition', bpmnXml: this.#world.pick(DEPLOYED_LATER) });
    else if (chosen < 0.98) await this.#do({ kind: 'EvaluateConditions', key: null, variables: {} });
    else {
      const kind = this.#world.chance(0.4) ? 'DisableProcess' : 'EnableProcess';
      await this.#do({ kind, key: this.#world.pick(SWITCHED_KEYS) });
    }
  }

  async #start(): Promise<void> {
    const key = this.#keyToStart();
    const place = this.#world.pick(PLACES);
    const variables = key === LARGE_KEY ? { place, text: this.#text(), list: LONG_LIST } : { place };
    const businessId = this.#world.chance(this.#ofGone * 2) ? this.#world.pick(BUSINESS_IDS) : null;
    await this.#do(() => ({ kind: 'StartInstance', instanceId: newId(), key, variables, businessId }));
  }

  #keyToStart(): string {
    if (this.#world.chance(this.#ofLarge)) return LARGE_KEY;
    return this.#world.pick(this.#world.chance(this.#ofGone * 2) ? ENDING_KEYS : STARTED_KEYS);
  }

  #text(): string {
    return 'x'.repeat(SHORTEST_TEXT + this.#world.below(LONGEST_TEXT - SHORTEST_TEXT));
  }

  async #tell(): Promise<void> {
    const body = { kind: 'DeliverMessage', variables: { n: 3 }, businessId: null } as const;
    const chosen = this.#world.random();
    if (chosen < 0.2) await this.#do({ ...body, name: 'hello', correlationKey: '' });
    else if (chosen < 0.5) await this.#do({ ...body, name: 'note', correlationKey: '' });
    else {
      const buffering = this.#world.chance(0.5) && { timeToLiveMs: LONG_TIME_MS, messageId: this.#world.pick(USERS) };
      await this.#do({ ...body, name: 'news', correlationKey: this.#world.pick(PLACES), ...buffering });
    }
  }

  /** Sends a message with a time to live, or starts an instance that waits for such messages. */
  async #store(): Promise<void> {
    const place = this.#world.pick(PLACES);
    const variables = { place };
    if (this.#world.chance(0.6))
      await this.#do(() => ({ kind: 'StartInstance', instanceId: newId(), key: 'hears', variables, businessId: null }));
    else {
      const message = { kind: 'DeliverMessage', name: 'news', correlationKey: place, variables, businessId: null } as const;
      await this.#do({ ...message, timeToLiveMs: LONG_TIME_MS });
    }
  }

  /** Claims an open task and completes it; another client may do the same. */
  async #workOnTask(): Promise<void> {
    const open = this.#tables.userTask.committed.filter(({ is_open }) => is_open);
    if (open.length === 0) return;
    const { task_id: taskId } = this.#world.pick(open);
    const userId = this.#world.pick(USERS);
    await this.#do({ kind: 'ClaimUserTask', taskId, userId, userGroups: [] });
    if (this.#world.chance(0.15)) await this.#do({ kind: 'FailUserTask', taskId, errorCode: 'E', errorMessage: '' });
    else {
      const variables = this.#world.chance(0.2) ? { by: userId, text: this.#text() } : { by: userId };
      await this.#do({ kind: 'CompleteUserTask', taskId, userId, variables });
    }
  }

  /** Works on custom tasks, as a remote worker does; now and then it forgets those it has locked. */
  async #serve(): Promise<void> {
    const lock = { kind: 'LockCustomTasks', typeKey: TASK_TYPE, workerId: 'remote', maxTasks: 2, lockSeconds: 2 } as const;
    const reply = await this.#do(lock);
    if (reply?.ok !== true || !('tasks' in reply.result)) return;
    for (const { instanceId, taskId, attempt } of reply.result.tasks) {
      const held = { instanceId, taskId, attempt };
      if (this.#world.chance(0.1)) continue;
      if (this.#world.chance(0.2)) await this.#do({ kind: 'ExtendCustomTaskLock', ...held, lockSeconds: 2 });
      const failure = { code: 'oops', message: '', isRetryable: true, retryAfterMs: null };
      if (this.#world.chance(0.3)) await this.#do({ kind: 'FailCustomTask', ...held, ...failure });
      else await this.#do({ kind: 'CompleteCustomTask', ...held, result: { stamped: attempt } });
    }
  }

  async #cancel(): Promise<void> {
    const running = this.#tables.instance.committed.filter(({ is_terminal }) => !is_terminal);
    if (running.length === 0) return;
    const { id: instanceId } = this.#world.pick(running);
    await this.#do({ kind: 'CancelInstance', instanceId, reason: 'enough' });
  }

  /** Suspends an instance or a key, and resumes it after a while. With an idempotency key: a command that runs after its client stopped would stay suspended. */
  async #hold(): Promise<void> {
    const running = this.#tables.instance.committed.filter(({ is_terminal }) => !is_terminal);
    const key = this.#world.pick(HELD_KEYS);
    if (running.length === 0 || this.#world.chance(0.6)) {
      await this.#do({ kind: 'SuspendProcess', key, reason: 'look' }, true);
      await this.#world.pause(this.#process, this.#world.random() * LONGEST_HOLD_MS);
      await this.#do({ kind: 'ResumeProcess', key }, true);
      return;
    }
    const { id: instanceId } = this.#world.pick(running);
    await this.#do({ kind: 'SuspendInstance', instanceId, by: 'operator', calledInstances: this.#world.chance(0.5) }, true);
    await this.#world.pause(this.#process, this.#world.random() * LONGEST_HOLD_MS);
    await this.#do({ kind: 'ResumeInstance', instanceId, by: 'operator' }, true);
  }

  /** So that the system can come to rest. */
  async #resumeAll(): Promise<void> {
    for (const key of HELD_KEYS) await this.#do({ kind: 'ResumeProcess', key }, true);
    for (const { instance_id: instanceId, suspended_by } of this.#tables.suspension.committed)
      if (suspended_by === 'operator') await this.#do({ kind: 'ResumeInstance', instanceId, by: 'operator' }, true);
  }

  /** An operator moves tokens of an instance or edits its variables. Invalid changes are rejected. */
  async #repair(): Promise<void> {
    const running = this.#tables.instance.committed.filter(({ is_terminal }) => !is_terminal);
    if (running.length === 0) return;
    const { id: instanceId } = this.#world.pick(running);
    if (this.#world.chance(0.4)) {
      await this.#migrate(instanceId);
      return;
    }
    const element = this.#world.pick(REPAIRED);
    const cancel = { kind: 'cancelElement', element } as const;
    const [kind, other] = [
      this.#world.chance(0.5) ? ('startBefore' as const) : ('startAfter' as const),
      this.#world.pick(REPAIRED),
    ];
    const start = { kind, element: this.#world.chance(0.5) ? element : other, scope: null };
    const instructions = this.#world.chance(0.6) ? [cancel, start] : this.#world.chance(0.5) ? [cancel] : [start];
    const isDryRun = this.#world.chance(0.2);
    await this.#do({ kind: 'ModifyInstance', instanceId, instructions, reason: null, isDryRun });
    await this.#do({ kind: 'EditVariables', instanceId, scope: null, variables: { n: 7 }, removed: ['by'] });
  }

  /** Migrates an instance to a version of its process, or to other ids in its own version. Invalid plans are rejected. */
  async #migrate(instanceId: string): Promise<void> {
    const of = this.#tables.instance.committed.find(({ id }) => id === instanceId)?.definition_id;
    const key = this.#tables.definition.committed.find(({ definition_id }) => definition_id === of)?.key;
    const versions = this.#tables.definition.committed.filter((row) => row.key === key);
    if (versions.length === 0) return;
    const { definition_id: definitionId } = this.#world.pick(versions);
    const pair = { from: this.#world.pick(REPAIRED), to: this.#world.pick(REPAIRED) };
    const how = () => (this.#world.chance(0.5) ? ('keep' as const) : ('renew' as const));
    const plan = { pairs: this.#world.chance(0.5) ? [pair] : [], timers: how(), subscriptions: how() };
    await this.#do({ kind: 'MigrateInstance', instanceId, definitionId, plan, isDryRun: this.#world.chance(0.2) });
  }

  /** Sends one action. `body`: created for each attempt, as the API does. @returns the reply; undefined after the last attempt */
  async #do(body: CommandBody | (() => CommandBody), isKeyed = this.#world.chance(0.6)): Promise<Reply | undefined> {
    const make = typeof body === 'function' ? body : () => body;
    let id = newId();
    const fingerprint = isKeyed ? `f-${id}` : undefined;
    for (let attempt = 0; ; attempt += 1) {
      const seen = await this.#send(audited({ ...make(), id } as Command), fingerprint);
      if (seen.kind === 'reply') {
        if (isKeyed && this.#world.chance(0.35)) await this.#send(audited({ ...make(), id } as Command), `${fingerprint}-other`);
        return seen.reply;
      }
      if (!isKeyed && attempt === MOST_BLIND_REPEATS) return undefined;
      if (!isKeyed) id = newId();
      await this.#world.pause(this.#process, this.#world.random() * AGAIN_MS);
    }
  }

  async #send(command: Command, fingerprint: string | undefined): Promise<Seen> {
    const world = this.#world;
    const sentAt = world.now;
    world.say('client', `sends ${command.kind} ${command.id.slice(0, 8)}${fingerprint === undefined ? '' : ', with a key'}`);
    const seen = await this.#cluster.request(command, fingerprint);
    const onRecord = this.#tables.inbox.committed.find(({ command_id }) => command_id === command.id)?.reply;
    this.history.push({ command, fingerprint, sentAt, answeredAt: world.now, seen, onRecord });
    world.say('client', `is answered ${command.kind} ${command.id.slice(0, 8)}: ${answerText(seen)}`);
    return seen;
  }
}

/** Half of the commands are acts that are recorded: those that a dry run is not. */
function audited(command: Command): Command {
  if (/^[0-7]/.test(command.id) || ('isDryRun' in command && command.isDryRun)) return command;
  return { ...command, audit: { act: command.kind, by: 'token', surface: 'api' } };
}

function answerText(seen: Seen): string {
  if (seen.kind !== 'reply') return seen.kind;
  return seen.reply.ok ? `ok ${JSON.stringify(seen.reply.result).slice(0, 80)}` : seen.reply.rejection.code;
}
