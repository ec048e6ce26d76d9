import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withTransaction } from '../../db/connection.ts';
import { openPool } from '../../db/pool.ts';
import { processEnvironment } from '../../platform/config.ts';
import { lockFiles } from '../../store/archived-rows.ts';
import { fileNumber } from '../../worker/retention/archive.ts';
import { packMember, syncFolder } from '../../worker/retention/archive-file.ts';
import { filesWith, withoutBusinessId } from '../../worker/retention/business-ids.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { archivedLines } from './read-archive.ts';

/** Text of one member. Unit: characters. */
const MEMBER_SIZE = 4 * 1_048_576;

/** What is erased, and where. */
export interface ErasureOfFiles {
  readonly folder: string;
  readonly businessId: string;
  readonly areWorkersStopped: boolean;
}

/** Writes the files that have instances with a business id anew without them, one after the other, each as a whole or not at all. */
export async function eraseFromFiles({
  folder,
  businessId,
  areWorkersStopped,
}: ErasureOfFiles): Promise<readonly { readonly file: string; readonly count: number }[]> {
  const erased: { file: string; count: number }[] = [];
  for (const name of await filesWith(folder, businessId)) {
    const path = join(folder, name);
    const count = await (areWorkersStopped ? rewrite(path, businessId) : locked(name, () => rewrite(path, businessId)));
    erased.push({ file: path, count });
  }
  return erased;
}

/** While no worker writes to the file. */
async function locked<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { DATABASE_URL } = processEnvironment();
  if (!DATABASE_URL)
    throw new WrongArguments('set DATABASE_URL, so that no worker writes to the files meanwhile, or say --workers-stopped');
  const pool = openPool(DATABASE_URL, { max: 1, applicationName: 'sluice archive' });
  try {
    return await withTransaction(pool, async (transaction) => {
      await lockFiles(transaction, [fileNumber(name)]);
      return work();
    });
  } finally {
    await pool.end();
  }
}

/** @returns how many instances were taken out */
async function rewrite(path: string, businessId: string): Promise<number> {
  const next = `${path}.new`;
  let count = 0;
  let text = '';
  let isLeftOut = false;
  const file = await open(next, 'w');
  try {
    for await (const { line, raw } of archivedLines(path)) {
      if (line.type === 'instance') isLeftOut = line.state.businessId === businessId;
      if (isLeftOut) count += line.type === 'instance' ? 1 : 0;
      else text += `${raw}\n`;
      if (text.length < MEMBER_SIZE) continue;
      await file.appendFile(await packMember(text));
      text = '';
    }
    if (text !== '') await file.appendFile(await packMember(text));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  await syncFolder(dirname(path));
  // afterwards: as long as the list names the file, it is looked at again
  await replaceList(path, businessId);
  return count;
}

async function replaceList(path: string, businessId: string): Promise<void> {
  const list = `${path}.business-ids`;
  const file = await open(`${list}.new`, 'w');
  try {
    await file.appendFile(withoutBusinessId(await readFile(list, 'latin1'), businessId));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${list}.new`, list);
  await syncFolder(dirname(list));
}
