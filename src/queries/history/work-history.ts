import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';

type StoredEvent = ReturnType<typeof readEvents>[number];

/** User task of a history, open or ended. */
export interface PastTask {
  readonly created: Extract<StoredEvent, { type: 'UserTaskCreated' }>;
  readonly createdAt: Date;
  assignee: string | null;
  /** assignee without a claim */
  plannedAssignee: string | null;
  dueAt: number | null;
  followUpAt: number | null;
  priority: number | null;
  /** null: open */
  endedAt: Date | null;
  isCompleted: boolean;
}

/** Incident of a history, open or ended. */
export interface PastIncident {
  readonly raised: Extract<StoredEvent, { type: 'IncidentRaised' }>;
  readonly raisedAt: Date;
  /** null: open */
  endedAt: Date | null;
  /** the activity ended without a retry of the incident */
  isGone: boolean;
}

/** `failed`: no attempt is left; other failures are not in the event history. */
export interface JobChange {
  readonly job: Extract<StoredEvent, { type: 'JobCreated' }>;
  readonly kind: 'created' | 'failed' | 'completed' | 'cancelled';
  readonly at: Date;
  readonly message: string | null;
}

/** User tasks, incidents and changes of jobs of an instance, in order of their beginning. */
export interface WorkHistory {
  readonly jobChanges: readonly JobChange[];
  readonly tasks: readonly PastTask[];
  readonly incidents: readonly PastIncident[];
}

/**
 * The cost grows with the length of the event history (ADR 0018). `hasLeft`: whether the client has disconnected; the read then stops, and the result is
 * incomplete.
 */
export async function readWorkHistory(db: ReadDatabase, instanceId: string, hasLeft: () => boolean): Promise<WorkHistory> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  const reader = new WorkReader();
  for await (const row of readJournalInTurns(db, instanceId, { after: 0, upTo: known?.seq ?? 0 })) {
    if (hasLeft()) break;
    for (const event of readEvents(instanceId, row)) reader.read(event, row.at);
  }
  return { tasks: [...reader.tasks.values()], incidents: reader.all, jobChanges: reader.jobs.changes };
}

class WorkReader {
  readonly tasks = new Map<number, PastTask>();
  readonly all: PastIncident[] = [];
  readonly jobs = new JobReader();
  private readonly open = new Map<number, PastIncident>();

  read(event: StoredEvent, at: Date): void {
    this.jobs.read(event, at);
    switch (event.type) {
      case 'UserTaskCreated':
        this.tasks.set(event.entry, createdTask(event, at));
        return;
      case 'UserTaskClaimed':
      case 'UserTaskUnclaimed': {
        const task = this.tasks.get(event.entry);
        if (task !== undefined) task.assignee = event.type === 'UserTaskClaimed' ? event.userId : task.plannedAssignee;
        return;
      }
      case 'UserTaskEdited': {
        const task = this.tasks.get(event.entry);
        if (task !== undefined) editTask(task, event);
        return;
      }
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled': {
        const task = this.tasks.get(event.entry);
        if (task !== undefined) Object.assign(task, { endedAt: at, isCompleted: event.type === 'ElementCompleted' });
        return;
      }
      case 'IncidentRaised': {
        const incident = { raised: event, raisedAt: at, endedAt: null, isGone: false };
        this.all.push(incident);
        this.open.set(event.incident, incident);
        return;
      }
      case 'IncidentEnded': {
        const incident = this.open.get(event.incident);
        if (incident !== undefined) Object.assign(incident, { endedAt: at, isGone: event.outcome === 'gone' });
        return;
      }
      default:
    }
  }
}

class JobReader {
  readonly changes: JobChange[] = [];
  private readonly open = new Map<number, JobChange['job']>();

  read(event: StoredEvent, at: Date): void {
    switch (event.type) {
      case 'JobCreated':
        // a retry of its incident creates it again
        if (this.open.has(event.entry)) return;
        this.open.set(event.entry, event);
        this.note(event.entry, 'created', at);
        return;
      case 'IncidentRaised':
        if (event.entry !== null && event.repeat.kind === 'job') this.note(event.entry, 'failed', at, event.message);
        return;
      case 'ElementCompleted':
        this.note(event.entry, 'completed', at);
        this.open.delete(event.entry);
        return;
      case 'ElementFailed':
        this.note(event.entry, 'failed', at, event.message);
        this.open.delete(event.entry);
        return;
      case 'ElementCancelled':
        this.note(event.entry, 'cancelled', at);
        this.open.delete(event.entry);
        return;
      default:
    }
  }

  private note(entry: number, kind: JobChange['kind'], at: Date, message: string | null = null): void {
    const job = this.open.get(entry);
    if (job !== undefined) this.changes.push({ job, kind, at, message });
  }
}

function createdTask(created: PastTask['created'], createdAt: Date): PastTask {
  const { assignee, plan: { dueAt = null, followUpAt = null, priority = null } = {} } = created;
  const plan = { dueAt, followUpAt, priority };
  return { created, createdAt, assignee, plannedAssignee: assignee, ...plan, endedAt: null, isCompleted: false };
}

function editTask(task: PastTask, edit: Extract<StoredEvent, { type: 'UserTaskEdited' }>): void {
  if (edit.assignee !== undefined) Object.assign(task, { assignee: edit.assignee, plannedAssignee: edit.assignee });
  const { dueAt = task.dueAt, followUpAt = task.followUpAt, priority = task.priority } = edit;
  Object.assign(task, { dueAt, followUpAt, priority });
}

/** Reads user task names by activity id. */
export async function readTaskNames(db: ReadDatabase, definitionId: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ names: string | null }>`
    select task_names::text as names from q_definition where definition_id = ${definitionId}`.execute(db);
  return JSON.parse(rows[0]?.names ?? '{}') as Readonly<Record<string, string>>;
}
