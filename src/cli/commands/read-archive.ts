import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ARCHIVE_FORMAT } from '../../worker/retention/archive-file.ts';

/** First line of an instance. */
export interface ArchivedHead {
  readonly instanceId: string;
  readonly processKey: string;
  readonly version: number;
  readonly definitionId: string;
  readonly rootInstanceId: string | null;
  /** business id; of a called instance, that of its root */
  readonly businessId: string | null;
  readonly endedAt: string;
  readonly journalRows: number;
  readonly state: { readonly businessId?: string | null; readonly status?: string; readonly [member: string]: unknown };
}
/** Row of the event history. */
export interface ArchivedStep {
  readonly sequence: number;
  readonly commandId: string;
  readonly at: string;
  readonly v: number;
  readonly actor: string | null;
  readonly events: readonly { readonly type: string; readonly [member: string]: unknown }[];
}
export type ArchivedLine =
  | ({ readonly type: 'instance'; readonly format: number } & ArchivedHead)
  | ({ readonly type: 'row'; readonly instanceId: string } & ArchivedStep)
  | { readonly type: 'end'; readonly instanceId: string; readonly rows: number };

/** Completely archived. `steps`: rows of the event history; [] if not requested. */
export interface ArchivedWhole {
  readonly head: ArchivedHead;
  readonly steps: readonly ArchivedStep[];
}

export interface ArchiveContent {
  /** instances in file order; of several copies only the last */
  readonly instances: readonly ArchivedWhole[];
  /** the file ends inside a block or with zeros: it is being written, or the writer was killed. The instances of this block were not deleted */
  readonly isTorn: boolean;
  /** instances without last line, and without a complete copy: not deleted, or the file is damaged */
  readonly incomplete: readonly string[];
}

/** The file is not an archive, is damaged, or is from a newer release. */
export class NoArchive extends Error {
  override readonly name = 'NoArchive';
}

/**
 * See docs/contributing/spec/retention.md#archive-format. Rejects with NoArchive, or with the error of the file system.
 * @param wants whether steps and state are needed; otherwise only the rest of the head is kept
 */
export async function readArchive(path: string, wants: (head: ArchivedHead) => boolean): Promise<ArchiveContent> {
  const whole = new Map<string, ArchivedWhole>();
  let open: { readonly head: ArchivedHead; readonly steps: ArchivedStep[]; readonly isWanted: boolean; rows: number } | undefined;
  const incomplete = new Set<string>();
  const lines = archivedLines(path);
  for (;;) {
    const next = await lines.next();
    if (next.done === true) {
      if (open !== undefined) incomplete.add(open.head.instanceId);
      const missing = [...incomplete].filter((id) => !whole.has(id));
      return { instances: [...whole.values()], isTorn: next.value, incomplete: missing };
    }
    const { line } = next.value;
    if (line.type === 'instance') {
      const { type, format, ...head } = line;
      if (format !== ARCHIVE_FORMAT) throw new NoArchive(`${path} was written by a newer release: format ${format}`);
      if (open !== undefined) incomplete.add(open.head.instanceId);
      open = { head, steps: [], isWanted: wants(head), rows: 0 };
    } else if (open === undefined || line.instanceId !== open.head.instanceId) {
      throw new NoArchive(`${path} is not an archive file: a line of ${String(line.instanceId)} does not follow its first one`);
    } else if (line.type === 'row') {
      const { type, instanceId, ...step } = line;
      open.rows += 1;
      if (open.isWanted) open.steps.push(step);
    } else {
      const { head, steps, rows } = open;
      if (line.rows !== rows)
        throw new NoArchive(`${path} is damaged: instance ${head.instanceId} has ${rows} of ${line.rows} rows`);
      whole.delete(head.instanceId);
      // states are large, so only wanted ones are kept
      const kept = open.isWanted ? head : { ...head, state: { status: head.state.status } };
      whole.set(head.instanceId, { head: kept as ArchivedHead, steps });
      open = undefined;
    }
  }
}

