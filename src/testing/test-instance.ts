import { type ActivityInstance, type InstanceState, isTerminal } from '../engine/state.ts';
import { readAllVariables } from '../engine/values/variable-scopes.ts';
import type { KeptTask, MemoryTables } from '../memory/memory-tables.ts';
import { factsOf } from '../memory/waiting.ts';
import type { CommandKind, CommandOf, CommandResults } from '../messages/commands.ts';
import type { ModifyInstruction } from '../messages/instance-changes.ts';
import { entityId } from '../platform/ids.ts';
import { waitsOf } from '../waits/waits-of.ts';
import type {
  CompleteOptions,
  DecisionRecord,
  ExpectedDecision,
  Instance,
  OpenIncident,
  OpenUserTask,
  OpenWait,
  TokenMoves,
  Values,
  Visit,
} from './api.ts';
import * as assertions from './assertions.ts';
import { madeByTasks } from './decisions.ts';
import { type History, historyOf, type KeptUserTask } from './history.ts';
import { CannotBeDone, meant, namesOf } from './refusals.ts';
import { valuesOf } from './values.ts';

/** Parts of the test environment that an instance uses. */
export interface InstanceWorld {
  readonly now: Date;
  readonly tables: MemoryTables;
  act<K extends CommandKind>(
    body: Omit<CommandOf<K>, 'id'> & { readonly kind: K },
    words?: () => string | undefined,
  ): Promise<CommandResults[K]>;
  /** a waiting custom task, for manual completion; returns the number of the attempt */
  lock(task: KeptTask): number;
  shownInstance(id: string): Instance;
}

export interface MessageAddress {
  readonly name: string;
  readonly key: string;
}

/** Task, open or not. */
export interface UserTaskRecord extends KeptUserTask {
  readonly name: string | null;
}

/** User of tasks without assignee and candidates. */
const DEFAULT_USER = 'tester';

/** Getters read the current state. */
export class TestInstance implements Instance {
  readonly id: string;
  private readonly world: InstanceWorld;
  private built: { readonly rows: number; readonly history: History } | undefined;

  constructor(id: string, world: InstanceWorld) {
    this.id = id;
    this.world = world;
  }

  get key(): string {
    return this.state.key;
  }

  get businessId(): string | null {
    return this.state.businessId;
  }

  get status(): Instance['status'] {
    const { status } = this.state;
    return status === 'new' ? 'running' : status;
  }

  get variables(): Values {
    const { variables, rootVariables } = this.state;
    return plain(variables.get(rootVariables)?.values ?? {});
  }

  get waits(): readonly OpenWait[] {
    const { state, model } = this.working;
    const facts = factsOf(this.id, this.world.tables, this.world.now);
    return waitsOf(state, model, facts).map(({ element, kind, text, customTask }) => {
      const isUndone = customTask !== undefined && customTask.lockedUntil === null && customTask.availableAt === null;
      const own = `'${element}' waits for work of type '${customTask?.taskType}': stub that with stubTask, or complete the element`;
      return { element: element ?? state.key, kind, text: isUndone ? own : text };
    });
  }

  get userTasks(): readonly OpenUserTask[] {
    const { elements } = this.working.model;
    return [...this.state.entries.values()].flatMap(({ ordinal, element, userTask }) => {
      if (userTask === null || this.world.tables.userTasks.get(entityId(this.id, ordinal))?.isOpen !== true) return [];
      const { assignee, candidateUsers, candidateGroups, claimedBy } = userTask;
      const name = elements.get(element)?.name ?? null;
      return { id: entityId(this.id, ordinal), element, name, assignee, candidateUsers, candidateGroups, claimedBy };
    });
  }

  get incidents(): readonly OpenIncident[] {
    return [...this.state.incidents.values()].map(({ element, code, message }) => ({ element, code, message }));
  }

  get failure(): Instance['failure'] {
    return this.status === 'failed' ? this.history.failure : null;
  }

  get path(): readonly string[] {
    return [...this.history.passed];
  }

  get flows(): readonly string[] {
    return [...this.history.flows];
  }

  get visits(): readonly Visit[] {
    return this.history.visits;
  }

  get children(): readonly Instance[] {
    return [...this.world.tables.instances.values()]
      .filter(({ state: { caller } }) => caller?.instanceId === this.id)
      .map(({ id }) => this.world.shownInstance(id));
  }

  get decisions(): readonly DecisionRecord[] {
    return madeByTasks(this.world.tables.journals.get(this.id) ?? []);
  }

  get userTaskRecords(): readonly UserTaskRecord[] {
    const { elements } = this.working.model;
    return this.history.userTasks.map((task) => ({ ...task, name: elements.get(task.element)?.name ?? null }));
  }

  /** Messages waited for, and received. */
  get messages(): { readonly waiting: readonly MessageAddress[]; readonly received: readonly MessageAddress[] } {
    const waiting = [...this.state.subscriptions.values()].flatMap(({ subject }) => (subject.kind === 'message' ? subject : []));
    return { waiting, received: this.history.received };
  }

