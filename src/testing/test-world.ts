import { Machine, type MachineSettings, Refused } from '../memory/machine.ts';
import type { KeptTask } from '../memory/memory-tables.ts';
import { type DueThing, dueNext, dueText } from '../memory/waiting.ts';
import type { CommandKind, CommandOf, CommandResults } from '../messages/commands.ts';
import { isTaskFailure } from '../plugins/plugin.ts';
import type {
  DecisionRecord,
  DecisionStub,
  ExpectedDecision,
  Instance,
  JsonValue,
  ProcessStub,
  StubbedTask,
  TaskStub,
  TextFile,
  Values,
  World,
} from './api.ts';
import type { CoverageCount } from './coverage.ts';
import { decided, decisionsIn, holdDecisions, makeOne, type WorldFiles } from './decisions.ts';
import { CannotBeDone, meant, namesOf, refusalText } from './refusals.ts';
import { decisionsText, type Stubs, stubProcessText } from './stubs.ts';
import { type InstanceWorld, TestInstance } from './test-instance.ts';
import { timeAfter, timeOf, valuesOf } from './values.ts';

/** `patience`: maximum of follow-ups and stubs after one command, and of due times in one advance of the clock. */
export interface WorldParts {
  readonly files: WorldFiles;
  readonly now: number;
  readonly settings: MachineSettings;
  readonly stubs: Stubs;
  readonly coverage: CoverageCount | undefined;
  readonly patience: number;
}

/** File with stubbed decisions. */
const STUBS_FILE = 'stubbed-decisions.dmn';

/** Runs after every command until all instances wait or have ended. */
export class TestWorld implements World, InstanceWorld {
  warnings: readonly string[] = [];
  decisions: readonly DecisionRecord[] = [];
  private readonly parts: WorldParts;
  private machine: Machine;
  private readonly shown = new Map<string, TestInstance>();
  private isBusy = false;

  constructor(parts: WorldParts) {
    this.parts = parts;
    this.machine = this.machineAt(parts.now);
  }

  get now(): Date {
    return new Date(this.machine.now);
  }

  get tables(): Machine['tables'] {
    return this.machine.tables;
  }

  /** Deploys also the stubbed decisions that the files do not contain. @throws CannotBeDone if a file is rejected */
  async deploy(): Promise<void> {
    const { files, stubs } = this.parts;
    const [first, ...others] = files.models;
    if (first === undefined) {
      if (!holdDecisions(files)) throw new CannotBeDone('no model is among the files; their names end in .bpmn or .dmn');
      decisionsIn(files);
      return;
    }
    const missing = stubs.decisionIds.filter(
      (id) => !files.beside.some(({ name, text }) => /\.dmn$/i.test(name) && text.includes(`"${id}"`)),
    );
    const beside = missing.length === 0 ? files.beside : [...files.beside, { name: STUBS_FILE, text: decisionsText(missing) }];
    const asSent = ({ name, text: content }: TextFile) => ({ name, content });
    try {
      const { warnings } = await this.machine.send<'DeployDefinition'>({
        kind: 'DeployDefinition',
        bpmnXml: first.text,
        ...(others.length > 0 && { resources: others.map(asSent) }),
        ...(beside.length > 0 && { scripts: beside.map(asSent) }),
      });
      this.warnings = warnings;
    } catch (error) {
      throw error instanceof Refused ? new CannotBeDone(this.deployText(error)) : error;
    }
    for (const { definitionId, bpmnXml } of this.tables.definitions.values()) {
      const file = files.models.find(({ text }) => text === bpmnXml)?.name ?? '';
      this.parts.coverage?.know(await this.machine.modelOf(definitionId), file, bpmnXml);
    }
  }

  async stubTask(type: string, stub: TaskStub): Promise<void> {
    await this.alone(async () => {
      this.parts.stubs.setTask(type, stub);
      await this.comeToRest();
    });
  }

  async stubDecision(id: string, stub: DecisionStub): Promise<void> {
    if (this.tables.instances.size > 0)
      throw new CannotBeDone(`decision '${id}' is stubbed too late: stub it before the first instance starts`);
    this.parts.stubs.setDecision(id, stub);
    // while no such decision is deployed, its task does something else
    this.machine = this.machineAt(this.machine.now);
    await this.deploy();
  }

  async stubProcess(key: string, stub: ProcessStub): Promise<void> {
    this.parts.stubs.setProcess(key, await this.machine.read(stubProcessText(key), key), stub);
  }

  async start(
    key: string,
    variables: Values = {},
    { businessId = null, by }: { businessId?: string | null; by?: string } = {},
  ): Promise<Instance> {
    const instanceId = this.machine.nextId();
    await this.act(
      {
        kind: 'StartInstance',
        key,
        instanceId,
        businessId,
        variables: valuesOf(variables),
        ...(by !== undefined && { actor: by }),
      },
      () => {
        const known = [...this.tables.processes.keys()];
        return known.includes(key)
          ? undefined
          : `no process '${key}' is among the files${meant(key, known)}; there is ${namesOf(known)}`;
      },
    );
    return this.shownInstance(instanceId);
  }

