import type { Connection } from '../../db/connection.ts';
import { getOrAdd } from '../../engine/collections.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { type Causation, UNCOUNTED_DEPTH } from '../../messages/causation.ts';
import type { Command } from '../../messages/commands.ts';
import { isWithin, splitPatterns } from '../../platform/access-roles.ts';
import { addressText, type EventAddress, lockAddresses } from '../../store/address-locks.ts';
import { type BufferedMessage, findBuffered, findStored, isMessageIdUsed } from '../../store/buffered-messages.ts';
import { readCausations } from '../../store/causations.ts';
import { offeredTypes } from '../../store/custom-task-locks.ts';
import { type CustomTaskRow, lockCustomTasks } from '../../store/custom-tasks.ts';
import { findVersion } from '../../store/deletions.ts';
import { type OpenedInbox, openInbox } from '../../store/inbox.ts';
import { type IncidentRoute, routeIncidents } from '../../store/incidents.ts';
import { lockInstances, lockInstancesOfTasks } from '../../store/instances.ts';
import { type QueuedInstanceCommand, readInstanceQueues, readNewInstanceCommands } from '../../store/outbox.ts';
import { routeUserTasks, type TaskRoute } from '../../store/routes.ts';
import { findStartConditions, findStartTriggers, type StartTriggerRow } from '../../store/start-triggers.ts';
import { findReceiversWithin, findSubscriptions, type SubscriptionAddress } from '../../store/subscriptions.ts';
import { countRunning } from '../../store/suspensions.ts';
import type { Needs } from '../commands/command-handler.ts';
import { needsOf } from '../commands/registry.ts';
import { MAX_DELIVERIES } from '../events/deliver-in-order.ts';
import { pausePoint } from '../pause-points.ts';
import { type LoadedRows, NO_ROWS } from '../unit-of-work/loaded-rows.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import type { LoadContext } from './load-context.ts';
import { loadDecisions } from './load-decisions.ts';
import { loadLetters } from './load-letters.ts';
import { loadProcesses } from './load-processes.ts';
import { type ErasureRoute, loadDeletions, loadErasures, loadRemovals, routeErasures } from './load-removals.ts';
import { loadRestores } from './load-restores.ts';
import { loadTargets } from './load-targets.ts';
import type { ModelCache } from './model-cache.ts';
import { openInstance } from './open-instance.ts';

/** Commands of instance queues per transaction; the recovery scan finds the rest. */
const MAX_QUEUED_COMMANDS = 500;

/**
 * Steps 1 to 3 of the transaction: locks the rows of the commands, then reads the clock and the inbox. Lock order: addresses of messages and signals,
 * processes, instances, each in key order (docs/contributing/architecture.md#the-transaction).
 * @param opened addresses at which these commands open subscriptions, known from an earlier attempt
 */
