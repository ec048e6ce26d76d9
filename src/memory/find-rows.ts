import { RestorePoint } from '../engine/state/restore-point.ts';
import { isTerminal } from '../engine/state.ts';
import { UNCOUNTED_DEPTH } from '../messages/causation.ts';
import type { Command } from '../messages/commands.ts';
import { processSubjectId } from '../platform/ids.ts';
import { addressText, type EventAddress } from '../store/address-locks.ts';
import type { CustomTaskRow } from '../store/custom-tasks.ts';
import type { ProcessRow } from '../store/processes.ts';
import type { StartTriggerRow } from '../store/start-triggers.ts';
import type { SubscriptionAddress } from '../store/subscriptions.ts';
import type { Needs } from '../worker/commands/command-handler.ts';
import { needsOf } from '../worker/commands/registry.ts';
import type { CalledVersion } from '../worker/effects/execute-effects.ts';
import { MAX_DELIVERIES } from '../worker/events/deliver-in-order.ts';
import { type LoadedRows, NO_ROWS } from '../worker/unit-of-work/loaded-rows.ts';
import { endingOf, type LoadedRestore } from '../worker/unit-of-work/restore.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import type { KeptTask, MemoryTables } from './memory-tables.ts';

/** Limit of one instance queue in one transaction. */
const MAX_QUEUED_COMMANDS = 500;

/** Finds rows like `loadRows` of the worker. The caller loads the models. */
export function findRows(tables: MemoryTables, command: Command): Omit<LoadedRows, 'models'> {
  const needs = needsOf(command);
  const subscriptions = subscriptionsFor(tables, needs);
  const tasks = [tables.userTasks.get(needs.taskId ?? '')].filter((row) => row !== undefined);
  const incidents = [tables.incidents.get(needs.incidentId ?? '')].filter((row) => row !== undefined);
  const found = [...subscriptions.values()].flat().slice(0, MAX_DELIVERIES);
  const ids = [...(needs.instanceIds ?? []), ...[...tasks, ...incidents, ...found].map(({ instanceId }) => instanceId)];
  const { commandQueueOf } = needs;
  const instances = openAll(tables, commandQueueOf === undefined ? ids : [...ids, commandQueueOf]);
  const customTask = tables.customTasks.get(needs.customTaskId ?? '');
  return {
    ...NO_ROWS,
    instances,
    tasks: new Map(tasks.map((row) => [row.taskId, row])),
    incidents: new Map(incidents.map((row) => [row.incidentId, row])),
    processes: processesFor(tables, needs),
    subscriptions,
    startTriggers: startTriggersFor(tables, command.id, needs),
    instanceCommands:
      commandQueueOf === undefined
        ? []
        : tables.outbox.instanceCommandsOf(
            commandQueueOf,
            instances.get(commandQueueOf)?.wasSuspended === true,
            MAX_QUEUED_COMMANDS,
          ),
    customTasks: new Map(customTask === undefined ? [] : [[customTask.taskId, rowOf(customTask)]]),
    causations: causationsFor(tables, command),
    chosenVersions: chosenVersionsFor(tables, command.id, needs),
    restores: restoresFor(tables, command.id, instances.get(needs.continues ?? '')),
    // no list of decisions: processes keep those they are deployed with
    decisions: new Map((needs.decisionKeys ?? []).map((key) => [key, { key, highestVersion: 0 }])),
  };
}

/** Opens instances for one command. Omits unknown ids. */
export function openAll(tables: MemoryTables, ids: readonly string[]): Map<string, WorkingInstance> {
  const opened = new Map<string, WorkingInstance>();
  for (const id of new Set(ids)) {
    const instance = tables.open(id);
    if (instance !== undefined) opened.set(id, instance);
  }
  return opened;
}

/** Version of a call activity; like `resolveDefinition` of store/definitions.ts. */
export function resolveVersion(
  tables: MemoryTables,
  { key, binding, value, from }: CalledVersion,
): { definitionId: string; version: number } | undefined {
  const fileId = tables.definitions.get(from)?.fileId;
  const versions = [...tables.definitions.values()].filter((row) => row.key === key).sort((a, b) => b.version - a.version);
  const fits = {
    deployment: versions.filter((row) => row.fileId === fileId),
    version: versions.filter(({ version }) => /^\d{1,9}$/.test(value ?? '') && version === Number(value)),
    versionTag: versions.filter(({ versionTag }) => versionTag !== null && versionTag === value),
  };
  const chosen = Object.hasOwn(fits, binding) ? fits[binding as keyof typeof fits] : versions;
  return chosen[0] ?? (binding === 'deployment' ? versions[0] : undefined);
}

