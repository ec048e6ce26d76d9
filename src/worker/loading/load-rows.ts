import type { Connection } from '../../db/connection.ts';
import { getOrAdd } from '../../engine/collections.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { type Causation, UNCOUNTED_DEPTH } from '../../messages/causation.ts';
import type { Command } from '../../messages/commands.ts';
import { addressText, type EventAddress, lockAddresses } from '../../store/address-locks.ts';
import { readCausations } from '../../store/causations.ts';
import { offeredTypes } from '../../store/custom-task-hosts.ts';
import { type CustomTaskRow, lockCustomTasks } from '../../store/custom-tasks.ts';
import { type IncidentRoute, routeIncidents } from '../../store/incidents.ts';
import { lockInstances } from '../../store/instances.ts';
import { readMailboxes } from '../../store/outbox.ts';
import { routeUserTasks, type TaskRoute } from '../../store/routes.ts';
import { findStartConditions, findStartTriggers, type StartTriggerRow } from '../../store/start-triggers.ts';
import { findSubscriptions, type SubscriptionAddress } from '../../store/subscriptions.ts';
import { MAX_DELIVERIES } from '../events/deliver-in-order.ts';
import type { Needs } from '../handlers/command-handler.ts';
import { needsOf } from '../handlers/registry.ts';
import { pausePoint } from '../pause-points.ts';
import type { LoadedRows } from '../unit-of-work/loaded-rows.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { loadLetters } from './load-letters.ts';
import { loadProcesses } from './load-processes.ts';
import { loadRestores } from './load-restores.ts';
import type { Loading } from './loading.ts';
import type { ModelCache } from './model-cache.ts';
import { openInstance } from './open-instance.ts';

/** Commands of one mailbox that one transaction applies; the sweep finds the rest. */
const MAX_MAILBOX = 500;

/**
 * Steps 1 and 2 of the transaction: finds what the commands touch and locks it; addresses of messages and signals before processes, processes
 * before instances, each in key order (docs/architecture.md#the-transaction).
 * @param opened addresses at which these commands begin to wait, as an attempt before this one has shown
 */
export async function loadRows(
  loading: Loading,
  commands: readonly Command[],
  opened: readonly EventAddress[] = [],
): Promise<LoadedRows> {
  const { connection, models } = loading;
  const needs = new Map(commands.map((command) => [command.id, needsOf(command)]));
  const all = [...needs.values()];
  const [, tasks, incidents, subscriptions, startTriggers] = await Promise.all([
    lockAddresses(
      connection,
      all.flatMap(({ event }) => event ?? []),
      opened,
    ),
    loadTasks(connection, all),
    loadIncidents(connection, all),
    loadSubscriptions(connection, all),
    loadStartTriggers(connection, needs),
  ]);
  await pausePoint('after-route', idsOf(commands));
  const { processes, definitions } = await loadProcesses(connection, models, all);
  const mailboxOf = all.flatMap((n) => n.mailboxOf ?? []);
  const instanceIds = [
    ...all.flatMap((n) => n.instanceIds ?? []),
    ...[...tasks.values(), ...incidents.values()].map((route) => route.instanceId),
    ...[...subscriptions.values()].flatMap((found) => found.slice(0, MAX_DELIVERIES).map((s) => s.instanceId)),
    ...mailboxOf,
  ];
  const clock: LockClock = {};
  const instances = await lockAll(loading, instanceIds, clock);
  const mailbox = mailboxOf.length === 0 ? [] : await readMailboxes(connection, mailboxOf, MAX_MAILBOX);
  const customTasks = await loadCustomTasks(connection, all);
  const causations = await loadCausations(connection, [...commands, ...mailbox]);
  const catalog = all.some((n) => n.deployKeys !== undefined) ? await offeredTypes(connection) : new Map<string, null>();
  const letters = await loadLetters(connection, needs);
  const restores = await loadRestores(loading, needs, instances);
  await pausePoint('after-lock', idsOf(commands));
  const definitionIds = [
    ...all.flatMap((n) => (n.startKey === undefined ? [] : (processes.get(n.startKey)?.definitionId ?? []))),
    ...all.flatMap((n) => n.definitionIds ?? []),
    ...[...startTriggers.values()].flat().map((trigger) => trigger.definitionId),
  ];
  const loadedModels = await loadModels(connection, models, definitionIds);
  const rows = {
    instances,
    tasks,
    incidents,
    processes,
    models: loadedModels,
    subscriptions,
    startTriggers,
    mailbox,
    definitions,
    customTasks,
    causations,
    catalog,
    letters,
    restores,
  };
  return clock.waitedMs === undefined ? rows : { ...rows, lockWaitMs: clock.waitedMs };
}

