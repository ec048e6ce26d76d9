import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { ArchivedInstance, ArchivedRow } from '../../store/retention.ts';

/** Version of the format. Raise it if readers of the previous one would misread lines, not for an additional property. */
export const ARCHIVE_FORMAT = 1;

/** First line: properties and final state. */
export function headLine(instance: ArchivedInstance): string {
  const { id, key, version, definitionId, rootId, businessId, seq, endedAt, state } = instance;
  const head = {
    type: 'instance',
    format: ARCHIVE_FORMAT,
    instanceId: id,
    processKey: key,
    version,
    definitionId,
    rootInstanceId: rootId,
    businessId,
    endedAt: endedAt.toISOString(),
    journalRows: seq,
  };
  return `${JSON.stringify(head).slice(0, -1)},"state":${oneLine(state)}}\n`;
}

export function rowLine({ subjectId, seq, commandId, at, v, actor, events }: ArchivedRow): string {
  const head = { type: 'row', instanceId: subjectId, sequence: seq, commandId, at: at.toISOString(), v, actor };
  return `${JSON.stringify(head).slice(0, -1)},"events":${oneLine(events)}}\n`;
}

/** Last line: without it, the instance is incomplete and was not deleted. */
export function endLine({ id }: Pick<ArchivedInstance, 'id'>, rows: number): string {
  return `${JSON.stringify({ type: 'end', instanceId: id, rows })}\n`;
}

/** Removes line breaks between JSON tokens; JSON strings contain none. */
function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}

const deflate = promisify<Buffer, Buffer>(deflateRaw);

/** Header of a gzip member (RFC 1952). The extra field `SL` is the member's size, so the last member is found without unpacking the others. */
const HEADER_SIZE = 20;
const TRAILER_SIZE = 8;
const SUBFIELD = 'SL';

/** Any gzip program can read a file of such members. */
export async function packMember(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text, 'utf8');
  const packed = await deflate(bytes);
  const size = HEADER_SIZE + packed.length + TRAILER_SIZE;
  const header = Buffer.alloc(HEADER_SIZE);
  header.set(MEMBER_BEGIN);
  header.writeUInt32LE(size, 16);
  const trailer = Buffer.alloc(TRAILER_SIZE);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length % 2 ** 32, 4);
  return Buffer.concat([header, packed, trailer]);
}

const MEMBER_BEGIN = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x53, 0x4c, 4, 0]);

/** End of the last member; `ino` identifies the file. */
export interface FileEnd {
  readonly ino: number;
  readonly end: number;
}

type Readable = {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
};

/**
 * Bytes after the last whole member are an unfinished write of a dead process: none of its instances was deleted.
 * @param from where a member begins
 */
async function endOfMembers(file: Readable, size: number, from: number): Promise<number> {
  const header = Buffer.alloc(HEADER_SIZE);
  let end = from;
  while (end + HEADER_SIZE + TRAILER_SIZE <= size) {
    const { bytesRead } = await file.read(header, 0, HEADER_SIZE, end);
    if (bytesRead < HEADER_SIZE || header.readUInt16BE(0) !== 0x1f8b || header.toString('latin1', 12, 14) !== SUBFIELD) break;
    const next = end + header.readUInt32LE(16);
    if (next <= end || next > size) break;
    end = next;
  }
  return end;
}

/** A dead process may have left the beginning of a member, or zeros after a power failure. */
async function isLeftBehind(file: Readable, from: number): Promise<boolean> {
  const found = Buffer.alloc(MEMBER_BEGIN.length);
  const { bytesRead } = await file.read(found, 0, found.length, from);
  const begin = found.subarray(0, bytesRead);
  return begin.equals(MEMBER_BEGIN.subarray(0, bytesRead)) || begin.every((byte) => byte === 0);
}

/**
 * Syncs the file to disk. Truncates an unfinished write after the last whole member; rejects if other data follows it. The caller must exclude other writers
 * and create the folder.
 * @param known end after the previous write of this process
 * @returns the new end
 */
export async function appendMembers(path: string, members: readonly Buffer[], known?: FileEnd): Promise<FileEnd> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size, ino } = await file.stat();
    // a rewritten file has another inode
    const from = known?.ino === ino && known.end <= size ? known.end : 0;
    let end = await endOfMembers(file, size, from);
    // a new file may have the inode of a moved one: search from the start before anything is truncated
    if (end < size && from > 0) end = await endOfMembers(file, size, 0);
    if (end < size && !(await isLeftBehind(file, end)))
      throw new Error(`${path} has data of another program at byte ${end}. Move the file away: a new one is begun`);
    if (end < size) await file.truncate(end);
    for (const member of members) await file.appendFile(member);
    await file.datasync();
    if (size === 0) await syncFolder(dirname(path));
    return { ino, end: end + members.reduce((sum, { length }) => sum + length, 0) };
  } finally {
    await file.close();
  }
}

/** Creates a folder for this account only: archives hold variables. An existing folder keeps its permissions. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncFolder(dirname(first));
}

/** The name of a new file is on disk only after that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
