import { isAfterWork, type JobOpened } from '../../engine/events/job-events.ts';
import type { EngineEvent, JobCreated } from '../../engine/events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../../engine/migration/migrations.ts';
import { workOf } from '../../engine/model/model-shape.ts';
import type { ElementModel } from '../../engine/model.ts';
import type { ActivityInstanceOrdinal, Ordinal } from '../../engine/ordinals.ts';
import { isNonBlocking } from '../../engine/state/open-incidents.ts';
import type { SecretsOfInputs } from '../../platform/config/config-secrets.ts';
import { entityId } from '../../platform/ids.ts';
import type { AttemptOutcome } from '../../platform/metrics/metrics.ts';
import { type TraceContext, writeTraceparent } from '../../platform/telemetry/tracing.ts';
import type { ExtendedLock, TaskLock } from '../../store/custom-task-locks.ts';
import { type CustomTaskRow, type NewCustomTask, type PostponedCustomTask, typeKeyOf } from '../../store/custom-tasks.ts';
import { OpenedAndClosed } from '../opened-and-closed.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

import { secretsOfInputs } from './secrets-of-inputs.ts';

/** Ended attempt, for the metrics. `durationMs`: since the task was locked. */
export interface EndedAttempt {
  readonly taskType: string;
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
}

/** Changes of one transaction to custom tasks. */
export class CustomTaskChanges {
  private readonly tasks = new OpenedAndClosed<NewCustomTask>((taskId) => taskId);
  /** earlier attempts of tasks that get new ones */
  private readonly attempted = new Map<string, number>();
  private readonly postponed = new Map<string, PostponedCustomTask>();
  /** ended by the result of an attempt: no plugin host must be stopped */
  private readonly finished = new Set<string>();
  private readonly outcomes: EndedAttempt[] = [];
  private readonly extended = new Map<string, ExtendedLock>();
  private readonly retries = new Map<string, number>();
  private readonly unlocked = new Map<string, TaskLock>();
  private readonly begun: string[] = [];

  /** A job opens a task, the end of its activity instance closes it. `trace`: of the command behind the event. */
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
        this.tasks.close(entityId(from.id, event.job));
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

  /** Uses the activity ids of the target version for a migrated instance's new tasks. */
  private rename(instanceId: string, { definitionId, elements = [] }: InstanceMigrated): void {
    const renamed = renamedBy(elements);
    this.tasks.rename((task) =>
      task.instanceId === instanceId ? { ...task, definitionId, activityId: newIdOf(renamed, task.activityId) } : undefined,
    );
  }

  /** Continues the attempt numbers of a task that is opened later. */
  continueFrom(taskId: string, attempts: number): void {
    this.attempted.set(taskId, attempts);
  }

  begin(taskType: string): void {
    this.begun.push(taskType);
  }

  /** Records an attempt with an accepted result: for the metrics, and because its plugin host must not be stopped. The task stays open. `now`: epoch ms. */
  finish({ taskId, taskType, lockedAt }: CustomTaskRow, outcome: AttemptOutcome, now: number): void {
    this.finished.add(taskId);
    this.outcomes.push({ taskType, outcome, durationMs: lockedAt === null ? 0 : Math.max(0, now - lockedAt) });
  }

  postpone(task: PostponedCustomTask): void {
    this.postponed.set(task.taskId, task);
  }

  setRetries(taskId: string, retries: number): void {
    this.retries.set(taskId, retries);
  }

  extend(lock: ExtendedLock): void {
    this.extended.set(lock.taskId, lock);
  }

  /** Ends a lock without a result. */
  release(lock: TaskLock): void {
    this.unlocked.set(lock.taskId, lock);
  }

  /** True if this transaction has ended the lock: by a result, an unlock, or the end of the task. */
  isReleased(taskId: string): boolean {
    return this.finished.has(taskId) || this.unlocked.has(taskId) || this.tasks.isClosed(taskId);
  }

  /** Numbers of new tasks, by type key. */
  get openedByType(): ReadonlyMap<string, { readonly taskType: string; readonly count: number }> {
    const types = new Map<string, { taskType: string; count: number }>();
    for (const { typeKey, taskType } of this.tasks.openedRows) {
      types.set(typeKey, { taskType, count: (types.get(typeKey)?.count ?? 0) + 1 });
    }
    return types;
  }

  /** Did not end by their own result: a plugin host that works on one of them may stop. */
  get interrupted(): readonly string[] {
    return this.tasks.closedRows.filter((taskId) => !this.finished.has(taskId));
  }

  /** one per attempt of external workers */
  get begunTypes(): readonly string[] {
    return this.begun;
  }

  get attemptOutcomes(): readonly EndedAttempt[] {
    return this.outcomes;
  }

  /** Rows for the write set, without delays and locks of tasks that this transaction closes. */
  get rows() {
    return {
      openedCustomTasks: this.tasks.openedRows,
      postponedCustomTasks: [...this.postponed.values()].filter(({ taskId }) => !this.tasks.isClosed(taskId)),
      closedCustomTasks: this.tasks.closedRows,
      customTaskRetries: this.retries,
      releasedLocks: [...this.unlocked.values()].filter(({ taskId }) => !this.tasks.isClosed(taskId)),
      extendedLocks: [...this.extended.values()].filter(({ taskId }) => !this.isReleased(taskId)),
    };
  }

  /** @param ordinal of the activity instance or the listener job */
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
    this.tasks.open(taskId, {
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
      priority: event.type === 'JobCreated' ? (event.priority ?? priorityOf(from.model.elements.get(element))) : 0,
      attempt: this.attempted.get(taskId) ?? 0,
      traceparent: origin === undefined ? null : writeTraceparent(origin),
    });
  }

  private closeWork(from: WorkingInstance, element: string, entry: ActivityInstanceOrdinal): void {
    if (hasTypedWork(from.model.elements.get(element))) this.tasks.close(entityId(from.id, entry));
  }
}

/** Excludes listener jobs: their separate inputs name no secrets. */
function isWork(event: JobCreated | JobOpened): boolean {
  return event.type === 'JobCreated' || event.purpose.kind === 'adHoc';
}

function secretsNamedFor(element: ElementModel | undefined): SecretsOfInputs | null {
  return element === undefined ? null : secretsOfInputs(element);
}

function priorityOf(element: ElementModel | undefined): number {
  const work = element === undefined ? undefined : workOf(element);
  return work?.kind === 'typed' ? (work.priority ?? 0) : 0;
}

/** See docs/contributing/spec/elements.md#service-task. A multi-instance body has no task: closing it has no effect. */
function hasTypedWork(element: ElementModel | undefined): boolean {
  return element !== undefined && workOf(element)?.kind === 'typed';
}
