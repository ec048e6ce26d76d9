import type { JobRetry } from '../engine/events/records.ts';
import type { EngineEvent } from '../engine/events.ts';
import { isSuspended, isSuspendedOrResuming } from '../engine/state/suspension.ts';
import type { Command } from '../messages/commands.ts';
import type { NewCustomTask } from '../store/custom-tasks.ts';
import type { DefinitionRow } from '../store/definitions.ts';
import type { IncidentRow } from '../store/incidents.ts';
import type { FollowUp, QueuedInstanceCommand, SenderPlace } from '../store/outbox.ts';
import type { ProcessRow } from '../store/processes.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import { type SubscriptionRow, subscriptionText } from '../store/subscriptions.ts';
import type { SuspensionRows } from '../store/suspensions.ts';
import type { OpenedTimer } from '../store/timers.ts';
import type { UserTaskIndexRow } from '../store/user-task-index.ts';
import type { WriteSet } from '../store/write-set.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';

export type WaitingCommand =
  | (Place & { readonly kind: 'command'; readonly command: Command; readonly place: SenderPlace | undefined })
  | (Place & { readonly kind: 'instanceCommand'; readonly queued: QueuedInstanceCommand; isSetAside: boolean });
interface Place {
  readonly id: string;
  readonly position: number;
}

/** Commands in order of creation. */
export class Outbox {
  private rows = new Map<string, WaitingCommand>();
  private last = 0;

  write({ doneFollowUps, followUps, instanceCommands }: WriteSet): void {
    for (const id of doneFollowUps) this.rows.delete(id);
    for (const row of followUps) this.add(this.commandOf(row));
    for (const queued of instanceCommands)
      this.add({ kind: 'instanceCommand', id: queued.id, position: this.positionOf(queued.position), queued, isSetAside: false });
  }

  /** Oldest that may run now. */
  get next(): WaitingCommand | undefined {
    for (const row of this.rows.values()) if (row.kind === 'command' || !row.isSetAside) return row;
    return undefined;
  }

  /** Oldest first. `onlyNew`: without postponed ones. */
  instanceCommandsOf(instanceId: string, onlyNew: boolean, most: number): QueuedInstanceCommand[] {
    return [...this.rows.values()]
      .flatMap((row) =>
        row.kind === 'instanceCommand' && row.queued.targetId === instanceId && !(onlyNew && row.isSetAside) ? row.queued : [],
      )
      .slice(0, most);
  }

  hasQueuedCommand(instanceId: string): boolean {
    return [...this.rows.values()].some((row) => row.kind === 'instanceCommand' && row.queued.targetId === instanceId);
  }

  /** Sets commands of suspended instances aside, so that `next` skips them, or releases them. */
  setAside(instanceIds: readonly string[], isSetAside: boolean): void {
    for (const row of this.rows.values())
      if (row.kind === 'instanceCommand' && instanceIds.includes(row.queued.targetId)) row.isSetAside = isSetAside;
  }

  private commandOf({ command, place }: FollowUp): WaitingCommand {
    const position = this.positionOf(place?.position);
    const own = place === undefined ? undefined : { ...place, position: String(position) };
    return { kind: 'command', id: command.id, position, command, place: own };
  }

  private positionOf(given: string | undefined): number {
    if (given !== undefined) return Number(given);
    this.last += 1;
    return this.last;
  }

  /** A continued row keeps its place. */
  private add(row: WaitingCommand): void {
    if (this.rows.has(row.id)) return;
    this.rows.set(row.id, row);
    if (row.position === this.last) return;
    const sorted = [...this.rows.values()].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
    this.rows = new Map(sorted.map((one) => [one.id, one]));
  }
}

/** Events of one command. `at`: ms since epoch. */
export interface KeptRow {
  readonly seq: number;
  readonly at: number;
  readonly events: readonly EngineEvent[];
}

/** Task with its lock. `availableAt`: ms since epoch. */
export interface KeptTask extends NewCustomTask {
  input: NewCustomTask['input'];
  attempt: number;
  retry: JobRetry | undefined;
  isLocked: boolean;
  isHeld: boolean;
  failures: number;
  availableAt: number;
}

/** Timer, without due time if its instance is suspended. */
export interface KeptTimer extends OpenedTimer {
  readonly isHeld: boolean;
}

/**
 * Repeats the effect of the statements of `store` (docs/contributing/adr/0044-test-with-the-product-code.md). Maps keep the order of insertion, which
 * is that of creation.
 */