/** Running ones below a root instance, up to `most`; like `countCalled` of store/instances.ts. */
export function countCalled({ instances }: MemoryTables, rootId: string, most: number): number {
  let running = 0;
  for (const { state } of instances.values()) {
    if (state.caller !== null && (state.caller.root ?? state.caller.instanceId) === rootId && state.status === 'running')
      running += 1;
    if (running === most) break;
  }
  return running;
}

/** Subscriptions in order of creation; like `findSubscriptions` of store/subscriptions.ts. */
function subscriptionsAt({ subscriptions }: MemoryTables, { kind, name, key }: EventAddress): SubscriptionAddress[] {
  return [...subscriptions.values()].filter((row) => row.kind === kind && row.name === name && row.key === key);
}

function subscriptionsFor(tables: MemoryTables, { event }: Needs): Map<string, SubscriptionAddress[]> {
  return new Map(event === undefined ? [] : [[addressText(event), subscriptionsAt(tables, event)]]);
}

function startTriggersFor({ startTriggers }: MemoryTables, id: string, { event, conditionsOf }: Needs) {
  const isMeant = ({ key, kind, name }: StartTriggerRow) => {
    if (event !== undefined) return kind === event.kind && name === event.name;
    return kind === 'conditional' && conditionsOf !== undefined && (conditionsOf === '*' || conditionsOf === key);
  };
  return new Map([[id, startTriggers.filter(isMeant).sort(byPlace)]]);
}

/** Sorts like the statements of store/start-triggers.ts. */
function byPlace(a: StartTriggerRow, b: StartTriggerRow): number {
  return byCodePoint(a.key, b.key) || byCodePoint(a.element, b.element) || a.definition - b.definition;
}

/** UTF-8 bytes have the order of code points; JavaScript compares UTF-16. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function processesFor(tables: MemoryTables, { startKey, deployKeys = [] }: Needs): Map<string, ProcessRow> {
  const found = new Map<string, ProcessRow>();
  for (const key of deployKeys) found.set(key, tables.processes.get(key) ?? newProcess(key));
  const started = startKey === undefined ? undefined : tables.processes.get(startKey);
  if (started !== undefined) found.set(started.key, started);
  return found;
}

function newProcess(key: string): ProcessRow {
  const subjectId = processSubjectId(key);
  return { key, subjectId, latestVersion: 0, highestVersion: 0, definitionId: '', isActive: true, seq: 0 };
}

function chosenVersionsFor({ definitions }: MemoryTables, id: string, { startKey, startVersion }: Needs): Map<string, string> {
  if (startVersion === undefined) return new Map();
  const found = [...definitions.values()].find(({ key, version }) => key === startKey && version === startVersion);
  return new Map(found === undefined ? [] : [[id, found.definitionId]]);
}

/** Rows for the caller of an ended instance. */
function restoresFor({ journals }: MemoryTables, commandId: string, ended: WorkingInstance | undefined) {
  const found = new Map<string, LoadedRestore>();
  if (ended === undefined || !isTerminal(ended.state)) return found;
  const { id, seq, definitionId, model, state } = ended;
  const ending = endingOf(ended, journals.get(id)?.at(-1)?.events ?? []);
  const { origin, failedIn, variables } = ending;
  const point = new RestorePoint(origin, failedIn);
  const rows = journals.get(failedIn === undefined ? origin.instanceId : id) ?? [];
  for (const row of rows.slice(0, point.lastRow)) point.add(structuredClone(row));
  const end = { seq, events: ending.eventsBehind(point), variables };
  const { version } = state;
  return found.set(commandId, {
    ok: true,
    restore: { point, before: model, model, definitionId, version, repeats: [], end },
  });
}

function causationsFor(tables: MemoryTables, { causation }: Command): Map<string, number> {
  if (causation === undefined || causation.depth < UNCOUNTED_DEPTH) return new Map();
  return new Map([[causation.root, tables.causations.get(causation.root) ?? 0]]);
}

function rowOf({ taskId, instanceId, entry, typeKey, taskType, attempt, isLocked, failures, retry }: KeptTask): CustomTaskRow {
  return { taskId, instanceId, entry, typeKey, taskType, attempt, isLocked, failures, retry, lockedAt: null };
}
