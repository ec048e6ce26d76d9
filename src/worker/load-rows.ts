import type { Connection } from '../db/connection.ts';
import { apply } from '../engine/apply.ts';
import type { EngineEvent } from '../engine/events.ts';
import { readSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState } from '../engine/state.ts';
import type { Command } from '../messages/commands.ts';
import { processSubjectId } from '../platform/ids.ts';
import { lockInstances, type StoredInstance } from '../store/instances.ts';
import { readJournal } from '../store/journal.ts';
import { findProcesses, lockProcesses, type ProcessRow } from '../store/processes.ts';
import { routeUserTasks, type TaskRoute } from '../store/routes.ts';
import type { Needs } from './command-handler.ts';
import { needsOf } from './handlers/registry.ts';
import type { ModelCache } from './model-cache.ts';
import { pausePoint } from './pause-points.ts';
import type { LoadedRows, WorkingInstance } from './unit-of-work.ts';

/** Steps 1 and 2 of the transaction: finds what the commands touch and locks it; processes before instances, each in key order (house 6). */
export async function loadRows(connection: Connection, models: ModelCache, commands: readonly Command[]): Promise<LoadedRows> {
  const needs = commands.map(needsOf);
  const tasks = await loadTasks(connection, needs);
  await pausePoint('after-route', idsOf(commands));
  const processes = await loadProcesses(connection, needs);
  const instanceIds = new Set(pick(needs, 'instanceId'));
  for (const route of tasks.values()) instanceIds.add(route.instanceId);
  const instances = new Map<string, WorkingInstance>();
  if (instanceIds.size > 0) {
    for (const stored of await lockInstances(connection, [...instanceIds])) {
      instances.set(stored.id, await working(connection, models, stored));
    }
  }
  await pausePoint('after-lock', idsOf(commands));
  return { instances, tasks, processes, models: await loadModels(connection, models, needs, processes) };
}

async function loadTasks(connection: Connection, needs: readonly Needs[]): Promise<Map<string, TaskRoute>> {
  const ids = pick(needs, 'taskId');
  const routes = ids.length === 0 ? [] : await routeUserTasks(connection, ids);
  return new Map(routes.map((route) => [route.taskId, route]));
}

async function loadProcesses(connection: Connection, needs: readonly Needs[]): Promise<Map<string, ProcessRow>> {
  const found = new Map<string, ProcessRow>();
  const deployKeys = [...new Set(needs.flatMap((n) => n.deployKeys ?? []))];
  if (deployKeys.length > 0) {
    const rows = await lockProcesses(
      connection,
      deployKeys.map((key) => ({ key, subjectId: processSubjectId(key) })),
    );
    for (const row of rows) found.set(row.key, row);
  }
  const startKeys = [...new Set(pick(needs, 'startKey'))].filter((key) => !found.has(key));
  if (startKeys.length > 0) for (const row of await findProcesses(connection, startKeys)) found.set(row.key, row);
  return found;
}

async function loadModels(
  connection: Connection,
  models: ModelCache,
  needs: readonly Needs[],
  processes: ReadonlyMap<string, ProcessRow>,
) {
  const loaded = new Map<string, Awaited<ReturnType<ModelCache['get']>>>();
  for (const key of new Set(pick(needs, 'startKey'))) {
    const definitionId = processes.get(key)?.definitionId;
    if (definitionId) loaded.set(definitionId, await models.get(connection, definitionId));
  }
  return loaded;
}

async function working(connection: Connection, models: ModelCache, stored: StoredInstance): Promise<WorkingInstance> {
  const { id, definitionId, seq } = stored;
  const state = readSnapshot(stored.snapshot) ?? (await foldJournal(connection, id));
  return { id, definitionId, model: await models.get(connection, definitionId), state, seq, isChanged: false };
}

/** A snapshot of another version is no loss: the journal is the truth. */
async function foldJournal(connection: Connection, instanceId: string): Promise<InstanceState> {
  const state = initialState();
  for (const { at, events } of await readJournal(connection, instanceId))
    for (const event of events) apply(state, event as EngineEvent, at);
  return state;
}

function pick<K extends 'instanceId' | 'taskId' | 'startKey'>(needs: readonly Needs[], key: K): string[] {
  return needs.flatMap((n) => n[key] ?? []);
}

export function idsOf(commands: readonly Command[]): string[] {
  return commands.map((command) => command.id);
}