export class MemoryTables {
  readonly instances = new Map<string, WorkingInstance>();
  readonly journals = new Map<string, KeptRow[]>();
  readonly processes = new Map<string, ProcessRow>();
  readonly definitions = new Map<string, DefinitionRow>();
  readonly userTasks = new Map<string, UserTaskIndexRow>();
  readonly subscriptions = new Map<string, SubscriptionRow>();
  readonly timers = new Map<string, KeptTimer>();
  readonly customTasks = new Map<string, KeptTask>();
  readonly incidents = new Map<string, IncidentRow>();
  readonly causations = new Map<string, number>();
  readonly outbox = new Outbox();
  startTriggers: readonly StartTriggerRow[] = [];

  /** Writes the changes of a unit of work. `now`: clock of its transaction, ms since epoch. */
  write(set: WriteSet, changed: Iterable<WorkingInstance>, now: number): void {
    for (const row of set.definitions) this.definitions.set(row.definitionId, row);
    for (const row of set.processes) this.processes.set(row.key, row);
    for (const row of set.journal) {
      if (row.kind !== 'i') continue;
      const rows = this.journals.get(row.subjectId) ?? [];
      rows.push({ seq: row.seq, at: now, events: row.events as readonly EngineEvent[] });
      this.journals.set(row.subjectId, rows);
    }
    for (const instance of changed) if (instance.seq > 0) this.instances.set(instance.id, instance);
    for (const row of set.userTasks) this.userTasks.set(row.taskId, row);
    this.writeWaits(set);
    this.writeCustomTasks(set, now);
    for (const row of set.raisedIncidents) this.incidents.set(row.incidentId, row);
    for (const id of set.endedIncidents) this.incidents.delete(id);
    const isReplaced = new Set(set.startKeys);
    this.startTriggers = [...this.startTriggers.filter(({ key }) => !isReplaced.has(key)), ...set.startTriggers];
    this.outbox.write(set);
    this.writeSuspensions(set.suspensions);
    for (const [root, added] of set.causations) this.causations.set(root, (this.causations.get(root) ?? 0) + added);
  }

  /** Instance as a transaction loads it, without changes of this transaction. */
  open(id: string): WorkingInstance | undefined {
    const kept = this.instances.get(id);
    if (kept === undefined) return undefined;
    const { state } = kept;
    return {
      ...kept,
      isChanged: false,
      added: 0,
      wasSuspendedOrResuming: isSuspendedOrResuming(state),
      wasSuspended: isSuspended(state),
    };
  }

  private writeWaits(set: WriteSet): void {
    for (const row of set.closedSubscriptions) this.subscriptions.delete(subscriptionText(row));
    for (const row of set.openedSubscriptions) this.subscriptions.set(subscriptionText(row), row);
    for (const row of set.closedTimers) this.timers.delete(subscriptionText(row));
    for (const row of set.openedTimers) this.timers.set(subscriptionText(row), { ...row, isHeld: false });
  }

  private writeCustomTasks(set: WriteSet, now: number): void {
    for (const id of set.closedCustomTasks) this.customTasks.delete(id);
    for (const { taskId, attempt, delayMs, retriesLeft, variables } of set.postponedCustomTasks) {
      const task = this.customTasks.get(taskId);
      if (task?.attempt !== attempt) continue;
      task.failures += 1;
      task.isLocked = false;
      task.availableAt = now + delayMs;
      if (retriesLeft !== undefined) task.retry = { delaysMs: [], ...task.retry, attempts: task.failures + retriesLeft };
      if (variables !== undefined) task.input = { ...task.input, ...variables };
    }
    for (const { taskId, attempt } of set.releasedLocks) {
      const task = this.customTasks.get(taskId);
      if (task?.attempt !== attempt) continue;
      task.isLocked = false;
      task.availableAt = now;
    }
    for (const row of set.openedCustomTasks)
      this.customTasks.set(row.taskId, { ...row, isLocked: false, isHeld: false, failures: 0, availableAt: now });
  }

  private writeSuspensions({ held, freed, freedTimers, keptResults, queuesSetAside, queuesReleased }: SuspensionRows): void {
    const isFreed = new Set(freed);
    const isHeldNow = new Set(held);
    for (const [text, timer] of this.timers)
      if (isHeldNow.has(timer.instanceId)) this.timers.set(text, { ...timer, isHeld: true });
    for (const task of this.customTasks.values()) {
      if (isHeldNow.has(task.instanceId)) task.isHeld = true;
      else if (isFreed.has(task.instanceId)) task.isHeld = false;
    }
    for (const row of freedTimers) {
      const timer = this.timers.get(subscriptionText(row));
      if (timer !== undefined) this.timers.set(subscriptionText(row), { ...timer, dueAt: row.dueAt, isHeld: false });
    }
    for (const id of keptResults) {
      const task = this.customTasks.get(id);
      if (task !== undefined) task.isLocked = false;
    }
    this.outbox.setAside(queuesSetAside, true);
    this.outbox.setAside(queuesReleased, false);
  }
}