export async function loadRows(
  loading: LoadContext,
  commands: readonly Command[],
  opened: readonly EventAddress[],
): Promise<{ readonly rows: LoadedRows; readonly inbox: OpenedInbox }> {
  const { connection, models } = loading;
  const commandIds = idsOf(commands);
  const needs = new Map(commands.map((command) => [command.id, needsOf(command)]));
  const all = [...needs.values()];
  if (all.every(isDirect)) return loadDirectly(loading, needs, commands, opened);
  const routed = await routeAll(connection, needs, opened);
  const erased = await routeErasures(loading, needs);
  await pausePoint('after-route', commandIds);
  const lastLock = lastLockOf(all);
  // follows the last locking statement, if known, without waiting for its answer
  let early: Promise<OpenedInbox> | undefined;
  const openEarly = () => {
    early = openInbox(connection, commandIds);
    early.catch(() => {}); // handled where it is awaited
  };
  if (lastLock === 'none') openEarly();
  const { processes, definitions, deployments } = await loadProcesses(connection, models, all);
  const commandQueueOf = all.flatMap((n) => n.commandQueueOf ?? []);
  const erasing = [...erased.values()].flatMap(({ running }) => running);
  const clock: LockClock = {};
  const locked = lockAll(loading, [...instancesOf(all, routed), ...commandQueueOf, ...erasing], clock);
  if (lastLock === 'instances') openEarly();
  const instances = await locked;
  const instanceCommands = await loadInstanceQueues(connection, commandQueueOf, instances);
  const customTasks = await loadCustomTasks(connection, all);
  const causations = await loadCausations(connection, [...commands, ...instanceCommands]);
  const catalog = all.some((n) => n.deployKeys !== undefined) ? await offeredTypes(connection) : new Map<string, null>();
  const letters = await loadLetters(connection, needs);
  const restores = await loadRestores(loading, needs, instances);
  const targets = await loadTargets(loading, needs);
  const chosenVersions = await loadChosenVersions(connection, needs);
  const deletions = await loadDeletions(connection, models, needs);
  const running = await loadRunning(connection, all);
  await pausePoint('after-lock', commandIds);
  const definitionIds = [
    ...all.flatMap((n) => (n.startKey === undefined ? [] : (processes.get(n.startKey)?.definitionId ?? []))),
    ...chosenVersions.values(),
    ...[...routed.startTriggers.values()].flat().map((trigger) => trigger.definitionId),
  ];
  const loadedModels = await loadModels(connection, models, definitionIds);
  for (const id of all.flatMap((n) => n.definitionIds ?? [])) loadedModels.set(id, await models.get(connection, id));
  const last = await loadLast(loading, needs, erased);
  const { waitedMs } = clock;
  const instanceCommandIds = instanceCommands.map(({ id }) => id);
  const inbox = await (early ?? openInbox(connection, commandIds, instanceCommandIds));
  const rows = {
    instances,
    processes,
    models: loadedModels,
    instanceCommands,
    definitions,
    customTasks,
    causations,
    catalog,
    letters,
    restores,
    targets,
    chosenVersions,
    deployments,
    deletions,
    running,
    ...(waitedMs !== undefined && { lockWaitMs: waitedMs }),
    ...routed,
    ...last,
    suspendedKeys: inbox.suspendedKeys,
  };
  return { rows, inbox };
}

/** Needs whose rows are locked without the answer of an earlier statement. */
const DIRECT: ReadonlySet<string> = new Set<keyof Needs>(['instanceIds', 'taskId', 'startKey', 'limits']);

function isDirect(need: Needs): boolean {
  for (const name in need) if (!DIRECT.has(name)) return false;
  return true;
}

/** Loads rows for frequent commands. Sends all statements together, in the order of {@link loadRows}, to save round trips. */
async function loadDirectly(
  loading: LoadContext,
  needs: ReadonlyMap<string, Needs>,
  commands: readonly Command[],
  opened: readonly EventAddress[],
): Promise<{ readonly rows: LoadedRows; readonly inbox: OpenedInbox }> {
  const { connection, models } = loading;
  const commandIds = idsOf(commands);
  const all = [...needs.values()];
  await pausePoint('after-route', commandIds); // nothing is locked yet, as at this point of other commands
  const clock: LockClock = {};
  const instanceIds = all.flatMap((need) => need.instanceIds ?? []);
  const taskIds = all.flatMap((need) => need.taskId ?? []);
  const [routed, { processes }, instances, inbox] = await Promise.all([
    routeAll(connection, needs, opened),
    loadProcesses(connection, models, all),
    lockAll(loading, instanceIds, clock, taskIds),
    openInbox(connection, commandIds),
  ]);
  const causations = await loadCausations(connection, commands);
  await pausePoint('after-lock', commandIds);
  const definitionIds = all.flatMap((n) => (n.startKey === undefined ? [] : (processes.get(n.startKey)?.definitionId ?? [])));
  const { waitedMs } = clock;
  const rows = {
    ...NO_ROWS,
    instances,
    processes,
    models: await loadModels(connection, models, definitionIds),
    causations,
    ...(waitedMs !== undefined && { lockWaitMs: waitedMs }),
    ...routed,
    suspendedKeys: inbox.suspendedKeys,
  };
  return { rows, inbox };
}

/** Instances that commands name or lead to. */
function instancesOf(needs: readonly Needs[], routed: Awaited<ReturnType<typeof routeAll>>): readonly string[] {
  const { tasks, incidents, subscriptions } = routed;
  return [
    ...needs.flatMap((n) => n.instanceIds ?? []),
    ...[...tasks.values(), ...incidents.values()].map((route) => route.instanceId),
    ...[...subscriptions.values()].flatMap((found) => found.slice(0, MAX_DELIVERIES).map((s) => s.instanceId)),
  ];
}

