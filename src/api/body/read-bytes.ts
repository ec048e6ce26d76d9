import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ContentEncoding } from './media-type.ts';

/** The decoded bytes of a body, or why there are none. `aborted`: the client has gone, nobody waits for an answer. */
export type BodyBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'damaged'; readonly diagnostic: string }
  | { readonly kind: 'aborted' };

const NO_BYTES = Buffer.alloc(0);

/** Whether the headers say that no body follows. */
export function announcesNoBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/**
 * Reads a whole body of at most `limit` decoded bytes. Beyond the limit nothing more is kept; the rest is let run by, so that the client
 * can finish sending and read the answer.
 */
export function readBytes(request: IncomingMessage, encoding: ContentEncoding, limit: number): Promise<BodyBytes> {
  if (encoding === 'identity' && Number(request.headers['content-length'] ?? 0) > limit) {
    return Promise.resolve({ kind: 'too-large' });
  }
  return encoding === 'identity' ? readPlain(request, limit) : readEncoded(request, encoding, limit);
}

function readPlain(request: IncomingMessage, limit: number): Promise<BodyBytes> {
  return new Promise((resolve) => {
    request.on('error', () => resolve({ kind: 'aborted' }));
    collect(request, limit, resolve);
  });
}

function readEncoded(
  request: IncomingMessage,
  encoding: Exclude<ContentEncoding, 'identity'>,
  limit: number,
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
    collect(decoder, limit, end);
    request.pipe(decoder);
  });
}

function collect(source: Readable, limit: number, done: (outcome: BodyBytes) => void): void {
  let first: Buffer = NO_BYTES;
  let rest: Buffer[] | undefined;
  let length = 0;
  source.on('data', (chunk: Buffer) => {
    if (length > limit) return;
    length += chunk.length;
    if (length > limit) {
      rest = undefined;
      first = NO_BYTES;
      done({ kind: 'too-large' });
    } else if (first.length === 0) first = chunk;
    else if (rest === undefined) rest = [first, chunk];
    else rest.push(chunk);
  });
  source.on('end', () => {
    if (length <= limit) done({ kind: 'bytes', bytes: rest === undefined ? first : Buffer.concat(rest, length) });
  });
}

function decoderOf(encoding: Exclude<ContentEncoding, 'identity'>) {
  if (encoding === 'gzip') return createGunzip();
  return encoding === 'deflate' ? createInflate() : createBrotliDecompress();
}
