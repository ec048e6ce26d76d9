import type { ChildStartRequested, EngineEvent, JobCreated, UserTaskCreated } from './events.ts';
import { isAfterWork, type JobOpened } from './job-events.ts';
import { goesOnBeside } from './open-incidents.ts';
import type { EntryOrdinal, JobOrdinal } from './ordinals.ts';

/** The facts behind what waits for people, workers and called instances: a state knows that it waits, the facts know what for. */
export class OpenFacts {
  readonly userTasks: Map<EntryOrdinal, UserTaskCreated> = new Map();
  readonly jobs: Map<EntryOrdinal, JobCreated> = new Map();
  readonly ownJobs: Map<JobOrdinal, JobOpened> = new Map();
  readonly calls: Map<EntryOrdinal, ChildStartRequested> = new Map();

  /** Follows the events of one journal, in order. */
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
      case 'IncidentRaised':
        if (!goesOnBeside(event.repeat)) this.endWork(event.entry);
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

  private endWork(entry: EntryOrdinal | null): void {
    if (entry === null) return;
    this.jobs.delete(entry);
    this.calls.delete(entry);
  }
}