  /** @throws CannotBeDone */
  elementNamed(name: string): string {
    const { elements } = this.working.model;
    const found = [...elements.values()].find((element) => element.name === name);
    if (found !== undefined) return found.id;
    const names = [...elements.values()].flatMap((element) => element.name ?? []);
    throw new CannotBeDone(
      `process '${this.key}' has no element with the name '${name}'${meant(name, names)}; it has ${namesOf(names)}`,
    );
  }

  isContainer(element: string): boolean {
    return this.working.model.containers.has(element);
  }

  /** ids of the elements of its model */
  get elements(): readonly string[] {
    return [...this.working.model.elements.keys()];
  }

  variablesAt(element: string): Values {
    const { state } = this;
    const entry = this.entryAt(element, ({ isHost, loop }) => !isHost || loop !== null);
    return plain(readAllVariables(state.variables, entry.variableScope));
  }

  async complete(element: string, variables: Values = {}, { by, groups, index = 0 }: CompleteOptions = {}): Promise<this> {
    const given = valuesOf(variables);
    this.knownElement(element);
    const task = this.userTasks.filter((open) => open.element === element)[index];
    if (task !== undefined) return this.completeUserTask(task, given, by, groups);
    const job = this.customTasksAt(element)[index];
    if (job !== undefined) return this.completeTask(job, given);
    await this.world.act({ kind: 'CompleteActivity', instanceId: this.id, activityId: element, variables: given }, () =>
      this.nothingOpen(element),
    );
    return this;
  }

  async fail(element: string, code: string, message = code, { index = 0 }: Pick<CompleteOptions, 'index'> = {}): Promise<this> {
    this.knownElement(element);
    const task = this.userTasks.filter((open) => open.element === element)[index];
    const job = this.customTasksAt(element)[index];
    if (task !== undefined)
      await this.world.act({ kind: 'FailUserTask', taskId: task.id, errorCode: code, errorMessage: message });
    else if (job !== undefined) await this.failTask(job, code, message);
    else throw new CannotBeDone(this.nothingOpen(element));
    return this;
  }

  async claim(element: string, by: string, groups: readonly string[] = []): Promise<this> {
    const { id: taskId } = this.userTaskAt(element);
    await this.world.act({ kind: 'ClaimUserTask', taskId, userId: by, userGroups: groups });
    return this;
  }

  async setVariables(
    variables: Values,
    { element, removed = [] }: { readonly element?: string; readonly removed?: readonly string[] } = {},
  ): Promise<this> {
    const scope = element === undefined ? null : entityId(this.id, this.entryAt(element, () => true).ordinal);
    await this.world.act({
      kind: 'EditVariables',
      instanceId: this.id,
      scope,
      variables: valuesOf(variables),
      removed,
    });
    return this;
  }

  async retry(element?: string): Promise<this> {
    await this.world.act({ kind: 'RetryIncident', incidentId: this.incidentAt(element) });
    return this;
  }

  async resolve(element: string, variables: Values = {}): Promise<this> {
    const incidentId = this.incidentAt(element);
    await this.world.act({ kind: 'ResolveIncident', incidentId, variables: valuesOf(variables) });
    return this;
  }

  async modify({ cancel = [], startBefore = [], startAfter = [], variables }: TokenMoves): Promise<this> {
    const given = variables === undefined ? {} : { variables: valuesOf(variables) };
    const instructions: ModifyInstruction[] = [
      ...cancel.map((element) => ({ kind: 'cancelElement', element }) as const),
      ...startBefore.map((element) => ({ kind: 'startBefore', element, scope: null, ...given }) as const),
      ...startAfter.map((element) => ({ kind: 'startAfter', element, scope: null, ...given }) as const),
    ];
    await this.world.act({ kind: 'ModifyInstance', instanceId: this.id, instructions, reason: null, isDryRun: false });
    return this;
  }

  async suspend(): Promise<this> {
    await this.world.act({ kind: 'SuspendInstance', instanceId: this.id, by: 'operator', calledInstances: true });
    return this;
  }

  async resume(): Promise<this> {
    await this.world.act({ kind: 'ResumeInstance', instanceId: this.id, by: 'operator' });
    return this;
  }

  async cancel(reason = 'cancelled by a test'): Promise<this> {
    await this.world.act({ kind: 'CancelInstance', instanceId: this.id, reason });
    return this;
  }

  assertPassed = (...elements: readonly string[]): this => this.held(assertions.passed, elements);
  assertPassedInOrder = (...elements: readonly string[]): this => this.held(assertions.passedInOrder, elements);
  assertNotPassed = (...elements: readonly string[]): this => this.held(assertions.notPassed, elements);
  assertPassedTimes = (element: string, times: number): this => this.held(assertions.passedTimes, element, times);
  assertWaitsAt = (...elements: readonly string[]): this => this.held(assertions.waitsAt, elements);
  assertWaitsExactlyAt = (...elements: readonly string[]): this => this.held(assertions.waitsExactlyAt, elements);
  assertVariables = (expected: Values): this => this.held(assertions.variables, expected);
  assertNoVariables = (...names: readonly string[]): this => this.held(assertions.noVariables, names);
  assertRunning = (): this => this.held(assertions.status, 'running');
  assertCompleted = (): this => this.held(assertions.status, 'completed');
  assertCancelled = (): this => this.held(assertions.status, 'cancelled');
  assertFailed = (code?: string): this => this.held(assertions.failed, code);
  assertIncident = (element: string, code?: string): this => this.held(assertions.incident, element, code);
  assertNoIncidents = (): this => this.held(assertions.noIncidents);
  assertDecision = (id: string, expected: ExpectedDecision = {}): this => this.held(assertions.decision, id, expected);

