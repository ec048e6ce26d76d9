import { sql } from 'kysely';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';

type StoredEvent = ReturnType<typeof readEvents>[number];

/** A user task of an event history, open or ended. */
export interface PastTask {
  readonly created: Extract<StoredEvent, { type: 'UserTaskCreated' }>;
  readonly createdAt: Date;
  assignee: string | null;
  /** null: open */
  endedAt: Date | null;
  isCompleted: boolean;
}

/** An incident of an event history, open or ended. */
export interface PastIncident {
  readonly raised: Extract<StoredEvent, { type: 'IncidentRaised' }>;
  readonly raisedAt: Date;
  /** null: open */
  endedAt: Date | null;
  /** true: the activity of the incident ended without a retry of the incident */
  isGone: boolean;
}

/** User tasks and incidents of an instance, in the order of their creation. */
export interface WorkHistory {
  readonly tasks: readonly PastTask[];
  readonly incidents: readonly PastIncident[];
}

/**
 * Reads the user tasks and incidents from the event history of an instance. Returns empty lists for an unknown instance. The cost grows with the length
 * of the history (ADR 0018). `hasLeft`: returns true if the client has disconnected; the read then stops, and the result is incomplete.
 */
export async function readWorkHistory(db: ReadDatabase, instanceId: string, hasLeft: () => boolean): Promise<WorkHistory> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  const reader = new WorkReader();
  for await (const row of readJournalInTurns(db, instanceId, { after: 0, upTo: known?.seq ?? 0 })) {
    if (hasLeft()) break;
    for (const event of readEvents(instanceId, row)) reader.read(event, row.at);
  }
  return { tasks: [...reader.tasks.values()], incidents: reader.all };
}

class WorkReader {
  readonly tasks = new Map<number, PastTask>();
  readonly all: PastIncident[] = [];
  private readonly open = new Map<number, PastIncident>();

  read(event: StoredEvent, at: Date): void {
    switch (event.type) {
      case 'UserTaskCreated':
        this.tasks.set(event.entry, {
          created: event,
          createdAt: at,
          assignee: event.assignee,
          endedAt: null,
          isCompleted: false,
        });
        return;
      case 'UserTaskClaimed':
      case 'UserTaskUnclaimed': {
        const task = this.tasks.get(event.entry);
        if (task !== undefined) task.assignee = event.type === 'UserTaskClaimed' ? event.userId : task.created.assignee;
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

/** Reads the names of the user tasks of a process version, by activity id. Returns {} for an unknown version. */
export async function readTaskNames(db: ReadDatabase, definitionId: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ names: string | null }>`
    select task_names::text as names from q_definition where definition_id = ${definitionId}`.execute(db);
  return JSON.parse(rows[0]?.names ?? '{}') as Readonly<Record<string, string>>;
}
