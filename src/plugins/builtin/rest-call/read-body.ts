import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Bytes of a response body, and whether there were more than were asked for. */
export interface ReadBytes {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/** The content encodings a call offers to read. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** Ends a pipeline whose purpose is reached. */
const ENOUGH = Symbol('enough');

/**
 * Reads a response body and undoes its content encoding, up to `limit` decoded bytes; what a small body unpacks to is counted as it is
 * unpacked, so a decompression bomb costs no more than the limit. Rejects when the body ends too early or does not decode.
 */
export async function readBytes(body: Readable, encoding: string | undefined, limit: number): Promise<ReadBytes> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, limit - size));
      size += chunk.length;
      if (size <= limit) continue;
      isCut = true;
      throw ENOUGH;
    }
  };
  try {
    const decoder = decoderOf(encoding);
    await (decoder === undefined ? pipeline(body, collect) : pipeline(body, decoder, collect));
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return { bytes: Buffer.concat(chunks), isCut };
}

/** Undefined: the bytes are the body. An encoding nobody knows counts as none; some servers name a charset here. */
function decoderOf(encoding: string | undefined): Transform | undefined {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