/** A start looks up a version, and limits filter receivers. */
const WITHOUT_LOCKS: readonly (keyof Needs)[] = ['startKey', 'startVersion', 'limits'];
const LOCKS_INSTANCES: ReadonlySet<string> = new Set<keyof Needs>([
  'instanceIds',
  'taskId',
  'incidentId',
  'event',
  'messageId',
  'buffered',
  'stored',
]);

function lastLockOf(needs: readonly Needs[]): 'none' | 'instances' | 'others' {
  const members = new Set(needs.flatMap((need) => Object.keys(need)));
  for (const name of WITHOUT_LOCKS) members.delete(name);
  if (members.size === 0) return 'none';
  for (const name of members) if (!LOCKS_INSTANCES.has(name)) return 'others';
  return 'instances';
}

/** Locks these after everything else. */
async function loadLast(loading: LoadContext, needs: ReadonlyMap<string, Needs>, erased: ReadonlyMap<string, ErasureRoute>) {
  const decisions = await loadDecisions(loading, needs);
  const removals = await loadRemovals(loading.connection, needs);
  return { removals, erasures: await loadErasures(loading, erased), ...decisions };
}

/** Step 1: finds the rows that commands lead to. */
async function routeAll(connection: Connection, needs: ReadonlyMap<string, Needs>, opened: readonly EventAddress[]) {
  const all = [...needs.values()];
  const events = all.flatMap(({ event }) => event ?? []);
  const [, tasks, incidents, subscriptions, startTriggers, receiversWithin, buffered] = await Promise.all([
    lockAddresses(connection, events, opened),
    loadTasks(connection, all),
    loadIncidents(connection, all),
    loadSubscriptions(connection, all),
    loadStartTriggers(connection, needs),
    loadReceiversWithin(connection, needs),
    loadBuffered(connection, needs),
  ]);
  return { tasks, incidents, subscriptions, startTriggers, receiversWithin, ...buffered };
}

/** Reads queues without commands that are set aside for suspended instances. */
async function loadInstanceQueues(
  connection: Connection,
  commandQueueOf: readonly string[],
  instances: ReadonlyMap<string, WorkingInstance>,
): Promise<readonly QueuedInstanceCommand[]> {
  const suspended = commandQueueOf.filter((id) => instances.get(id)?.wasSuspended === true);
  const others = suspended.length === 0 ? commandQueueOf : commandQueueOf.filter((id) => !suspended.includes(id));
  const found = others.length === 0 ? [] : await readInstanceQueues(connection, others, MAX_QUEUED_COMMANDS);
  return suspended.length === 0
    ? found
    : [...found, ...(await readNewInstanceCommands(connection, suspended, MAX_QUEUED_COMMANDS))];
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

/** Locks tasks after the instances: no transaction that holds one of these rows waits for an instance. */
async function loadCustomTasks(connection: Connection, needs: readonly Needs[]): Promise<Map<string, CustomTaskRow>> {
  const ids = [...new Set(needs.flatMap((n) => n.customTaskId ?? []))];
  const rows = ids.length === 0 ? [] : await lockCustomTasks(connection, ids);
  return new Map(rows.map((row) => [row.taskId, row]));
}

/** Reads only the sizes of long chains. */
function loadCausations(
  connection: Connection,
  caused: readonly { readonly causation?: Causation | undefined }[],
): Promise<Map<string, number>> {
  const long = caused.flatMap(({ causation }) =>
    causation !== undefined && causation.depth >= UNCOUNTED_DEPTH ? causation.root : [],
  );
  return readCausations(connection, [...new Set(long)]);
}

/** Their addresses are locked, so none is opened or closed before the commit. */
async function loadSubscriptions(connection: Connection, needs: readonly Needs[]): Promise<Map<string, SubscriptionAddress[]>> {
  const addresses = new Map(needs.flatMap(({ event }) => (event === undefined ? [] : [[addressText(event), event]])));
  const found = await findSubscriptions(connection, [...addresses.values()]);
  return new Map([...addresses.keys()].map((text, n) => [text, found[n] ?? []]));
}

async function loadReceiversWithin(
  connection: Connection,
  needs: ReadonlyMap<string, Needs>,
): Promise<Map<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [id, { event, limits }] of needs) {
    if (event !== undefined && limits !== undefined)
      found.set(id, await findReceiversWithin(connection, event, splitPatterns(limits)));
  }
  return found;
}

