import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Digests of the business ids, so that an erasure need not unpack the archive. */
const SUFFIX = '.business-ids';
const DIGEST_LENGTH = 16;

function digestOf(businessId: string): string {
  return createHash('sha256').update(businessId).digest('hex').slice(0, DIGEST_LENGTH);
}

/** Adds digests to the file and syncs it. Terminates an unfinished line first. */
export async function appendBusinessIds(archiveFile: string, businessIds: readonly string[]): Promise<void> {
  if (businessIds.length === 0) return;
  const file = await open(`${archiveFile}${SUFFIX}`, 'a', 0o600);
  try {
    await file.appendFile(`\n${[...new Set(businessIds)].map(digestOf).join('\n')}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Archive files with an instance of a business id, as paths below the folder. */
export async function filesWith(folder: string, businessId: string): Promise<readonly string[]> {
  const wanted = `\n${digestOf(businessId)}\n`;
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: string[] = [];
  for (const name of names.filter((one) => one.endsWith(SUFFIX)).sort()) {
    if (await holds(join(folder, name), wanted)) found.push(name.slice(0, -SUFFIX.length));
  }
  return found;
}

async function holds(path: string, wanted: string): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const text = rest + String(chunk);
    if (text.includes(wanted)) return true;
    rest = text.slice(-wanted.length);
  }
  return false;
}

export function withoutBusinessId(list: string, businessId: string): string {
  const lines = list.split('\n').filter((line) => line.length === DIGEST_LENGTH && line !== digestOf(businessId));
  return `\n${lines.join('\n')}\n`;
}
