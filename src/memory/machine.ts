import { setImmediate } from 'node:timers/promises';
import { ModelReader } from '../bpmn/reader/model-reader.ts';
import type { Evaluator } from '../engine/evaluator.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { DecisionVersion, ProcessModel } from '../engine/model.ts';
import type { EngineContext } from '../engine/running/context.ts';
import { timerReader } from '../expressions/timers.ts';
import type { Command, CommandKind, CommandOf, CommandRejection, CommandResults, Reply } from '../messages/commands.ts';
import type { EngineConfig, PluginsConfig } from '../platform/config/config.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import type { TimerRow } from '../store/timers.ts';
import { handle, needsOf, prepare } from '../worker/commands/registry.ts';
import { type CalledVersion, type EffectReads, executeEffects } from '../worker/effects/execute-effects.ts';
import { FIXED_LIMITS } from '../worker/fixed-limits.ts';
import { fireStart, fireTimer } from '../worker/timers/due-kinds.ts';
import { type LoadedRows, NO_ROWS } from '../worker/unit-of-work/loaded-rows.ts';
import { TimeSlices } from '../worker/unit-of-work/run-budget.ts';
import type { RetrySettings, UnitSurroundings } from '../worker/unit-of-work/surroundings.ts';
import { UnitOfWork } from '../worker/unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import { countCalled, findRows, openAll, resolveVersion } from './find-rows.ts';
import { MemoryTables, type WaitingCommand } from './memory-tables.ts';

/** They change the behaviour of instances. */
export type MachineSettings = Pick<EngineContext, 'limits' | 'plainTasks' | 'branchVariables'> &
  Required<Pick<EngineContext, 'onFailure'>> & { readonly retries: RetrySettings };

/** Stub of a called process. */
export interface StubProcess {
  readonly definitionId: string;
  readonly model: ProcessModel;
}

/** Replaceable by a caller of the machine. */
export interface MachineStubs {
  readonly evaluator: Evaluator;
  /** decisions of other deployments, by `callText`; absent: none */
  readonly storedDecisions?: ReadonlyMap<string, DecisionVersion | 'missing'> | undefined;
  /** undefined: use the process itself. `isHere`: a version is deployed in this test environment */
  stubProcessFor(key: string, isHere: boolean): StubProcess | undefined;
  /** Its decisions may be stubs. */
  prepared(model: ProcessModel): ProcessModel;
}

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly rejection: CommandRejection;

  constructor(kind: CommandKind, rejection: CommandRejection) {
    super(`${kind}: ${rejection.code}`);
    this.rejection = rejection;
  }
}

/**
 * The worker without database, for tests of models and simulations: runs commands with the worker's handlers on rows in memory, one after the other.
 * The owner runs follow-up commands and due timers, and sets the clock.
 */
export class Machine {
  readonly tables = new MemoryTables();
  /** ms since epoch */
  now: number;
  private readonly settings: MachineSettings;
  private readonly stubs: MachineStubs;
  private readonly seed: string;
  /** synchronous: nothing else waits for the event loop */
  private readonly reader = new ModelReader({}, { short: Number.POSITIVE_INFINITY });
  private readonly models = new Map<string, ProcessModel>();
  private readonly onEvents: (model: ProcessModel, events: readonly EngineEvent[]) => void;
  private commands = 0;

  constructor(
    now: number,
    settings: MachineSettings,
    stubs: MachineStubs,
    onEvents: (model: ProcessModel, events: readonly EngineEvent[]) => void,
  ) {
    this.onEvents = onEvents;
    this.now = now;
    this.settings = settings;
    this.stubs = stubs;
    this.seed = nameBasedId(NAMESPACE, 'world');
  }

  /** The n-th call returns the same id in every run. */
  nextId(): string {
    this.commands += 1;
    return nameBasedId(this.seed, String(this.commands));
  }

  /** @throws Refused */
  async send<K extends CommandKind>(body: Omit<CommandOf<K>, 'id'> & { readonly kind: K }): Promise<CommandResults[K]> {
    const command = { ...body, id: this.nextId() } as unknown as CommandOf<K>;
    const reply = (await this.runCommand(command)) as Reply<K>;
    if (!reply.ok) throw new Refused(body.kind, reply.rejection);
    return reply.result;
  }

  /** The oldest that has not run. */
  get nextFollowUp(): WaitingCommand | undefined {
    return this.tables.outbox.next;
  }

  /** Ignores a rejection, as its sender does. */
  async runFollowUp(waiting: WaitingCommand): Promise<void> {
    if (waiting.kind === 'instanceCommand') {
      await this.runCommand({ kind: 'DrainMailbox', instanceId: waiting.queued.targetId, id: this.nextId() });
      return;
    }
    const { command, place } = waiting;
    await this.runCommand(command, place === undefined ? {} : { places: new Map([[command.id, place]]) });
  }

  /** Ignores the due time. */
  async fireTimer(timer: Pick<TimerRow, 'instanceId' | 'subscription'>): Promise<void> {
    const unit = this.unit({ ...NO_ROWS, instances: openAll(this.tables, [timer.instanceId]) });
    fireTimer(unit, timer);
    await this.commit(unit);
  }

  /** Starts an instance. Also sets the trigger for the next time. */
  async fireStart(trigger: StartTriggerRow): Promise<void> {
    const { definitionId } = trigger;
    const unit = this.unit({ ...NO_ROWS, models: new Map([[definitionId, await this.modelOf(definitionId)]]) });
    const schedule = fireStart(unit, trigger) ?? null;
    await this.commit(unit);
    this.tables.startTriggers = this.tables.startTriggers.map((row) => (row === trigger ? { ...row, schedule } : row));
  }