  async message(
    name: string,
    { key = '', variables = {}, businessId }: Parameters<World['message']>[1] = {},
  ): Promise<readonly Instance[]> {
    const body = {
      kind: 'DeliverMessage',
      name,
      correlationKey: key,
      variables: valuesOf(variables),
      businessId: businessId ?? null,
    } as const;
    const { instanceIds } = await this.act<'DeliverMessage'>(body, () =>
      this.notWaitedFor('message', `message '${name}'${key === '' ? ' without a key' : ` with key '${key}'`}`),
    );
    return instanceIds.map((id) => this.shownInstance(id));
  }

  async signal(name: string, variables: Values = {}): Promise<readonly Instance[]> {
    const body = { kind: 'BroadcastSignal', name, variables: valuesOf(variables), exceptInstanceId: null } as const;
    const { instanceIds } = await this.act<'BroadcastSignal'>(body, () => this.notWaitedFor('signal', `signal '${name}'`));
    return instanceIds.map((id) => this.shownInstance(id));
  }

  async evaluateConditions(variables: Values, { key }: { key?: string } = {}): Promise<readonly Instance[]> {
    const body = { kind: 'EvaluateConditions', key: key ?? null, variables: valuesOf(variables) } as const;
    const { startedInstanceIds, errors } = await this.act<'EvaluateConditions'>(body);
    if (errors.length > 0) throw new CannotBeDone(`conditions cannot be evaluated: ${errors.join('; ')}`);
    return startedInstanceIds.map((id) => this.shownInstance(id));
  }

  async evaluateDecision(id: string, variables: Values = {}): Promise<JsonValue> {
    return this.alone(async () => {
      const { files, stubs } = this.parts;
      let made: readonly DecisionRecord[];
      try {
        made = makeOne(files, stubs, { id, variables: valuesOf(variables), now: this.machine.now });
      } finally {
        this.throwFault();
      }
      this.decisions = [...this.decisions, ...made];
      return made.at(-1)?.value ?? null;
    });
  }

  assertDecision(id: string, expected: ExpectedDecision = {}): void {
    decided('this test', this.decisions, id, expected);
  }

  async advance(duration: string | number): Promise<void> {
    await this.advanceTo(new Date(timeAfter(this.machine.now, duration)));
  }

  async advanceTo(time: Date | string): Promise<void> {
    const until = timeOf(time);
    if (until < this.machine.now)
      throw new CannotBeDone(
        `the clock never goes back: it is ${this.now.toISOString()}, which is after ${new Date(until).toISOString()}`,
      );
    await this.alone(async () => {
      let fired = 0;
      for (let due = this.due; due !== undefined && due.at <= until; due = this.due) {
        fired += 1;
        if (fired > this.parts.patience)
          throw new CannotBeDone(
            `more than ${this.parts.patience} things became due up to ${new Date(due.at).toISOString()}, the last of them ${dueText(due, this.tables)}: advance in smaller steps, or give the world more patience`,
          );
        await this.let(due);
      }
      this.machine.now = until;
    });
  }

  async advanceToNextTimer(): Promise<void> {
    const { due } = this;
    if (due === undefined) throw new CannotBeDone('nothing is due at any time: no timer waits');
    await this.advanceTo(new Date(Math.max(due.at, this.machine.now)));
  }

  instances(key?: string): readonly Instance[] {
    return [...this.tables.instances.values()]
      .filter(({ definitionId, state }) => !definitionId.endsWith(':0:stub') && (key === undefined || state.key === key))
      .map(({ id }) => this.shownInstance(id));
  }

  instance(key: string): Instance {
    const found = this.instances(key);
    const [only] = found;
    if (only === undefined || found.length > 1)
      throw new CannotBeDone(
        found.length === 0
          ? `no instance of '${key}' has started; there is one of ${namesOf(this.instances().map((one) => one.key))}`
          : `${found.length} instances of '${key}' have started: choose one of instances('${key}')`,
      );
    return only;
  }

  /** True if a start event or a wait exists. */
  isWaitedFor(kind: 'message' | 'signal', name: string): boolean {
    const rows = [...this.tables.subscriptions.values(), ...this.tables.startTriggers];
    return rows.some((row) => row.kind === kind && row.name === name);
  }

  shownInstance(id: string): TestInstance {
    const known = this.shown.get(id);
    if (known !== undefined) return known;
    const made = new TestInstance(id, this);
    this.shown.set(id, made);
    return made;
  }

  /** Runs a command with all follow-ups. `words`: text of a rejection; undefined: that of the API. */
  act<K extends CommandKind>(
    body: Omit<CommandOf<K>, 'id'> & { readonly kind: K },
    words?: () => string | undefined,
  ): Promise<CommandResults[K]> {
    return this.alone(async () => {
      let result: CommandResults[K];
      try {
        result = await this.machine.send<K>(body);
      } catch (error) {
        this.throwFault();
        throw error instanceof Refused ? new CannotBeDone(words?.() ?? refusalText(error.rejection)) : error;
      }
      this.throwFault();
      await this.comeToRest();
      return result;
    });
  }

