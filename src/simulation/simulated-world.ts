import { parseDefinitions } from '../bpmn/parse-definitions.ts';
import { callText } from '../engine/decisions/bound-decision.ts';
import type { Evaluator } from '../engine/evaluator.ts';
import type { DecisionCall, DecisionVersion, ProcessModel } from '../engine/model.ts';
import { Machine, type MachineStubs, machineSettingsOf, type StubProcess } from '../memory/machine.ts';
import type { KeptTask, KeptTimer } from '../memory/memory-tables.ts';
import type { CommandKind, CommandOf, CommandResults } from '../messages/commands.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import { LIMITS, type SimulationRequest, type SimulationSettings, TooMuch } from './protocol.ts';

const KEY = 'called';

/** Passes all variables to one job, and returns the result. */
const CALLED = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="called">
  <process id="${KEY}" isExecutable="true">
    <startEvent id="begin" /><sequenceFlow id="in" sourceRef="begin" targetRef="work" />
    <serviceTask id="work"><extensionElements><zeebe:taskDefinition type="called process" /></extensionElements></serviceTask>
    <sequenceFlow id="out" sourceRef="work" targetRef="end" /><endEvent id="end" />
  </process>
</definitions>`;

/** Called processes that are not in the file. The user completes them. */
export class StubProcesses implements MachineStubs {
  readonly evaluator: Evaluator;
  readonly storedDecisions: MachineStubs['storedDecisions'];
  private readonly base = readBase();
  private readonly made = new Map<string, StubProcess>();

  constructor(evaluator: Evaluator, decisions: SimulationRequest['decisions']) {
    this.evaluator = evaluator;
    this.storedDecisions = new Map(decisions?.map(({ call, version }) => [callText(call), version]));
  }

  /** @param isHere the files contain the process; returns undefined */
  stubProcessFor(key: string, isHere: boolean): StubProcess | undefined {
    if (isHere) return undefined;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const made = { definitionId: `${key}:0:called`, model: renamed(this.base, key) };
    this.made.set(key, made);
    return made;
  }

  prepared(model: ProcessModel): ProcessModel {
    return model;
  }

  /** Instances of this version are stubs. */
  has(definitionId: string): boolean {
    return definitionId.endsWith(':0:called');
  }
}

function readBase(): ProcessModel {
  const file = parseDefinitions(CALLED);
  const model = file.ok ? file.processes[0]?.model : undefined;
  if (model === undefined) throw new Error('the stub process cannot be read');
  return model;
}

/** The key is the id of the outermost container. */
function renamed(model: ProcessModel, key: string): ProcessModel {
  const own = (id: string) => (id === KEY ? key : id);
  return {
    ...model,
    key,
    elements: new Map([...model.elements].map(([id, element]) => [id, { ...element, container: own(element.container) }])),
    containers: new Map([...model.containers].map(([id, container]) => [own(id), { ...container, id: own(id) }])),
  };
}

/** Machine for one user: nothing is sent, no job runs, and the clock stops until it is moved. */
export class SimulatedWorld {
  readonly machine: Machine;
  private readonly stubProcesses: StubProcesses;
  /** its step limit is lower than that of the engine */
  private readonly isCutShort: boolean;

  constructor(settings: SimulationSettings, { startedAt: now, decisions }: SimulationRequest, evaluator: Evaluator) {
    this.stubProcesses = new StubProcesses(evaluator, decisions);
    const usual = machineSettingsOf(settings);
    const maxSteps = Math.min(usual.limits.maxSteps, LIMITS.steps);
    this.isCutShort = maxSteps < usual.limits.maxSteps;
    this.machine = new Machine(now, { ...usual, limits: { ...usual.limits, maxSteps } }, this.stubProcesses, () => {});
  }

  get tables(): Machine['tables'] {
    return this.machine.tables;
  }

  /** Instances of processes in the files, in the order of starts. */
  get instances(): readonly WorkingInstance[] {
    return [...this.tables.instances.values()].filter(({ definitionId }) => !this.stubProcesses.has(definitionId));
  }

  /** Decisions that are deployed separately. Undefined: none. */
  decisionsOf(call: DecisionCall): DecisionVersion['decisions'] | undefined {
    const version = this.stubProcesses.storedDecisions?.get(callText(call));
    return version === 'missing' ? undefined : version?.decisions;
  }

  isStubProcess(instanceId: string): boolean {
    return this.stubProcesses.has(this.tables.instances.get(instanceId)?.definitionId ?? '');
  }

  taskOfStub(instanceId: string): KeptTask | undefined {
    if (!this.isStubProcess(instanceId)) return undefined;
    return [...this.tables.customTasks.values()].find((task) => task.instanceId === instanceId);
  }

  /** @throws Refused if a deploy would reject the files */
  async deploy({ bpmnXml, resources, scripts }: SimulationRequest): Promise<void> {
    await this.machine.send<'DeployDefinition'>({
      kind: 'DeployDefinition',
      bpmnXml,
      ...(resources.length > 0 && { resources }),
      ...(scripts.length > 0 && { scripts }),
    });
  }

  /** Runs a command with all follow-ups. @throws Refused, TooMuch at a limit */
  async send<K extends CommandKind>(body: Omit<CommandOf<K>, 'id'> & { readonly kind: K }): Promise<CommandResults[K]> {
    const result = await this.machine.send<K>(body);
    await this.comeToRest();
    return result;
  }

  /** Ignores the due time. @throws TooMuch at a limit */
  async startAtTimer(trigger: Parameters<Machine['fireStart']>[0]): Promise<void> {
    await this.machine.fireStart(trigger);
    await this.comeToRest();
  }

  /** Moves the clock and fires all earlier timers, which may cancel this one. @throws TooMuch at a limit */
  async fire(wanted: KeptTimer): Promise<void> {
    const until = Math.max(wanted.dueAt, this.machine.now);
    for (let fired = 0; ; fired += 1) {
      const due = this.nextTimer(until, wanted);
      if (due === undefined) return;
      if (fired >= LIMITS.followUps)
        throw new TooMuch(`more than ${LIMITS.followUps} timers are due before the one that was to fire`);
      this.machine.now = Math.max(this.machine.now, due.dueAt);
      await this.machine.fireTimer(due);
      await this.comeToRest();
      if (isSame(due, wanted)) return;
    }
  }

  /** Locks for completion; returns the number of the attempt. */
  lock(task: KeptTask): number {
    task.attempt += 1;
    task.isLocked = true;
    return task.attempt;
  }

  /** The first that is due. Of several at one time, `wanted` is last, so that all fire. */
  private nextTimer(until: number, wanted: KeptTimer): KeptTimer | undefined {
    let first: KeptTimer | undefined;
    for (const timer of this.tables.timers.values()) {
      if (timer.isHeld || timer.dueAt > until) continue;
      const isBefore = first === undefined || timer.dueAt < first.dueAt;
      const isAtOnce = first !== undefined && timer.dueAt === first.dueAt && isSame(first, wanted);
      if (isBefore || isAtOnce) first = timer;
    }
    return first;
  }

  /** Reports runs that failed at the lower step limit; the service would continue. */
  private reportCutShort(): void {
    if (!this.isCutShort) return;
    const text = `more than ${LIMITS.steps} steps in one command (Engine:MaxStepsPerRun). Check the process for an endless loop.`;
    for (const { id, state } of this.tables.instances.values()) {
      const isFailed = state.status === 'failed' && failureIn(this.tables, id)?.message === text;
      if (isFailed || [...state.incidents.values()].some(({ message }) => message === text))
        throw new TooMuch(`more than ${LIMITS.steps} steps follow from one act, as of a loop without an end`);
    }
  }

  private async comeToRest(): Promise<void> {
    for (let done = 0; ; done += 1) {
      const waiting = this.machine.nextFollowUp;
      if (waiting === undefined) return this.reportCutShort();
      if (done >= LIMITS.followUps)
        throw new TooMuch(`more than ${LIMITS.followUps} messages, signals and calls follow from one act`);
      await this.machine.runFollowUp(waiting);
    }
  }
}

/** Returns undefined if not in the last row of the history. */
export function failureIn({ journals }: Machine['tables'], instanceId: string) {
  const rows = journals.get(instanceId) ?? [];
  const failed = rows.at(-1)?.events.findLast((event) => event.type === 'InstanceFailed');
  return failed?.type === 'InstanceFailed' ? failed : undefined;
}

function isSame(a: KeptTimer, b: KeptTimer): boolean {
  return a.instanceId === b.instanceId && a.subscription === b.subscription;
}
