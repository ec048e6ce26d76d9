import { renamedJob } from './apply-migration.ts';
import type { ChildStartRequested, EngineEvent, JobCreated, UserTaskCreated } from '../events.ts';
import { isAfterWork, type JobOpened } from '../events/job-events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../migration/migrations.ts';
import { isNonBlocking } from './open-incidents.ts';
import type { EntryOrdinal, JobOrdinal } from '../ordinals.ts';

/** Events that created the open user tasks, jobs and calls of an instance. The state has only their ordinals; these events have the details. */
export class OpenFacts {
  readonly userTasks: Map<EntryOrdinal, UserTaskCreated> = new Map();
  readonly jobs: Map<EntryOrdinal, JobCreated> = new Map();
  readonly ownJobs: Map<JobOrdinal, JobOpened> = new Map();
  readonly calls: Map<EntryOrdinal, ChildStartRequested> = new Map();

  /** Must be called with all events of one history, in order. */
  note(event: EngineEvent): void {
    switch (event.type) {
      case 'InstanceRestored':
        for (const facts of [this.userTasks, this.jobs, this.ownJobs, this.calls]) facts.clear();
        return;
      case 'UserTaskCreated':
        this.userTasks.set(event.entry, event);
        return;
      case 'JobCreated':
        this.jobs.set(event.entry, event);
        return;
      case 'ChildStartRequested':
        this.calls.set(event.entry, event);
        return;
      case 'JobOpened':
        this.ownJobs.set(event.job, event);
        if (isAfterWork(event.purpose)) this.endWork(event.entry);
        return;
      case 'JobClosed':
        this.ownJobs.delete(event.job);
        return;
      case 'InstanceMigrated':
        this.rename(event);
        return;
      case 'IncidentRaised':
        if (!isNonBlocking(event.repeat)) this.endWork(event.entry);
        return;
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        this.userTasks.delete(event.entry);
        this.endWork(event.entry);
        return;
      default:
        return;
    }
  }

  private rename(event: InstanceMigrated): void {
    const [elements, flows] = [renamedBy(event.elements), renamedBy(event.flows)];
    for (const facts of [this.userTasks, this.jobs, this.calls] as Map<EntryOrdinal, { readonly element: string }>[])
      for (const [entry, fact] of facts) facts.set(entry, { ...fact, element: newIdOf(elements, fact.element) });
    for (const [job, fact] of this.ownJobs) this.ownJobs.set(job, { ...fact, ...renamedJob(fact, elements, flows) });
    for (const task of event.userTasks ?? []) {
      const before = this.userTasks.get(task.entry);
      if (before === undefined) continue;
      const { element } = before;
      this.userTasks.set(task.entry, { type: 'UserTaskCreated', elementType: 'userTask', element, ...task });
    }
  }

  /** Removes the work of an activity instance that has a result or has failed. */
  endWork(entry: EntryOrdinal | null): void {
    if (entry === null) return;
    this.jobs.delete(entry);
    this.calls.delete(entry);
  }
}
