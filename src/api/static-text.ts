import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../platform/answer.ts';

/** A text that is the same for every request, prepared once so that a request costs a write (docs/contributing/spec/http.md#api-description). */
export interface StaticText {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
  /** weak, because both encodings share it */
  readonly etag: string;
}

/** Encodes, compresses and hashes a text. */
export async function prepareText(text: string, contentType: string): Promise<StaticText> {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { contentType, plain, zipped: await promisify(gzip)(plain), etag };
}

/** The answer to a request: 304 if the client has the text, compressed if it accepts that. */
export function staticAnswer({ contentType, plain, zipped, etag }: StaticText, headers: IncomingHttpHeaders): Answer {
  const common = ['ETag', etag, 'Vary', 'Accept-Encoding'];
  if (hasText(headers['if-none-match'], etag)) return { status: 304, body: '', headers: common };
  if (!acceptsGzip(headers['accept-encoding'])) return { status: 200, contentType, body: '', bytes: plain, headers: common };
  return { status: 200, contentType, body: '', bytes: zipped, headers: [...common, 'Content-Encoding', 'gzip'] };
}

function hasText(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(etag.replace('W/', ''));
}

function acceptsGzip(header: string | undefined): boolean {
  return header?.split(',').some((coding) => /^\s*gzip\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(coding)) ?? false;
}
