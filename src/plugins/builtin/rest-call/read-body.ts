import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Bytes of a response body. `isCut`: the body exceeds the limit. */
export interface ReadBytes {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/** Content encodings accepted by a call. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** Ends a pipeline early. */
const ENOUGH = Symbol('enough');

/**
 * Reads and decodes a response body up to `limit` decoded bytes. Counts while decompressing, so a decompression bomb costs no more than the
 * limit. Rejects for an incomplete or invalid body.
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

/** Undefined without encoding. Unknown encodings are ignored: some servers put a charset here. */
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
