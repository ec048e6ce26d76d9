import { isRetryable, poolConnection, type Transaction, withTransaction } from '../db/connection.ts';
import { notify, PROJECTION_CHANNEL } from '../db/notify.ts';
import type { Pool } from '../db/pool.ts';
import { processSubjectId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage, errorStack } from '../platform/redact.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { findDeletableDecision, saveDecisions } from '../store/decisions.ts';
import {
  type ComparedDefinitions,
  copyJournal,
  copyRows,
  copyTexts,
  deleteSuspensions,
  digestOfDefinitions,
  lockCopies,
  readAtOneTime,
  readCompared,
} from '../store/definition-copies.ts';
import { deleteVersions, findVersion, hasInstances } from '../store/deletions.ts';
import { lockDeletedVersions } from '../store/version-locks.ts';

const POLL_MS = 2000;
const OUTAGE = { firstDelayMs: POLL_MS, maxDelayMs: 10_000 };

/** `source`: reads the first shard, all at one time. `target`: transaction of the other one. */
interface Copy {
  readonly source: Transaction;
  readonly target: Transaction;
  /** definitions of the first shard */
  readonly wanted: ComparedDefinitions;
  /** definitions of the other one before the copy */
  readonly present: ComparedDefinitions;
}

/**
 * Copies definitions and decisions of the first shard (docs/contributing/spec/shards.md#definitions). Reads them after earlier copies have committed, so that
 * no copy undoes a later one. @returns whether something has changed
 */
export async function copyDefinitions(from: Pool, to: Pool): Promise<boolean> {
  const [first, other] = await Promise.all([from, to].map((pool) => digestOfDefinitions(poolConnection(pool))));
  if (first === other) return false;
  const isChanged = await withTransaction(to, async (target) => {
    await lockCopies(target);
    return withTransaction(from, async (source) => {
      await readAtOneTime(source);
      const [wanted, present] = [await readCompared(source), await readCompared(target)];
      return copyAll({ source, target, wanted, present });
    });
  });
  if (isChanged) await notify(to, PROJECTION_CHANNEL, '').catch(() => {}); // projectors poll too
  return isChanged;
}

async function copyAll(copy: Copy): Promise<boolean> {
  // new decisions first, because new versions may use them; deletions in the opposite order
  const steps = [addDecisions, addVersions, updateProcesses, updateSuspensions, deleteOldVersions, deleteOldDecisions];
  let isChanged = false;
  for (const step of steps) isChanged = (await step(copy)) || isChanged;
  return isChanged;
}

async function addDecisions({ source, target, wanted, present }: Copy): Promise<boolean> {
  const keys = keysWhere(wanted.decisions, (key, highest) => present.decisions.get(key) !== highest);
  const fileIds = keysWhere(wanted.decisionVersions, (id) => !present.decisionVersions.has(id)).map(
    (id) => wanted.decisionVersions.get(id)?.fileId ?? '',
  );
  await copyRows(source, target, 'decisions', keys);
  await copyTexts(source, target, [], fileIds);
  await copyRows(source, target, 'resources', fileIds);
  await copyRows(source, target, 'decisionVersions', fileIds);
  return keys.length + fileIds.length > 0;
}

async function addVersions({ source, target, wanted, present }: Copy): Promise<boolean> {
  const ids = keysWhere(wanted.versions, (id) => !present.versions.has(id));
  const fileIds = ids.flatMap((id) => wanted.versions.get(id)?.fileId ?? []);
  await copyTexts(source, target, ids, fileIds);
  await copyRows(source, target, 'resources', fileIds);
  await copyRows(source, target, 'versions', ids);
  await copyRows(source, target, 'references', ids);
  return ids.length > 0;
}

/** Copies changed processes with their new event history. Skips a process with more events than in the first shard, which has lost commits. */
async function updateProcesses({ source, target, wanted, present }: Copy): Promise<boolean> {
  const keys = keysWhere(wanted.processes, (key, seq) => (present.processes.get(key) ?? 0) < seq);
  await copyRows(source, target, 'processes', keys);
  for (const key of keys) await copyJournal(source, target, processSubjectId(key), present.processes.get(key) ?? 0);
  return keys.length > 0;
}

async function updateSuspensions({ source, target, wanted, present }: Copy): Promise<boolean> {
  const suspended = keysWhere(wanted.suspensions, (key, since) => present.suspensions.get(key) !== since);
  const resumed = keysWhere(present.suspensions, (key) => !wanted.suspensions.has(key));
  await copyRows(source, target, 'suspensions', suspended);
  await deleteSuspensions(target, resumed);
  return suspended.length + resumed.length > 0;
}

/** One with instances here stays until they are deleted. */
async function deleteOldVersions({ target, wanted, present }: Copy): Promise<boolean> {
  let isChanged = false;
  for (const [id, { key, version }] of present.versions) {
    if (wanted.versions.has(id) || (await hasInstances(target, id))) continue;
    await lockDeletedVersions(target, [id]);
    const found = (await hasInstances(target, id)) ? undefined : await findVersion(target, key, version);
    if (found === undefined) continue;
    deleteVersions(target, [found]);
    isChanged = true;
  }
  return isChanged;
}

/** Deletes versions unless a version that stays needs them. */
async function deleteOldDecisions({ target, wanted, present }: Copy): Promise<boolean> {
  let isChanged = false;
  for (const [id, { key, version }] of present.decisionVersions) {
    if (wanted.decisionVersions.has(id)) continue;
    const found = await findDeletableDecision(target, key, version);
    if (found === undefined || found.isUsed) continue;
    saveDecisions(target, { decisionVersions: [], decisionFiles: [], evaluations: [], deletedDecisions: [found] }, '');
    isChanged = true;
  }
  return isChanged;
}

function keysWhere<Value>(all: ReadonlyMap<string, Value>, isMeant: (key: string, value: Value) => boolean): string[] {
  return [...all].flatMap(([key, value]) => (isMeant(key, value) ? [key] : []));
}

export interface DefinitionCopies {
  /** first shard */
  readonly from: Pool;
  /** shard of this worker */
  readonly to: Pool;
  readonly log: Pick<Logger, 'event'>;
  readonly stopping: AbortSignal;
  /** called after each copy that has changed something */
  readonly onChange: () => void;
}

/** Now and every two seconds until `stopping`, in the workers of each shard after the first. Logs an outage once. */
export async function startDefinitionCopies({ from, to, log, stopping, onChange }: DefinitionCopies): Promise<void> {
  for (let failures = 0; !stopping.aborted; ) {
    try {
      if (await copyDefinitions(from, to)) onChange();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1 && !stopping.aborted) logFailure(log, error);
    }
    await pause(failures === 0 ? POLL_MS : backoffMs(OUTAGE, failures), stopping);
  }
}

function logFailure(log: DefinitionCopies['log'], error: unknown): void {
  const properties = { Operation: 'copy-definitions', ErrorMessage: errorMessage(error) };
  if (isRetryable(error)) log.event('database-unreachable', properties);
  else log.event('unexpected-error', { ...properties, Endpoint: '-', Stack: errorStack(error) });
}
