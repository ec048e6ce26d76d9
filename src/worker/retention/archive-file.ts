import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify<Buffer, Buffer>(deflateRaw);

/** A member of a gzip file (RFC 1952) with an extra field `SL` that holds the size of the whole member: so the last one is found without unpacking those before. */
const HEADER_SIZE = 20;
const TRAILER_SIZE = 8;
const SUBFIELD = 'SL';

/** One member of an archive file: the text, packed. Any program that reads gzip reads a file of such members. */
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

/** Bytes with which each member begins. */
const MEMBER_BEGIN = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 8, 0, 0x53, 0x4c, 4, 0]);

/** Where the last member of a file ends; `ino`: which file it is. */
export interface FileEnd {
  readonly ino: number;
  readonly end: number;
}

/** What is needed of an open file. */
type Readable = {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
};

/** Where the last whole member ends. What stands behind it was being written when its writer died: nothing of it was deleted. */
export async function endOfMembers(file: Readable, size: number, from: number): Promise<number> {
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

/** Whether a writer that died may have left these bytes: the beginning of a member, or zeros of a disk that lost its power. */
async function isLeftBehind(file: Readable, from: number): Promise<boolean> {
  const found = Buffer.alloc(MEMBER_BEGIN.length);
  const { bytesRead } = await file.read(found, 0, found.length, from);
  const begin = found.subarray(0, bytesRead);
  return begin.equals(MEMBER_BEGIN.subarray(0, bytesRead)) || begin.every((byte) => byte === 0);
}

/**
 * Appends members to a file; when this resolves they are on the disk. What a writer that died has left behind the last whole member is cut off; other data is
 * not, and the call rejects. The caller lets nobody else
 * write to the file meanwhile, and has made its folder. @param known where the last member ended when this process wrote before
 * @returns where it ends now
 */
export async function appendMembers(path: string, members: readonly Buffer[], known?: FileEnd): Promise<FileEnd> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size, ino } = await file.stat();
    // a file that was written anew is another one
    const from = known?.ino === ino && known.end <= size ? known.end : 0;
    let end = await endOfMembers(file, size, from);
    // another file may have got the number of one that was moved away: then nothing may be cut off from here
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

/** Makes a folder that stays, for this account alone: archives hold variables. One that exists keeps its permissions. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncFolder(dirname(first));
}

/** The name of a new file is on the disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
