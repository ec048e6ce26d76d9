import type { Evaluator } from '../engine/evaluator.ts';
import { Machine } from '../memory/machine.ts';
import { machineSettingsOf } from '../memory/machine-settings.ts';
import type { KeptTask, KeptTimer } from '../memory/memory-tables.ts';
import type { CommandKind, CommandOf, CommandResults } from '../messages/commands.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import { LIMITS, TooMuch } from './limits.ts';
import type { SimulationRequest, SimulationSettings } from './protocol.ts';
import { StubProcesses } from './stub-processes.ts';

/** A machine for one user: nothing is sent, no job runs on its own, and the clock stops until it is moved. */
export class SimulatedWorld {
  readonly machine: Machine;
  private readonly stubProcesses: StubProcesses;
  /** whether the engine would take more steps than are taken here */
  private readonly isCutShort: boolean;

  constructor(settings: SimulationSettings, now: number, evaluator: Evaluator) {
    this.stubProcesses = new StubProcesses(evaluator);
    const usual = machineSettingsOf(settings);
    const maxSteps = Math.min(usual.limits.maxSteps, LIMITS.steps);
    this.isCutShort = maxSteps < usual.limits.maxSteps;
    this.machine = new Machine(now, { ...usual, limits: { ...usual.limits, maxSteps } }, this.stubProcesses, () => {});
  }

  get tables(): Machine['tables'] {
    return this.machine.tables;
  }

  /** Instances of the processes of the files, in the order in which they began. */
  get instances(): readonly WorkingInstance[] {
    return [...this.tables.instances.values()].filter(({ definitionId }) => !this.stubProcesses.has(definitionId));
  }

  /** Whether an instance is a stub of a called one. */
  isStubProcess(instanceId: string): boolean {
    return this.stubProcesses.has(this.tables.instances.get(instanceId)?.definitionId ?? '');
  }

  /** The task of a stub, for a called process that is not in the file. */
  taskOfStub(instanceId: string): KeptTask | undefined {
    if (!this.isStubProcess(instanceId)) return undefined;
    return [...this.tables.customTasks.values()].find((task) => task.instanceId === instanceId);
  }

  /** Takes the files in, as a deploy does. @throws Refused as a deploy refuses them */
  async deploy({ bpmnXml, resources, scripts }: SimulationRequest): Promise<void> {
    await this.machine.send<'DeployDefinition'>({
      kind: 'DeployDefinition',
      bpmnXml,
      ...(resources.length > 0 && { resources }),
      ...(scripts.length > 0 && { scripts }),
    });
  }

  /** Runs a command and all its follow-ups. @throws Refused when it is rejected */
  async send<K extends CommandKind>(body: Omit<CommandOf<K>, 'id'> & { readonly kind: K }): Promise<CommandResults[K]> {
    const result = await this.machine.send<K>(body);
    await this.comeToRest();
    return result;
  }

  /** Starts an instance at a timer start event, before its due time. */
  async startAtTimer(trigger: Parameters<Machine['fireStart']>[0]): Promise<void> {
    await this.machine.fireStart(trigger);
    await this.comeToRest();
  }

  /** Moves the clock to a timer and fires it, after all earlier timers. Timers that are cancelled by those do not fire. */
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

  /** Locks a job for completion; returns the number of the attempt. */
  lock(task: KeptTask): number {
    task.attempt += 1;
    task.isLocked = true;
    return task.attempt;
  }

  /** The first that is due until then; of several at one time the wanted one last, so that all of them happen. */
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

  /** Reports runs that failed at the lower step limit of simulations; the service would continue. */
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

/** How an instance has failed, the last time. */
export function failureIn({ journals }: Machine['tables'], instanceId: string) {
  const rows = journals.get(instanceId) ?? [];
  const failed = rows.at(-1)?.events.findLast((event) => event.type === 'InstanceFailed');
  return failed?.type === 'InstanceFailed' ? failed : undefined;
}

function isSame(a: KeptTimer, b: KeptTimer): boolean {
  return a.instanceId === b.instanceId && a.subscription === b.subscription;
}
