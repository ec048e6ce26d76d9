import type { EngineCommand, Rejection } from '../engine/commands.ts';
import { decide } from '../engine/decide.ts';
import { indexChangeOf } from '../engine/effects.ts';
import type { DefinitionEvent, EngineEvent, Ordinal } from '../engine/events.ts';
import type { ProcessModel } from '../engine/model.ts';
import type { EngineContext } from '../engine/run.ts';
import { writeSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState, isTerminal } from '../engine/state.ts';
import type { Command } from '../messages/commands.ts';
import { entityId } from '../platform/ids.ts';
import type { DefinitionRow } from '../store/definitions.ts';
import type { InboxRow } from '../store/inbox.ts';
import type { StoredInstance } from '../store/instances.ts';
import type { JournalRow } from '../store/journal.ts';
import type { ProcessRow } from '../store/processes.ts';
import type { TaskRoute } from '../store/routes.ts';
import type { UserTaskIndexRow } from '../store/user-task-index.ts';
import type { WriteSet } from '../store/write-set.ts';

/** An instance in work: locked, its state a private copy that `decide` brings forward. */
export interface WorkingInstance {
  readonly id: string;
  readonly definitionId: string;
  readonly model: ProcessModel;
  readonly state: InstanceState;
  seq: number;
  isChanged: boolean;
}

/** What a command did to an instance, for logs and metrics after the commit. */
export interface InstanceChange {
  readonly commandId: string;
  readonly commandKind: Command['kind'];
  readonly instance: WorkingInstance;
  readonly events: readonly EngineEvent[];
}

/** What the transaction read before it decides. */
export interface LoadedRows {
  readonly instances: ReadonlyMap<string, WorkingInstance>;
  readonly tasks: ReadonlyMap<string, TaskRoute>;
  readonly processes: ReadonlyMap<string, ProcessRow>;
  /** by definition id, for the processes that may be started */
  readonly models: ReadonlyMap<string, ProcessModel>;
}

/** One envelope being decided: what was loaded, what is to be written. Handlers change nothing else. */
export class UnitOfWork {
  readonly loaded: LoadedRows;
  readonly context: EngineContext;
  readonly changes: InstanceChange[] = [];
  readonly replies: InboxRow[] = [];
  readonly followUps: Command[] = [];
  readonly definitions: DefinitionRow[] = [];
  private readonly journal: JournalRow[] = [];
  private readonly instances = new Map<string, WorkingInstance>();
  private readonly userTasks = new Map<string, UserTaskIndexRow>();
  private readonly processes = new Map<string, ProcessRow>();

  constructor(loaded: LoadedRows, context: EngineContext) {
    this.loaded = loaded;
    this.context = context;
  }

  instance(id: string): WorkingInstance | undefined {
    return this.instances.get(id) ?? this.loaded.instances.get(id);
  }

  /** A process as it stands after the commands decided so far. */
  process(key: string): ProcessRow | undefined {
    return this.processes.get(key) ?? this.loaded.processes.get(key);
  }

  /** A new instance of a process that was loaded; `decide` with StartInstance follows. */
  newInstance(id: string, definitionId: string): WorkingInstance {
    const model = this.loaded.models.get(definitionId);
    if (model === undefined) throw new Error(`the model of '${definitionId}' was not loaded`);
    return { id, definitionId, model, state: initialState(), seq: 0, isChanged: false };
  }

  /** Applies an engine command to an instance and takes its events into the unit. @returns the rejection, if the rules refuse it */
  decide(command: Command, instance: WorkingInstance, engineCommand: EngineCommand): Rejection | undefined {
    const decision = decide(instance.model, instance.state, engineCommand, this.context);
    if (!decision.ok) return decision.rejection;
    const { events } = decision;
    if (events.length === 0) return undefined;
    instance.seq += 1;
    instance.isChanged = true;
    this.instances.set(instance.id, instance);
    this.journal.push({ subjectId: instance.id, kind: 'i', seq: instance.seq, commandId: command.id, events });
    this.changes.push({ commandId: command.id, commandKind: command.kind, instance, events });
    for (const event of events) this.index(instance.id, event);
    return undefined;
  }

  /** Takes a changed process and what happened to it into the unit. */
  changeProcess(command: Command, process: ProcessRow, events: readonly DefinitionEvent[]): void {
    const next = { ...process, seq: process.seq + 1 };
    this.processes.set(next.key, next);
    this.journal.push({ subjectId: next.subjectId, kind: 'd', seq: next.seq, commandId: command.id, events });
  }

  /** Everything to be written, once all commands are decided. */
  writeSet(doneFollowUps: readonly string[]): WriteSet {
    return {
      journal: this.journal,
      instances: [...this.instances.values()].filter((i) => i.isChanged).map(storedInstance),
      userTasks: [...this.userTasks.values()],
      processes: [...this.processes.values()],
      definitions: this.definitions,
      replies: this.replies,
      followUps: this.followUps,
      doneFollowUps,
    };
  }

  private index(instanceId: string, event: EngineEvent): void {
    const change = indexChangeOf(event);
    if (change === undefined) return;
    const taskId = taskIdOf(instanceId, change.entry);
    this.userTasks.set(taskId, { taskId, instanceId, entry: change.entry, isOpen: change.kind === 'openUserTask' });
  }
}

/** The activity instance id of a user task on the wire. */
function taskIdOf(instanceId: string, entry: Ordinal): string {
  return entityId(instanceId, entry);
}

function storedInstance(instance: WorkingInstance): StoredInstance {
  const { id, definitionId, seq, state } = instance;
  return { id, definitionId, seq, isTerminal: isTerminal(state), snapshot: writeSnapshot(state) };
}
