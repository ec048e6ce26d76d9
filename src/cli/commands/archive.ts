import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withTransaction } from '../../db/connection.ts';
import { readInstallation } from '../../db/installation.ts';
import { openPool, type Pool } from '../../db/pool.ts';
import type { Statement } from '../../db/statement.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { PROCESS } from '../../platform/config/config-process.ts';
import { namedDatabases } from '../../platform/config/config-shards.ts';
import { openConfigSource } from '../../platform/config/config-source.ts';
import { processEnvironment } from '../../platform/config/environment.ts';
import { visibleText } from '../../platform/redact.ts';
import { lockFiles } from '../../store/retention.ts';
import { fileNumber, MARKER } from '../../worker/retention/archive.ts';
import { packMember, syncFolder } from '../../worker/retention/archive-file.ts';
import { filesWith, withoutBusinessId } from '../../worker/retention/business-ids.ts';
import { VerbRefusal, WrongArguments } from '../arguments.ts';
import { tableText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import type { ArchiveCall } from '../program-declarations.ts';
import { type ArchivedHead, type ArchivedWhole, archivedLines, NoArchive, readArchive } from './read-archive.ts';

/** Minimum text of a gzip member, except the last one. Unit: characters. */
const MEMBER_SIZE = 4 * 1_048_576;

/** `areWorkersStopped`: no lock is necessary. */
interface ErasureOfFiles {
  readonly folder: string;
  readonly businessId: string;
  readonly areWorkersStopped: boolean;
}

/** Call directly before a file is replaced. Rejects if the lock is lost, because a worker may then write to the file. */
type StillAlone = () => Promise<void>;

/**
 * Removes the instances with a business id, and those they called. Each file is replaced as a whole or not at all; files before a failed one stay
 * rewritten. Rejects with NoArchive, ConfigError and WrongArguments.
 * @returns number of removed instances by file
 */
export async function eraseFromFiles({
  folder,
  businessId,
  areWorkersStopped,
}: ErasureOfFiles): Promise<readonly { readonly file: string; readonly count: number }[]> {
  const installation = await checkFolder(folder);
  const erased: { file: string; count: number }[] = [];
  for (const name of await filesWith(folder, businessId)) {
    const path = join(folder, name);
    const work = (isAlone: StillAlone) => rewrite(path, businessId, isAlone);
    const count = await (areWorkersStopped ? work(async () => {}) : locked(name, installation, work));
    erased.push({ file: path, count });
  }
  return erased;
}

/**
 * Rejects with NoArchive, because a misspelt name must not look like an empty archive.
 * @returns installation id of the archive
 */
async function checkFolder(folder: string): Promise<string> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new NoArchive(`${folder} is not an archive: it has no ${MARKER}`);
    throw error;
  });
  try {
    const { installation } = JSON.parse(text) as { readonly installation?: unknown };
    if (typeof installation === 'string') return installation;
  } catch {}
  throw new NoArchive(`${folder} is not an archive: its ${MARKER} names no installation`);
}

/** Locks in the database, so that no worker writes to the file. */
async function locked<T>(name: string, installation: string, work: (isAlone: StillAlone) => Promise<T>): Promise<T> {
  const pool = await poolOf(installation);
  try {
    return await withTransaction(pool, async (transaction) => {
      await lockFiles(transaction, [fileNumber(name)]);
      // the lock lasts as long as the session, and large files take long
      await transaction.query(PATIENT, []);
      return work(async () => {
        await transaction.query(ALONE, []);
      });
    });
  } finally {
    await pool.end();
  }
}

/** Connects to DATABASE_URL, or the shard with this id. Rejects if none has it or one is not reachable. */
async function poolOf(installation: string): Promise<Pool> {
  const source = openConfigSource(processEnvironment());
  const databaseUrl = source.read(PROCESS.shape.databaseUrl);
  const shards = namedDatabases(source.read(PROCESS.shape.shards) ?? '');
  const urls = databaseUrl === undefined ? shards.map((shard) => shard.databaseUrl) : [databaseUrl];
  if (urls.length === 0)
    throw new WrongArguments('set DATABASE_URL to stop workers from writing to the files, or use --workers-stopped');
  for (const url of urls) {
    const pool = openPool(url, { max: 1, applicationName: 'sluice archive' });
    const found = await readInstallation(pool).catch(async (error) => {
      await pool.end();
      throw error;
    });
    if (found === installation) return pool;
    await pool.end();
  }
  const name =
    databaseUrl === undefined
      ? 'SHARDS has no database of this installation'
      : 'DATABASE_URL is the database of another installation';
  throw new NoArchive(`${name}: its workers do not write to these files`);
}

const PATIENT: Statement = {
  name: 'keep-the-lock-of-a-file',
  text: `select set_config('idle_in_transaction_session_timeout', '0', true)`,
};
const ALONE: Statement = { name: 'have-the-lock-of-a-file', text: 'select 1 as one' };

