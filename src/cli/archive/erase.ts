import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Statement, withTransaction } from '../../db/connection.ts';
import { readInstallation } from '../../db/installation.ts';
import { openPool } from '../../db/pool.ts';
import { processEnvironment } from '../../platform/config.ts';
import { openConfigSource } from '../../platform/config-source.ts';
import { SETTINGS } from '../../platform/config-table.ts';
import { lockFiles } from '../../store/archived-rows.ts';
import { fileNumber, MARKER } from '../../worker/retention/archive.ts';
import { packMember, syncFolder } from '../../worker/retention/archive-file.ts';
import { filesWith, withoutBusinessId } from '../../worker/retention/business-ids.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { archivedLines, NoArchive } from './read-archive.ts';

/** Text of one member. Unit: characters. */
const MEMBER_SIZE = 4 * 1_048_576;

/** What is erased, and where. */
export interface ErasureOfFiles {
  readonly folder: string;
  readonly businessId: string;
  readonly areWorkersStopped: boolean;
}

/** Called before a file takes the place of another one: throws when a worker may write to it by now. */
type StillAlone = () => Promise<void>;

/**
 * Rewrites the files that contain instances with a business id, without these and the instances they called. Each file is
 * replaced as a whole or not at all.
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

/** Throws if the folder is not an archive: a mistyped name must not look like an empty archive. @returns the owner of the archive */
export async function checkFolder(folder: string): Promise<string> {
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

/** While no worker writes to the file. */
async function locked<T>(name: string, installation: string, work: (isAlone: StillAlone) => Promise<T>): Promise<T> {
  const databaseUrl = openConfigSource(processEnvironment()).read(SETTINGS.databaseUrl);
  if (databaseUrl === undefined)
    throw new WrongArguments('set DATABASE_URL to stop workers from writing to the files, or use --workers-stopped');
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice archive' });
  try {
    if ((await readInstallation(pool)) !== installation)
      throw new NoArchive('DATABASE_URL is the database of another installation: its workers do not write to these files');
    return await withTransaction(pool, async (transaction) => {
      await lockFiles(transaction, [fileNumber(name)]);
      // the lock lasts as long as the session, and a large file takes long
      await transaction.query(PATIENT, []);
      return work(async () => {
        await transaction.query(ALONE, []);
      });
    });
  } finally {
    await pool.end();
  }
}

const PATIENT: Statement = {
  name: 'keep-the-lock-of-a-file',
  text: `select set_config('idle_in_transaction_session_timeout', '0', true)`,
};
const ALONE: Statement = { name: 'have-the-lock-of-a-file', text: 'select 1 as one' };

/** @returns how many instances were taken out */
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
  // afterwards: while the list names the file, the next run reads it again
  const list = `${path}.business-ids`;
  await replace(list, isAlone, async (file) => file.appendFile(withoutBusinessId(await readFile(list, 'latin1'), businessId)));
  return count;
}

/** Writes a new file next to the old one, with its owner and permissions, and renames it over the old one. A failure removes the new file. */
async function replace(path: string, isAlone: StillAlone, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const next = `${path}.new`;
  const { mode, uid, gid } = await stat(path);
  try {
    await rm(next, { force: true });
    // never through a link
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