/** Messages with a time to live, and the use of message ids. Their addresses are locked. */
async function loadBuffered(connection: Connection, needs: ReadonlyMap<string, Needs>) {
  const bufferedMessages = new Map<string, readonly BufferedMessage[]>();
  const usedMessageIds = new Set<string>();
  for (const [commandId, { event, messageId, buffered, stored }] of needs) {
    if (event === undefined) continue;
    if (stored !== undefined) bufferedMessages.set(commandId, await findStored(connection, [stored]));
    if (buffered !== undefined) bufferedMessages.set(commandId, await findBuffered(connection, { id: buffered, ...event }));
    if (messageId !== undefined && (await isMessageIdUsed(connection, event, messageId))) usedMessageIds.add(commandId);
  }
  return { bufferedMessages, usedMessageIds };
}

async function loadStartTriggers(
  connection: Connection,
  needs: ReadonlyMap<string, Needs>,
): Promise<Map<string, StartTriggerRow[]>> {
  const lookUps = new Map<string, Promise<StartTriggerRow[]>>();
  const once = (what: string, find: () => Promise<StartTriggerRow[]>) => getOrAdd(lookUps, what, find);
  const found = [...needs].map(
    async ([id, { event, conditionsOf, limits }]): Promise<[string, StartTriggerRow[]] | undefined> => {
      const within = (rows: StartTriggerRow[]) => (limits === undefined ? rows : rows.filter(({ key }) => isWithin(limits, key)));
      if (event !== undefined) {
        const find = () => findStartTriggers(connection, event.kind, event.name);
        return [id, within(await once(`${event.kind} ${event.name}`, find))];
      }
      if (conditionsOf === undefined) return undefined;
      return [id, within(await findStartConditions(connection, conditionsOf === '*' ? null : conditionsOf))];
    },
  );
  return new Map((await Promise.all(found)).filter((one) => one !== undefined));
}

/** Includes the round trip; absent if nothing was locked. */
export interface LockClock {
  waitedMs?: number;
}

/** Includes those of user tasks. Omits unknown ids. */
export async function lockAll(
  loading: LoadContext,
  ids: readonly string[],
  clock: LockClock = {},
  taskIds: readonly string[] = [],
): Promise<Map<string, WorkingInstance>> {
  const instances = new Map<string, WorkingInstance>();
  const distinct = [...new Set(ids)];
  if (distinct.length === 0 && taskIds.length === 0) return instances;
  const began = performance.now();
  const { connection } = loading;
  const locked = await (taskIds.length === 0
    ? lockInstances(connection, distinct)
    : lockInstancesOfTasks(connection, distinct, taskIds));
  clock.waitedMs = performance.now() - began;
  for (const stored of locked) {
    instances.set(stored.id, await openInstance(loading, stored));
  }
  return instances;
}

/** Definition ids by command id, without unknown versions. */
async function loadChosenVersions(connection: Connection, needs: ReadonlyMap<string, Needs>): Promise<Map<string, string>> {
  const chosen = new Map<string, string>();
  for (const [id, { startKey, startVersion }] of needs) {
    if (startKey === undefined || startVersion === undefined) continue;
    const found = await findVersion(connection, startKey, startVersion);
    if (found !== undefined) chosen.set(id, found.definitionId);
  }
  return chosen;
}

async function loadRunning(connection: Connection, needs: readonly Needs[]): Promise<Map<string, number>> {
  const counted = new Map<string, number>();
  for (const { switchKey, countsRunning } of needs)
    if (switchKey !== undefined && countsRunning === true) counted.set(switchKey, await countRunning(connection, switchKey));
  return counted;
}

/** Models to start, by definition id. */
export async function loadModels(
  connection: Connection,
  models: ModelCache,
  definitionIds: readonly string[],
): Promise<Map<string, ProcessModel>> {
  const loaded = new Map<string, ProcessModel>();
  for (const definitionId of new Set(definitionIds)) {
    if (definitionId !== '') loaded.set(definitionId, await models.getStartable(connection, definitionId));
  }
  return loaded;
}

export function idsOf(commands: readonly Command[]): string[] {
  return commands.map((command) => command.id);
}
