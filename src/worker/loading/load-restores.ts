import type { Connection } from '../../db/connection.ts';
import type { Origin } from '../../engine/events/restore-events.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { RestorePoint } from '../../engine/state/restore-point.ts';
import { ForkedWork, type RepeatedPart, repeatedBy, sinceThen } from '../../engine/state/since-then.ts';
import { isTerminal } from '../../engine/state.ts';
import type { CommandRejection } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import { findVersionOf } from '../../store/definitions.ts';
import { findInstance, readInstance } from '../../store/instances.ts';
import { readJournal } from '../../store/journal.ts';
import type { Needs } from '../commands/command-handler.ts';
import { endingOf, forkOfEnded, type LoadedRestore, latestOf, type Restore } from '../unit-of-work/restore.ts';
import { SLICE_MS, yieldToEventLoop } from '../unit-of-work/run-budget.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import type { LoadContext } from './load-context.ts';
import { openInstance } from './open-instance.ts';

/** Longest event history that is replayed. */
const MAX_APPLIED_ROWS = 100_000;
const ROWS_PER_READ = 200;

type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly rejection: CommandRejection };

/** Sources of forks and restarts, by command id. Restarted instances must be locked; those that run or have completed have no entry. */
export async function loadRestores(
  loading: LoadContext,
  needs: ReadonlyMap<string, Needs>,
  instances: ReadonlyMap<string, WorkingInstance>,
): Promise<ReadonlyMap<string, LoadedRestore>> {
  const found = new Map<string, LoadedRestore>();
  for (const [commandId, { fork, revives, continues, limits }] of needs) {
    if (fork !== undefined) found.set(commandId, await loadFork(loading, fork, limits));
    const ended =
      continues === undefined ? instances.get(revives?.instanceId ?? '') : latestOf(continues, (id) => instances.get(id));
    if (ended === undefined || !isTerminal(ended.state)) continue;
    if (continues !== undefined) found.set(commandId, await loadEnded(loading, ended));
    else if (ended.state.status !== 'completed')
      found.set(commandId, await loadRevived(loading, ended, revives?.isInBatch === true));
  }
  return found;
}

/** Returns undefined if too many rows follow the step. */
async function repeatsOfFork(connection: Connection, point: RestorePoint, last: number) {
  const { instanceId, seq } = point.origin;
  if (last - seq > MAX_APPLIED_ROWS) return undefined;
  const work = new ForkedWork(point);
  for (let after = seq; after < last; after += ROWS_PER_READ) {
    const rows = await readJournal(connection, instanceId, { after, upTo: Math.min(last, after + ROWS_PER_READ) });
    for (const { events } of rows) for (const event of events as readonly EngineEvent[]) work.note(event);
    await yieldToEventLoop(connection, 0);
  }
  return work.parts;
}

async function loadRevived(loading: LoadContext, ended: WorkingInstance, isInBatch: boolean): Promise<LoadedRestore> {
  const { connection } = loading;
  const { id: instanceId, state } = ended;
  const by = forkOfEnded(instanceId);
  if ((await findInstance(connection, by)) !== undefined) return refuse({ code: 'REVIVED_ALREADY', instanceId, by });
  const callerId = state.caller?.instanceId;
  const caller = isInBatch && callerId !== undefined ? await readEnded(loading, callerId) : undefined;
  if (caller !== undefined && caller.state.status !== 'completed')
    return refuse({ code: 'CALLER_HAS_ENDED', instanceId, callerId: caller.id });
  const loaded = await loadEnded(loading, ended);
  if (!loaded.ok || isInBatch) return loaded;
  const repeats = await repeatsBelow(loading, loaded.restore);
  return { ok: true, restore: { ...loaded.restore, repeats } };
}

/** Reads without a lock. */
async function readEnded(loading: LoadContext, id: string): Promise<WorkingInstance | undefined> {
  const stored = await readInstance(loading.connection, id);
  return stored?.isTerminal === true ? openInstance(loading, stored) : undefined;
}

/** Work that would be repeated on all levels, without called instances that cannot continue: their calls fail again. */
async function repeatsBelow(loading: LoadContext, { point }: Restore): Promise<readonly RepeatedPart[]> {
  const repeats: RepeatedPart[] = [];
  for (const { entry, repeat } of point.unfinished?.failed ?? []) {
    const id = entry === null || repeat.kind !== 'enter' ? null : point.state.entries.get(entry)?.childInstanceId;
    const child = id == null ? undefined : ((await readEnded(loading, forkOfEnded(id))) ?? (await readEnded(loading, id)));
    if (child === undefined || child.state.status === 'completed') continue;
    const loaded = await loadEnded(loading, child);
    if (!loaded.ok) continue;
    const { restore } = loaded;
    const own = repeatedBy(restore.point, sinceThen(restore.point, restore.end?.events ?? []));
    repeats.push(...own.map((part) => ({ ...part, instanceId: child.id })), ...(await repeatsBelow(loading, restore)));
  }
  return repeats;
}