/** Bytes of a line: a small file could decompress to a line that uses all memory. */
const MAX_LINE = 134_217_728;

/** Fails with NoArchive if a line is longer than `most` bytes. */
function boundedLines(path: string, most: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const last = chunk.lastIndexOf(0x0a);
      length = last < 0 ? length + chunk.length : chunk.length - last - 1;
      if (length > most) done(new NoArchive(`${path} is not an archive file: a line is longer than ${most} bytes`));
      else done(null, chunk);
    },
  });
}

/**
 * Yields lines. If the file ends inside a block, omits the last line, which may be incomplete. Rejects with NoArchive, or with the error of the file
 * system.
 * @param most bytes of a line
 * @returns true if the file ends inside a block or with zeros
 */
export async function* archivedLines(
  path: string,
  most = MAX_LINE,
): AsyncGenerator<{ readonly line: ArchivedLine; readonly raw: string }, boolean, void> {
  const unpacked = boundedLines(path, most);
  let failure: NodeJS.ErrnoException | undefined;
  const gunzip = createGunzip();
  pipeline(createReadStream(path), gunzip, unpacked, (error) => {
    failure ??= error ?? undefined;
  });
  let last: string | undefined;
  const texts = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const raw of texts) {
      if (last !== undefined) yield { line: parsed(last, path), raw: last };
      last = raw;
    }
  } catch (error) {
    if (error instanceof NoArchive) throw error;
    failure ??= error as NodeJS.ErrnoException;
  }
  const endsInBlock = failure?.code === 'Z_BUF_ERROR';
  if (failure instanceof NoArchive) throw failure;
  if (failure !== undefined && !endsInBlock)
    throw failure.code?.startsWith('Z_') ? new NoArchive(`${path} is not an archive file`) : failure;
  if (last !== undefined && !endsInBlock) yield { line: parsed(last, path), raw: last };
  return endsInBlock || (await hasOnlyZeros(path, gunzip.bytesWritten));
}

/**
 * Checks the bytes after the last gzip member: zlib stops without error at a zero byte between members. Zeros up to the end are an incomplete write
 * after a power failure. Rejects with NoArchive for other bytes.
 * @param from end of the last member
 * @returns true if zeros follow
 */
async function hasOnlyZeros(path: string, from: number): Promise<boolean> {
  let isLonger = false;
  for await (const chunk of createReadStream(path, { start: from })) {
    isLonger = true;
    if ((chunk as Buffer).some((byte) => byte !== 0))
      throw new NoArchive(`${path} is damaged: zeros at byte ${from}, and data after them. Restore the file from a backup`);
  }
  return isLonger;
}

function parsed(text: string, path: string): ArchivedLine {
  try {
    const line: unknown = JSON.parse(text);
    if (isLine(line)) return line;
  } catch {}
  throw new NoArchive(`${path} is not an archive file`);
}

/** Does not check the first line of an instance in another format. */
function isLine(value: unknown): value is ArchivedLine {
  if (!isObject(value) || typeof value['instanceId'] !== 'string') return false;
  const { type, format, processKey, version, businessId, endedAt, journalRows, state, sequence, at, actor, events, rows } = value;
  if (type === 'end') return typeof rows === 'number';
  if (type === 'row')
    return typeof sequence === 'number' && typeof at === 'string' && isTextOrNone(actor) && isListOfEvents(events);
  if (type !== 'instance') return false;
  if (format !== ARCHIVE_FORMAT) return true;
  const isNumbered = typeof version === 'number' && typeof journalRows === 'number';
  return (
    isNumbered && typeof processKey === 'string' && typeof endedAt === 'string' && isTextOrNone(businessId) && isObject(state)
  );
}

function isListOfEvents(value: unknown): boolean {
  return Array.isArray(value) && value.every((event) => isObject(event) && typeof event['type'] === 'string');
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