/** Removes the instances of a business id. @returns their number */
async function rewrite(path: string, businessId: string, isAlone: StillAlone): Promise<number> {
  let count = 0;
  await replace(path, isAlone, async (file) => {
    let text = '';
    let isLeftOut = false;
    for await (const { line, raw } of archivedLines(path)) {
      if (line.type === 'instance') isLeftOut = line.businessId === businessId;
      if (isLeftOut) count += line.type === 'instance' ? 1 : 0;
      else text += `${raw}\n`;
      if (text.length < MEMBER_SIZE) continue;
      await file.appendFile(await packMember(text));
      text = '';
    }
    if (text !== '') await file.appendFile(await packMember(text));
  });
  // last: if it fails, the next run finds the file again
  const list = `${path}.business-ids`;
  await replace(list, isAlone, async (file) => file.appendFile(withoutBusinessId(await readFile(list, 'latin1'), businessId)));
  return count;
}

/** Writes a new file with the owner and permissions of the old one, then renames it. A failure removes the new file. */
async function replace(path: string, isAlone: StillAlone, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const next = `${path}.new`;
  const { mode, uid, gid } = await stat(path);
  try {
    await rm(next, { force: true });
    // `wx`: fails if the path exists, for example as a link
    const file = await open(next, 'wx', 0o600);
    try {
      await write(file);
      await file.chown(uid, gid);
      await file.chmod(mode);
      await file.datasync();
    } finally {
      await file.close();
    }
    await isAlone();
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** See docs/contributing/spec/retention.md#archive-format. Rejects with VerbRefusal if a file cannot be read. */
export async function runArchive(call: ArchiveCall): Promise<true> {
  try {
    return await runAction(call);
  } catch (error) {
    const isKnown = error instanceof NoArchive || error instanceof ConfigError;
    if (isKnown || (error as NodeJS.ErrnoException).code !== undefined) throw new VerbRefusal((error as Error).message);
    throw error;
  }
}

function runAction({ action, operands: [place = '', instanceId], options, isJson }: ArchiveCall): Promise<true> {
  if (action === 'show') return instanceId === undefined ? list(place, isJson) : show(place, instanceId, isJson);
  const businessId = options['business-id'];
  if (businessId === undefined) throw new WrongArguments(`${action} takes a folder and --business-id`);
  return action === 'find' ? find(place, businessId, isJson) : erase(place, businessId, options, isJson);
}

const NO_END = 'has no last line: either it was not deleted, or the file is damaged';

async function list(file: string, isJson: boolean): Promise<true> {
  const { instances, isTorn, incomplete } = await readArchive(file, () => false);
  const heads = instances.map(({ head }) => head);
  if (isJson) return printJson({ instances: heads.map(withoutState), isTorn, incomplete });
  print(heads.length === 0 ? 'No instances.' : listOf(heads));
  for (const id of incomplete) print(`Instance ${visibleText(id)} ${NO_END}.`);
  return isTorn ? print('The file ends in the middle of a block: none of its instances was deleted.') : true;
}

async function show(file: string, id: string, isJson: boolean): Promise<true> {
  const wanted = id.toLowerCase();
  const { instances, incomplete } = await readArchive(file, ({ instanceId }) => instanceId === wanted);
  const found = instances.find(({ head }) => head.instanceId === wanted);
  if (incomplete.includes(wanted)) throw new VerbRefusal(`instance ${id} ${NO_END}`);
  if (found === undefined) throw new VerbRefusal(`${file} has no instance ${id}`);
  return isJson ? printJson({ ...found.head, journal: found.steps }) : print(textOf(found));
}

async function find(folder: string, businessId: string, isJson: boolean): Promise<true> {
  await checkFolder(folder);
  const files = (await filesWith(folder, businessId)).map((file) => join(folder, file));
  return isJson ? printJson(files) : print(files.length === 0 ? 'No files.' : files.map(visibleText).join('\n'));
}

async function erase(folder: string, businessId: string, options: ArchiveCall['options'], isJson: boolean): Promise<true> {
  const erased = await eraseFromFiles({ folder, businessId, areWorkersStopped: options['workers-stopped'] === true });
  if (isJson) return printJson(erased);
  return print(erased.map(({ file, count }) => `${visibleText(file)}: ${count} taken out`).join('\n') || 'No files.');
}

function listOf(heads: readonly ArchivedHead[]): string {
  const rows = heads.map(({ instanceId, processKey, version, businessId, state, endedAt, journalRows }) => [
    instanceId,
    `${processKey} ${version}`,
    String(state.status ?? '-'),
    businessId ?? '-',
    endedAt,
    String(journalRows),
  ]);
  return tableText(['INSTANCE', 'PROCESS', 'STATUS', 'BUSINESS ID', 'ENDED', 'STEPS'], rows);
}

function textOf({ head, steps }: ArchivedWhole): string {
  const rows = steps.map(({ sequence, at, actor, events }) => [
    String(sequence),
    at,
    actor ?? '-',
    events.map((event) => eventText(event)).join(', '),
  ]);
  return `${listOf([head])}\n\n${tableText(['STEP', 'AT', 'BY', 'WHAT'], rows)}`;
}

function eventText({ type, element }: { readonly type: string; readonly element?: unknown }): string {
  return typeof element === 'string' ? `${type} ${element}` : type;
}

function withoutState({ state, ...head }: ArchivedHead) {
  return { ...head, status: state.status ?? null };
}