async function loadFork(
  loading: LoadContext,
  { instanceId, step, definitionId, isDryRun = false }: NonNullable<Needs['fork']>,
  limits: Needs['limits'],
): Promise<LoadedRestore> {
  const instance = await findInstance(loading.connection, instanceId);
  if (instance === undefined) return refuse({ code: 'INSTANCE_NOT_FOUND', instanceId });
  const present = await loading.models.get(loading.connection, instance.definitionId);
  if (!isWithin(limits, present.key)) return refuse({ code: 'INSTANCE_NOT_FOUND', instanceId });
  if (step > instance.seq) return refuse({ code: 'STEP_NOT_FOUND', step, last: instance.seq });
  const point = await applyUpTo(loading.connection, { instanceId, seq: step });
  if (!point.ok) return point;
  if (isTerminal(point.value.state)) return refuse({ code: 'STEP_IS_THE_END', step });
  const { definitionId: ofStep, key, version } = point.value.state;
  const before = await modelOf(loading, ofStep, key);
  if (before === undefined) return refuse({ code: 'OTHER_VERSION_NOT_FOUND', definitionId: ofStep, key });
  const repeats = isDryRun ? await repeatsOfFork(loading.connection, point.value, instance.seq) : [];
  if (repeats === undefined) return refuse({ code: 'JOURNAL_TOO_LONG', most: MAX_APPLIED_ROWS });
  const same = { point: point.value, before, model: before, definitionId: ofStep, version, repeats, end: undefined };
  if (definitionId === null || definitionId === ofStep) return { ok: true, restore: same };
  const other = await findVersionOf(loading.connection, definitionId);
  if (other?.key !== key) return refuse({ code: 'OTHER_VERSION_NOT_FOUND', definitionId, key });
  const model = await loading.models.getStartable(loading.connection, definitionId);
  return { ok: true, restore: { ...same, model, definitionId, version: other.version } };
}

/** Point from which an ended instance continues, in the version of that row. */
async function loadEnded(loading: LoadContext, ended: WorkingInstance): Promise<LoadedRestore> {
  const { connection } = loading;
  const { id, seq, state } = ended;
  const rows = await readJournal(connection, id, { after: seq - 1, upTo: seq });
  const ending = endingOf(
    ended,
    rows.flatMap((row) => row.events as readonly EngineEvent[]),
  );
  const { origin, failedIn, variables } = ending;
  const point = await applyUpTo(connection, origin, failedIn === undefined ? undefined : { id, row: failedIn });
  if (!point.ok)
    return isGone(point, id) ? refuse({ code: 'ORIGIN_DELETED', instanceId: id, originId: origin.instanceId }) : point;
  const { definitionId: ofRow, version, key } = point.value.state;
  const modelBefore = ofRow === ended.definitionId ? ended.model : await modelOf(loading, ofRow, key);
  if (modelBefore === undefined) return refuse({ code: 'OTHER_VERSION_NOT_FOUND', definitionId: ofRow, key });
  const end = { seq, events: ending.eventsBehind(point.value), variables };
  const from = { point: point.value, before: modelBefore, repeats: [], end };
  // a fork that ended in its first row continues in its version; others in that of the row
  if (origin.instanceId === id) return { ok: true, restore: { ...from, model: modelBefore, definitionId: ofRow, version } };
  const { model, definitionId } = ended;
  return { ok: true, restore: { ...from, model, definitionId, version: state.version } };
}

/** Returns undefined if that version was deleted since. */
async function modelOf(
  { connection, models }: LoadContext,
  definitionId: string,
  key: string,
): Promise<ProcessModel | undefined> {
  const found = await findVersionOf(connection, definitionId);
  return found?.key === key ? models.getStartable(connection, definitionId) : undefined;
}

/** True for a fork of a deleted instance. */
function isGone({ rejection }: { readonly rejection: CommandRejection }, id: string): boolean {
  return rejection.code === 'INSTANCE_NOT_FOUND' && rejection.instanceId !== id;
}

/**
 * Yields to other work between parts.
 * @param failed replays up to the row of this failure, without the failure
 */
async function applyUpTo(
  connection: Connection,
  origin: Origin,
  failed?: { readonly id: string; readonly row: number },
): Promise<Found<RestorePoint>> {
  const point = new RestorePoint(origin, failed?.row);
  const instanceId = failed?.id ?? origin.instanceId;
  if (point.lastRow > MAX_APPLIED_ROWS) return refuse({ code: 'JOURNAL_TOO_LONG', most: MAX_APPLIED_ROWS });
  for (let after = 0; after < point.lastRow; after += ROWS_PER_READ) {
    const upTo = Math.min(point.lastRow, after + ROWS_PER_READ);
    const rows = await readJournal(connection, instanceId, { after, upTo });
    if (rows.length !== upTo - after && (await findInstance(connection, instanceId)) === undefined)
      return refuse({ code: 'INSTANCE_NOT_FOUND', instanceId });
    if (rows.length !== upTo - after) throw new Error(`the journal of ${instanceId} has ${rows.length} rows after row ${after}`);
    let began = performance.now();
    for (const [index, { at, events }] of rows.entries()) {
      point.add({ seq: after + index + 1, at, events: events as readonly EngineEvent[] });
      if (performance.now() - began <= SLICE_MS) continue;
      await yieldToEventLoop(connection, 0);
      began = performance.now();
    }
  }
  return { ok: true, value: point };
}

function refuse(rejection: CommandRejection): { readonly ok: false; readonly rejection: CommandRejection } {
  return { ok: false, rejection };
}
