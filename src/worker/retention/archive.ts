import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from '../../db/connection.ts';
import { type ArchivedInstance, lockFiles, readRowsToArchive, readToArchive } from '../../store/retention.ts';
import { appendMembers, endLine, type FileEnd, headLine, makeFolder, packMember, rowLine, syncFolder } from './archive-file.ts';
import { appendBusinessIds, filesWith } from './business-ids.ts';

/** Characters per member: large enough for good compression, small enough for memory. */
const MEMBER_SIZE = 4 * 1_048_576;
/** Length of a file name in bytes; longer ones are cut. */
const MAX_NAME = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** File with the id of the installation that owns the folder. */
export const MARKER = 'sluice-archive.json';

/** Files with finished instances, one per day and process key (docs/contributing/spec/retention.md#archive). */
export class Archive {
  private readonly folder: string;
  private readonly installation: string;
  /** of a shard after the first, below the folder of the installation */
  private readonly subfolder: string;
  /** last member of each file after this process wrote to it */
  private readonly ends = new Map<string, FileEnd>();
  private isOwn = false;

  constructor(folder: string, installation: string, subfolder = '') {
    this.folder = join(folder, subfolder);
    this.installation = installation;
    this.subfolder = subfolder;
  }

  /**
   * Writes instances with their event histories to the files of their end days and syncs them. Locks these files until the transaction ends. If the
   * transaction fails later, a repeat writes an instance twice. Rejects if the folder belongs to another installation.
   * @returns number of written bytes
   */
  async add(transaction: Connection, ids: readonly string[]): Promise<number> {
    await this.claimFolder();
    const instances = await readToArchive(transaction, ids);
    const files = new Map<string, ArchivedInstance[]>();
    for (const instance of instances) {
      const name = archiveFileOf(instance.key, instance.endedAt);
      files.set(name, [...(files.get(name) ?? []), instance]);
    }
    await lockFiles(transaction, [...files.keys()].map(fileNumber));
    let bytes = 0;
    for (const [name, ofFile] of files) bytes += await this.append(transaction, name, ofFile);
    return bytes;
  }

  /** Paths below the folder of the installation. Reads only the `.business-ids` files: an archive file may have been moved, or may lack the instance after a failed write. */
  async filesOf(businessId: string): Promise<readonly string[]> {
    return (await filesWith(this.folder, businessId)).map((name) => join(this.subfolder, name));
  }

  private async append(transaction: Connection, name: string, instances: readonly ArchivedInstance[]): Promise<number> {
    const members: Buffer[] = [];
    let text = '';
    for await (const line of linesOf(transaction, instances)) {
      text += line;
      if (text.length < MEMBER_SIZE) continue;
      members.push(await packMember(text));
      text = '';
    }
    if (text !== '') members.push(await packMember(text));
    const path = join(this.folder, name);
    await makeFolder(dirname(path));
    await appendBusinessIds(
      path,
      instances.flatMap(({ businessId }) => businessId ?? []),
    );
    const end = await appendMembers(path, members, this.ends.get(name));
    this.ends.set(name, end);
    return members.reduce((sum, { length }) => sum + length, 0);
  }

  /** Claims the folder: two installations with one folder would truncate each other's writes. */
  private async claimFolder(): Promise<void> {
    if (this.isOwn) return;
    const path = join(this.folder, MARKER);
    const text = `${JSON.stringify({ format: 1, installation: this.installation })}\n`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(path, text, { flag: 'wx', flush: true }).then(
      () => syncFolder(this.folder),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    const found = await readFile(path, 'utf8');
    // the file is incomplete: its writer was killed, or is another process of this installation
    if (found !== text && text.startsWith(found)) await writeFile(path, text, { flush: true });
    else if (found !== text) throw new Error(`Retention:Archive names a folder whose ${MARKER} is that of another installation`);
    this.isOwn = true;
  }
}

/** Lines of instances in the order of their ids. */
async function* linesOf(connection: Connection, instances: readonly ArchivedInstance[]): AsyncGenerator<string> {
  const ids = instances.map(({ id }) => id);
  let at = 0;
  let rows = 0;
  const until = function* (subjectId: string | undefined) {
    for (let instance = instances[at]; instance !== undefined && instance.id !== subjectId; instance = instances[at]) {
      yield rows === 0 ? headLine(instance) : '';
      yield endLine(instance, rows);
      rows = 0;
      at += 1;
    }
  };
  let after = { subjectId: BEFORE_ALL, seq: 0 };
  for (;;) {
    const next = await readRowsToArchive(connection, ids, after);
    for (const row of next) {
      yield* until(row.subjectId);
      const instance = instances[at];
      if (instance === undefined) throw new Error('a row of a journal that was not asked for');
      if (rows === 0) yield headLine(instance);
      yield rowLine(row);
      rows += 1;
    }
    const last = next.at(-1);
    if (last === undefined) break;
    after = last;
  }
  yield* until(undefined);
}

/** The day in UTC counts. Relative to the archive folder. */
function archiveFileOf(key: string, endedAt: Date): string {
  const name = encodeURIComponent(key.toWellFormed()).replaceAll('*', '%2A');
  const short =
    name.length <= MAX_NAME
      ? name
      : `${name.slice(0, MAX_NAME - 34)}~${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  const day = endedAt.toISOString().slice(0, 10);
  return join(day, `${short.startsWith('.') ? `%2E${short.slice(1)}` : short}.jsonl.gz`);
}

/** Number of the advisory lock; `name`: path below the folder. */
export function fileNumber(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE();
}
