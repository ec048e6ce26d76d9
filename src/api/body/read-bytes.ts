import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { BodyBudget } from './body-budget.ts';
import type { ContentEncoding } from './media-type.ts';

/**
 * Decoded bytes, or why the body was not read. `no-room`: too many bodies are being read. `damaged`: cannot be decompressed. `aborted`: the client
 * has disconnected.
 */
export type BodyBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'no-room' }
  | { readonly kind: 'damaged'; readonly diagnostic: string }
  | { readonly kind: 'aborted' };

const NO_BYTES = Buffer.alloc(0);
/** Budget of all requests of the process. */
const SHARED = new BodyBudget();

/** According to the headers. */
export function announcesNoBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/** `limit`: decoded bytes. Above it, or without budget, discards the rest, so that the client can finish sending and read the answer. Never rejects. */
export function readBytes(
  request: IncomingMessage,
  encoding: ContentEncoding,
  limit: number,
  budget = SHARED,
): Promise<BodyBytes> {
  if (encoding === 'identity' && Number(request.headers['content-length'] ?? 0) > limit) {
    return Promise.resolve({ kind: 'too-large' });
  }
  const bounds = { limit, budget };
  return encoding === 'identity' ? readPlain(request, bounds) : readEncoded(request, encoding, bounds);
}

interface Bounds {
  readonly limit: number;
  readonly budget: BodyBudget;
}

function readPlain(request: IncomingMessage, bounds: Bounds): Promise<BodyBytes> {
  return new Promise((resolve) => {
    request.on('error', () => resolve({ kind: 'aborted' }));
    collect(request, bounds, resolve);
  });
}

function readEncoded(
  request: IncomingMessage,
  encoding: Exclude<ContentEncoding, 'identity'>,
  bounds: Bounds,
): Promise<BodyBytes> {
  return new Promise((resolve) => {
    const decoder = decoderOf(encoding);
    let hasBytes = false;
    const end = (outcome: BodyBytes): void => {
      request.unpipe(decoder);
      request.resume();
      decoder.destroy();
      resolve(outcome);
    };
    request.on('error', () => end({ kind: 'aborted' }));
    request.once('data', () => {
      hasBytes = true;
    });
    decoder.on('error', (error) => {
      const diagnostic = `the ${encoding} data is damaged (${error.message})`;
      end(hasBytes ? { kind: 'damaged', diagnostic } : { kind: 'bytes', bytes: NO_BYTES });
    });
    collect(decoder, bounds, end);
    request.pipe(decoder);
  });
}

/** Calls `done` once; never if the source closes early. Releases the budget at the end. */
function collect(source: Readable, { limit, budget }: Bounds, done: (outcome: BodyBytes) => void): void {
  let parts: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    budget.give(length);
    parts = [];
  };
  source.on('data', (chunk: Buffer) => {
    if (isOver) return;
    const isTooLarge = length + chunk.length > limit;
    if (isTooLarge || !budget.take(chunk.length)) {
      end();
      done({ kind: isTooLarge ? 'too-large' : 'no-room' });
      return;
    }
    length += chunk.length;
    parts.push(chunk);
  });
  source.on('end', () => {
    if (isOver) return;
    const bytes = parts.length === 1 ? (parts[0] ?? NO_BYTES) : Buffer.concat(parts, length);
    end();
    done({ kind: 'bytes', bytes });
  });
  source.on('close', end);
}

function decoderOf(encoding: Exclude<ContentEncoding, 'identity'>) {
  if (encoding === 'gzip') return createGunzip();
  return encoding === 'deflate' ? createInflate() : createBrotliDecompress();
}