  private machineAt(now: number): Machine {
    const { settings, stubs, coverage } = this.parts;
    return new Machine(now, settings, stubs, (model, events) => coverage?.count(model, events));
  }

  /** Locks it for manual completion. @returns the number of the attempt */
  lock(task: KeptTask): number {
    task.attempt += 1;
    task.isLocked = true;
    return task.attempt;
  }

  /** Rejects concurrent actions: their order would be undefined. */
  private async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.isBusy) throw new CannotBeDone('an action is under way: await it before the next one');
    this.isBusy = true;
    try {
      return await work();
    } finally {
      this.isBusy = false;
    }
  }

  /** Runs follow-ups and stubs until nothing is left. */
  private async comeToRest(): Promise<void> {
    for (let done = 0; ; done += 1) {
      const followUp = this.machine.nextFollowUp;
      const task = followUp === undefined ? this.nextStubbed() : undefined;
      if (followUp === undefined && task === undefined) return;
      if (done >= this.parts.patience) throw new CannotBeDone(this.restlessText(task));
      if (followUp !== undefined) await this.machine.runFollowUp(followUp);
      else if (task !== undefined) await this.runStub(task);
      this.throwFault();
    }
  }

  private restlessText(task: KeptTask | undefined): string {
    const what =
      task === undefined
        ? `a command for ${namesOf([...this.tables.instances.values()].slice(-3).map(({ state }) => state.key))}`
        : `custom task '${task.taskType}' of element '${task.activityId}' in process '${task.processKey}'`;
    return `the world does not come to rest: after ${this.parts.patience} steps the next one is ${what}. A loop without an end?`;
  }

  private nextStubbed(): KeptTask | undefined {
    for (const task of this.tables.customTasks.values()) {
      if (task.isLocked || task.isHeld || task.availableAt > this.machine.now) continue;
      if (this.parts.stubs.taskOf(task.typeKey) !== undefined) return task;
    }
    return undefined;
  }

  private async runStub(task: KeptTask): Promise<void> {
    const { instanceId, taskId, taskType, processKey, activityId: element, businessId, input } = task;
    const attempt = this.lock(task);
    const given: StubbedTask = {
      type: taskType,
      element,
      processKey,
      instanceId,
      businessId,
      attempt,
      input: structuredClone({ ...input }) as Values,
    };
    const stub = this.parts.stubs.taskOf(task.typeKey);
    const result = async () => (typeof stub === 'function' ? ((await stub(given)) ?? {}) : (stub ?? {}));
    let values: Values;
    try {
      values = valuesOf(await result());
    } catch (error) {
      if (!isTaskFailure(error)) {
        task.isLocked = false;
        task.attempt -= 1;
        throw new CannotBeDone(`the stub of task type '${taskType}' (element '${element}') has thrown: ${textOfError(error)}`, {
          cause: error,
        });
      }
      const { code, message, isRetryable, retryAfterMs = null } = error;
      await this.machine.send({ kind: 'FailCustomTask', instanceId, taskId, attempt, code, message, isRetryable, retryAfterMs });
      return;
    }
    await this.machine.send({ kind: 'CompleteCustomTask', instanceId, taskId, attempt, result: values });
  }

  private get due(): DueThing | undefined {
    return dueNext(this.tables, (typeKey) => this.parts.stubs.taskOf(typeKey) !== undefined);
  }

  private async let(due: DueThing): Promise<void> {
    this.machine.now = Math.max(this.machine.now, due.at);
    if (due.kind === 'timer') await this.machine.fireTimer(due.timer);
    else if (due.kind === 'start') await this.machine.fireStart(due.trigger);
    this.throwFault();
    await this.comeToRest();
  }

  private notWaitedFor(kind: 'message' | 'signal', what: string): string {
    const waiting = [...this.tables.subscriptions.values()]
      .filter((row) => row.kind === kind)
      .map(({ name, key }) => (key === '' ? `'${name}'` : `'${name}' with key '${key}'`));
    const starting = this.tables.startTriggers
      .filter((row) => row.kind === kind)
      .map(({ name, key }) => `'${name}' (starts '${key}')`);
    const all = [...new Set([...waiting, ...starting])];
    return `no instance waits for ${what}; waited for: ${all.length === 0 ? 'none' : all.join(', ')}`;
  }

  private deployText({ rejection }: Refused): string {
    if (rejection.code !== 'INVALID_BPMN') return refusalText(rejection);
    const { diagnostic } = rejection;
    const names = [...this.parts.files.models, ...this.parts.files.beside].map(({ name }) => name);
    const isNamed = names.some((name) => diagnostic.startsWith(`${name}: `));
    return isNamed ? diagnostic : `${names[0]}: ${diagnostic}`;
  }

  /** Thrown by a decision stub; ends the test. */
  private throwFault(): void {
    const { fault } = this.parts.stubs;
    if (fault === undefined) return;
    this.parts.stubs.fault = undefined;
    throw new CannotBeDone(`${fault.what} has thrown: ${textOfError(fault.error)}`, { cause: fault.error });
  }
}

function textOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
