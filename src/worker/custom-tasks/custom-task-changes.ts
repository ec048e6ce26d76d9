import type { EngineEvent, JobCreated } from '../../engine/events.ts';
import { isAfterWork, type JobOpened } from '../../engine/job-events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../../engine/migrations.ts';
import type { ElementModel } from '../../engine/model.ts';
import { workOf } from '../../engine/model-shape.ts';
import { isNonBlocking } from '../../engine/open-incidents.ts';
import type { EntryOrdinal, Ordinal } from '../../engine/ordinals.ts';
import { entityId } from '../../platform/ids.ts';
import type { AttemptOutcome } from '../../platform/metrics.ts';
import type { SecretsOfInputs } from '../../platform/secret-names.ts';
import { type TraceContext, writeTraceparent } from '../../platform/telemetry/trace-context.ts';
import type { ExtendedLock } from '../../store/custom-task-locks.ts';
import { type CustomTaskRow, type NewCustomTask, type PostponedCustomTask, typeKeyOf } from '../../store/custom-tasks.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

import { secretsOfInputs } from './secrets-of-inputs.ts';

/** What came of one attempt at a custom task, for the metrics. `durationMs`: since it was locked. */
export interface EndedAttempt {
  readonly taskType: string;
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
}

/** Gathers what one transaction does to custom tasks; what is opened and closed in it never reaches the table. */
export class CustomTaskChanges {
  private readonly opened = new Map<string, NewCustomTask>();
  private readonly closed = new Set<string>();
  /** attempts before, of tasks that get new ones */
  private readonly attempted = new Map<string, number>();
  private readonly postponed = new Map<string, PostponedCustomTask>();
  /** finished by the result of their own attempt: no plugin host has to be notified to stop */
  private readonly finished = new Set<string>();
  private readonly outcomes: EndedAttempt[] = [];
  private readonly extended = new Map<string, ExtendedLock>();
  private readonly begun: string[] = [];

  /** Follows an event: a job opens a task, the end of its entry closes it. `trace`: what the command behind the event belongs to. */
  note(from: WorkingInstance, event: EngineEvent, trace: () => TraceContext | undefined): void {
    switch (event.type) {
      case 'JobCreated':
        this.open(from, event, event.entry, trace);
        return;
      case 'JobOpened': {
        this.open(from, event, event.job, trace);
        const { element, entry, purpose } = event;
        if (entry !== null && isAfterWork(purpose)) this.closeWork(from, element, entry);
        return;
      }
      case 'InstanceMigrated':
        this.rename(from.id, event);
        return;
      case 'JobClosed':
        this.close(entityId(from.id, event.job));
        return;
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        this.closeWork(from, event.element, event.entry);
        return;
      case 'IncidentRaised':
        if (event.entry !== null && !isNonBlocking(event.repeat)) this.closeWork(from, event.element, event.entry);
        return;
      default:
        return;
    }
  }

  /** The instance goes on in another version: its tasks are listed under the ids of that. */
  private rename(instanceId: string, { definitionId, elements = [] }: InstanceMigrated): void {
    const renamed = renamedBy(elements);
    for (const [taskId, task] of this.opened)
      if (task.instanceId === instanceId)
        this.opened.set(taskId, { ...task, definitionId, activityId: newIdOf(renamed, task.activityId) });
  }

  /** The task had attempts before; those that follow are numbered on. */
  continueFrom(taskId: string, attempts: number): void {
    this.attempted.set(taskId, attempts);
  }

  /** A remote worker has begun an attempt at a task of this type. */
  begin(taskType: string): void {
    this.begun.push(taskType);
  }

  /** An attempt has ended with a result that counts. `now`: ms since epoch. */
  finish({ taskId, taskType, lockedAt }: CustomTaskRow, outcome: AttemptOutcome, now: number): void {
    this.finished.add(taskId);
    this.outcomes.push({ taskType, outcome, durationMs: lockedAt === null ? 0 : Math.max(0, now - lockedAt) });
  }

  /** The task waits for its next attempt. */
  postpone(task: PostponedCustomTask): void {
    this.postponed.set(task.taskId, task);
  }

  /** The holder of a lock gets more time. */
  extend(lock: ExtendedLock): void {
    this.extended.set(lock.taskId, lock);
  }

  /** Whether the lock was given up in this transaction already. */
  isGivenUp(taskId: string): boolean {
    return this.finished.has(taskId) || this.closed.has(taskId);
  }

  /** How many tasks of each type are new, by type key. */
  get openedByType(): ReadonlyMap<string, { readonly taskType: string; readonly count: number }> {
    const types = new Map<string, { taskType: string; count: number }>();
    for (const { typeKey, taskType } of this.opened.values()) {
      types.set(typeKey, { taskType, count: (types.get(typeKey)?.count ?? 0) + 1 });
    }
    return types;
  }

  /** Tasks that ended otherwise than by their own result: a plugin host that works on one of them may stop. */
  get interrupted(): readonly string[] {
    return [...this.closed].filter((taskId) => !this.finished.has(taskId));
  }

  /** task types of the attempts that remote workers have begun, one per attempt */
  get begunTypes(): readonly string[] {
    return this.begun;
  }

  get attemptOutcomes(): readonly EndedAttempt[] {
    return this.outcomes;
  }

  get rows() {
    return {
      openedCustomTasks: [...this.opened.values()],
      postponedCustomTasks: [...this.postponed.values()].filter(({ taskId }) => !this.closed.has(taskId)),
      closedCustomTasks: [...this.closed],
      extendedLocks: [...this.extended.values()].filter(({ taskId }) => !this.isGivenUp(taskId)),
    };
  }

  /** @param ordinal that of the entry whose work it is, or a number of its own */
  private open(
    from: WorkingInstance,
    event: JobCreated | JobOpened,
    ordinal: Ordinal,
    trace: () => TraceContext | undefined,
  ): void {
    const { element, taskType, inputs, retry } = event;
    const { key: processKey, businessId } = from.state;
    const origin = trace();
    const taskId = entityId(from.id, ordinal);
    this.opened.set(taskId, {
      taskId,
      instanceId: from.id,
      entry: ordinal,
      typeKey: typeKeyOf(taskType),
      taskType,
      definitionId: from.definitionId,
      processKey,
      activityId: element,
      businessId,
      input: inputs,
      secrets: isWork(event) ? secretsNamedFor(from.model.elements.get(element)) : null,
      retry,
      attempt: this.attempted.get(taskId) ?? 0,
      traceparent: origin === undefined ? null : writeTraceparent(origin),
    });
  }

  private closeWork(from: WorkingInstance, element: string, entry: EntryOrdinal): void {
    if (hasTypedWork(from.model.elements.get(element))) this.close(entityId(from.id, entry));
  }

  private close(taskId: string): void {
    if (!this.opened.delete(taskId)) this.closed.add(taskId);
  }
}

/** A listener's job has inputs of its own, in which nobody names secrets. */
function isWork(event: JobCreated | JobOpened): boolean {
  return event.type === 'JobCreated' || event.purpose.kind === 'adHoc';
}

function secretsNamedFor(element: ElementModel | undefined): SecretsOfInputs | null {
  return element === undefined ? null : secretsOfInputs(element);
}

/** Tasks of the service kind, and message events of that form (docs/contributing/spec/elements.md#service-task). A loop's wrapper has no task: closing it closes nothing. */
function hasTypedWork(element: ElementModel | undefined): boolean {
  return element !== undefined && workOf(element)?.kind === 'typed';
}