  assertVariablesAt = (element: string, expected: Values): this => this.held(assertions.variablesAt, element, expected);

  /** @throws CannotBeDone if not in the model: an assertion about it would always hold */
  knownElement(element: string): void {
    const { elements } = this;
    if (elements.includes(element)) return;
    throw new CannotBeDone(
      `process '${this.key}' has no element '${element}'${meant(element, elements)}; it has ${namesOf(elements)}`,
    );
  }

  /** Current state, for the end of error messages. */
  get situation(): string {
    const { status, failure } = this;
    const texts = this.waits.map(({ text }) => `\n  ${text}`).join('');
    if (failure !== null) return `the instance has failed: ${failure.code}: ${failure.message}`;
    return isTerminal(this.state)
      ? `the instance is ${status}`
      : `the instance is running:${texts === '' ? ' nothing waits' : texts}`;
  }

  private held<Given extends readonly unknown[]>(
    assertion: (instance: TestInstance, ...given: Given) => void,
    ...given: Given
  ): this {
    assertion(this, ...given);
    return this;
  }

  async completeTask(task: KeptTask, result: Values): Promise<this> {
    const { instanceId, taskId } = task;
    await this.world.act({ kind: 'CompleteCustomTask', instanceId, taskId, attempt: this.world.lock(task), result });
    return this;
  }

  /** Fails it without further attempts. */
  async failTask(task: KeptTask, code: string, message: string): Promise<this> {
    const { instanceId, taskId } = task;
    const failure = { code, message, isRetryable: false, retryAfterMs: null };
    await this.world.act({ kind: 'FailCustomTask', instanceId, taskId, attempt: this.world.lock(task), ...failure });
    return this;
  }

  async completeUserTask(task: OpenUserTask, variables: Values, by?: string, groups?: readonly string[]): Promise<this> {
    const { id: taskId, claimedBy, assignee, candidateUsers, candidateGroups } = task;
    const userId = by ?? claimedBy ?? assignee ?? candidateUsers[0] ?? DEFAULT_USER;
    const userGroups = groups ?? (by === undefined ? candidateGroups : []);
    if (claimedBy !== userId) await this.world.act({ kind: 'ClaimUserTask', taskId, userId, userGroups });
    await this.world.act({ kind: 'CompleteUserTask', taskId, userId, variables });
    return this;
  }

  private userTaskAt(element: string): OpenUserTask {
    this.knownElement(element);
    const { userTasks } = this;
    const found = userTasks.find((task) => task.element === element);
    if (found !== undefined) return found;
    const open = namesOf(userTasks.map((task) => task.element));
    throw new CannotBeDone(`no user task '${element}' is open; open: ${open}; ${this.situation}`);
  }

  private customTasksAt(element: string): KeptTask[] {
    const all = [...this.world.tables.customTasks.values()];
    return all.filter((task) => task.instanceId === this.id && task.activityId === element && !task.isLocked);
  }

  private incidentAt(element: string | undefined): string {
    const found = [...this.world.tables.incidents.values()].filter(
      ({ instanceId, activityId }) => instanceId === this.id && (element === undefined || activityId === element),
    );
    const [only] = found;
    if (only !== undefined && (element !== undefined || found.length === 1)) return only.incidentId;
    const open = namesOf(this.incidents.map((one) => one.element));
    throw new CannotBeDone(
      element === undefined
        ? `there are ${found.length} incidents: name the element; open: ${open}`
        : `no incident is open at '${element}'; open: ${open}`,
    );
  }

  private entryAt(element: string, isMeant: (entry: ActivityInstance) => boolean): ActivityInstance {
    this.knownElement(element);
    const ordinals = [...(this.state.byElement.get(element) ?? [])];
    const entries = ordinals.flatMap((ordinal) => this.state.entries.get(ordinal) ?? []);
    const entry = entries.find(isMeant) ?? entries[0];
    if (entry === undefined) throw new CannotBeDone(this.nothingOpen(element));
    return entry;
  }

  private nothingOpen(element: string): string {
    return `nothing waits at '${element}'; ${this.situation}`;
  }

  private get history(): History {
    const rows = this.world.tables.journals.get(this.id) ?? [];
    if (this.built?.rows !== rows.length) this.built = { rows: rows.length, history: historyOf(rows) };
    return this.built.history;
  }

  private get state(): InstanceState {
    return this.working.state;
  }

  private get working() {
    const found = this.world.tables.instances.get(this.id);
    if (found === undefined) throw new CannotBeDone(`instance ${this.id} is not of this world`);
    return found;
  }
}

/** Copy for a test to compare and change. */
function plain(values: object): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}