  async modelOf(definitionId: string): Promise<ProcessModel> {
    const known = this.models.get(definitionId);
    if (known !== undefined) return known;
    const row = this.tables.definitions.get(definitionId);
    const scripts = Object.fromEntries((row?.resources ?? []).map(({ name, text }) => [name, text]));
    const found = row === undefined ? undefined : await this.reader.readModel(row.bpmnXml, row.key, scripts);
    if (found === undefined) throw new Error(`definition '${definitionId}' cannot be read`);
    const model = this.stubs.prepared(found.model);
    this.models.set(definitionId, model);
    return model;
  }

  /** `text`: not deployed. */
  async read(text: string, key: string): Promise<ProcessModel> {
    const found = await this.reader.readModel(text, key);
    if (found === undefined) throw new Error(`process '${key}' is not in the file`);
    return found.model;
  }

  private async runCommand(command: Command, surroundings: UnitSurroundings = {}): Promise<Reply> {
    await prepare(command, { reader: this.reader, branchVariables: this.settings.branchVariables });
    const rows = findRows(this.tables, command);
    const unit = this.unit({ ...rows, models: await this.modelsFor(command, rows) }, surroundings);
    unit.followUps.markDone(command.id);
    const handled = handle(unit, command);
    const reply = 'next' in handled ? await new TimeSlices(yieldFor).through(handled) : await handled;
    await this.commit(unit);
    return reply;
  }

  private unit(rows: LoadedRows, surroundings: UnitSurroundings = {}): UnitOfWork {
    const { retries, ...settings } = this.settings;
    const { evaluator, storedDecisions: decisions } = this.stubs;
    const known = decisions === undefined ? {} : { decisions };
    const context = { ...settings, ...known, now: this.now, evaluator, timers: timerReader, guid: nameBasedId };
    return new UnitOfWork(rows, context, retries, surroundings);
  }

  private async commit(unit: UnitOfWork): Promise<void> {
    await executeEffects(unit, this.effectReads);
    const changed: Iterable<WorkingInstance> = [...unit.allInstances].filter(({ isChanged }) => isChanged);
    const set = unit.writeSet();
    this.tables.write(set, changed, this.now);
    for (const { kind, subjectId, events } of set.journal) {
      const instance = kind === 'i' ? this.tables.instances.get(subjectId) : undefined;
      if (instance !== undefined) this.onEvents(instance.model, events as readonly EngineEvent[]);
    }
  }

  private readonly effectReads: EffectReads = {
    resolveDefinition: async (call) => this.resolve(call),
    getStartable: async (definitionId) => this.stubProcesses.get(definitionId) ?? this.modelOf(definitionId),
    countCalled: async (rootId, most) => countCalled(this.tables, rootId, most),
    hasQueuedCommand: async (instanceId) => this.tables.outbox.hasQueuedCommand(instanceId),
    yieldFor,
  };

  private readonly stubProcesses = new Map<string, ProcessModel>();

  private resolve(call: CalledVersion): { definitionId: string; version: number } | undefined {
    const found = resolveVersion(this.tables, call);
    const stubProcess = this.stubs.stubProcessFor(call.key, found !== undefined);
    if (stubProcess === undefined) return found;
    this.stubProcesses.set(stubProcess.definitionId, stubProcess.model);
    return { definitionId: stubProcess.definitionId, version: 0 };
  }

  private async modelsFor(command: Command, rows: Omit<LoadedRows, 'models'>): Promise<Map<string, ProcessModel>> {
    const { startKey, definitionIds = [] } = needsOf(command);
    const ids = new Set([
      ...definitionIds,
      ...(startKey === undefined ? [] : [rows.processes.get(startKey)?.definitionId ?? '']),
      ...rows.chosenVersions.values(),
      ...[...rows.startTriggers.values()].flat().map(({ definitionId }) => definitionId),
    ]);
    const models = new Map<string, ProcessModel>();
    for (const id of ids) if (id !== '') models.set(id, await this.modelOf(id));
    return models;
  }
}

const NAMESPACE = '7d1f7a52-5d8e-5b3a-9a53-0f3f2c6f6d11';

/** No other work, but the test runner may want to stop. */
function yieldFor(): Promise<unknown> {
  return setImmediate();
}

/** They change the behaviour of instances. */
export interface MachineConfig {
  readonly engine: Pick<
    EngineConfig,
    | 'plainTasks'
    | 'onFailure'
    | 'branchVariables'
    | 'maxIterations'
    | 'maxStepsPerRun'
    | 'maxCausationDepth'
    | 'maxCausationSize'
    | 'maxCalledInstances'
  >;
  readonly plugins: Pick<PluginsConfig, 'attempts' | 'backoffSeconds' | 'maxBackoffSeconds'>;
}

/** Settings as in a worker. */
export function machineSettingsOf({ engine, plugins }: MachineConfig): MachineSettings {
  const { maxIterations, maxCausationDepth, maxCausationSize, maxCalledInstances, maxStepsPerRun } = engine;
  const { attempts, backoffSeconds, maxBackoffSeconds } = plugins;
  return {
    plainTasks: engine.plainTasks,
    onFailure: engine.onFailure,
    branchVariables: engine.branchVariables,
    retries: { attempts, firstDelayMs: backoffSeconds * 1000, maxDelayMs: maxBackoffSeconds * 1000 },
    limits: {
      maxIterations,
      maxCausationDepth,
      maxCausationSize,
      maxCalledInstances,
      maxSteps: maxStepsPerRun,
      ...FIXED_LIMITS,
    },
  };
}