async function loadTasks(connection: Connection, needs: readonly Needs[]): Promise<Map<string, TaskRoute>> {
  const ids = needs.flatMap((n) => n.taskId ?? []);
  const routes = ids.length === 0 ? [] : await routeUserTasks(connection, ids);
  return new Map(routes.map((route) => [route.taskId, route]));
}

async function loadIncidents(connection: Connection, needs: readonly Needs[]): Promise<Map<string, IncidentRoute>> {
  const ids = needs.flatMap((n) => n.incidentId ?? []);
  const routes = ids.length === 0 ? [] : await routeIncidents(connection, ids);
  return new Map(routes.map((route) => [route.incidentId, route]));
}

/** After the instances: no transaction that holds one of these rows waits for an instance. */
async function loadCustomTasks(connection: Connection, needs: readonly Needs[]): Promise<Map<string, CustomTaskRow>> {
  const ids = [...new Set(needs.flatMap((n) => n.customTaskId ?? []))];
  const rows = ids.length === 0 ? [] : await lockCustomTasks(connection, ids);
  return new Map(rows.map((row) => [row.taskId, row]));
}

/** Of long chains only: the others are not counted. */
function loadCausations(
  connection: Connection,
  caused: readonly { readonly causation?: Causation | undefined }[],
): Promise<Map<string, number>> {
  const long = caused.flatMap(({ causation }) =>
    causation !== undefined && causation.depth >= UNCOUNTED_DEPTH ? causation.root : [],
  );
  return readCausations(connection, [...new Set(long)]);
}

/** No other transaction opens or takes one before the commit: the statement before has locked the addresses. */
async function loadSubscriptions(connection: Connection, needs: readonly Needs[]): Promise<Map<string, SubscriptionAddress[]>> {
  const addresses = new Map(needs.flatMap(({ event }) => (event === undefined ? [] : [[addressText(event), event]])));
  const find = async ([text, { kind, name, key }]: [string, EventAddress]) =>
    [text, await findSubscriptions(connection, kind, name, key)] as const;
  return new Map(await Promise.all([...addresses].map(find)));
}

async function loadStartTriggers(
  connection: Connection,
  needs: ReadonlyMap<string, Needs>,
): Promise<Map<string, StartTriggerRow[]>> {
  const lookUps = new Map<string, Promise<StartTriggerRow[]>>();
  const once = (what: string, find: () => Promise<StartTriggerRow[]>) => getOrAdd(lookUps, what, find);
  const found = [...needs].map(async ([id, { event, conditionsOf }]): Promise<[string, StartTriggerRow[]] | undefined> => {
    if (event !== undefined)
      return [id, await once(`${event.kind} ${event.name}`, () => findStartTriggers(connection, event.kind, event.name))];
    if (conditionsOf === undefined) return undefined;
    return [id, await findStartConditions(connection, conditionsOf === '*' ? null : conditionsOf)];
  });
  return new Map((await Promise.all(found)).filter((one) => one !== undefined));
}

/** How long a transaction waited for its row locks, round trip included; absent when it locked nothing. */
export interface LockClock {
  waitedMs?: number;
}

/** Locks instances and makes them ready to be decided on. */
export async function lockAll(
  loading: Loading,
  ids: readonly string[],
  clock: LockClock = {},
): Promise<Map<string, WorkingInstance>> {
  const instances = new Map<string, WorkingInstance>();
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return instances;
  const began = performance.now();
  const locked = await lockInstances(loading.connection, distinct);
  clock.waitedMs = performance.now() - began;
  for (const stored of locked) {
    instances.set(stored.id, await openInstance(loading, stored));
  }
  return instances;
}

/** Models by definition id. */
export async function loadModels(
  connection: Connection,
  models: ModelCache,
  definitionIds: readonly string[],
): Promise<Map<string, ProcessModel>> {
  const loaded = new Map<string, ProcessModel>();
  for (const definitionId of new Set(definitionIds)) {
    if (definitionId !== '') loaded.set(definitionId, await models.get(connection, definitionId));
  }
  return loaded;
}

export function idsOf(commands: readonly Command[]): string[] {
  return commands.map((command) => command.id);
}
