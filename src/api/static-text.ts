import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../platform/answer.ts';

/** The same for every request, so encoded and compressed once (docs/contributing/spec/http.md#api-description). */
export interface StaticText {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

export async function prepareText(text: string, contentType: string): Promise<StaticText> {
  const plain = Buffer.from(text);
  return { contentType, plain, zipped: await promisify(gzip)(plain) };
}

/** Answer with gzip if the client accepts it. */
export function staticAnswer({ contentType, plain, zipped }: StaticText, headers: IncomingHttpHeaders): Answer {
  const common = ['Vary', 'Accept-Encoding'];
  if (!acceptsGzip(headers['accept-encoding'])) return { status: 200, contentType, body: '', bytes: plain, headers: common };
  return { status: 200, contentType, body: '', bytes: zipped, headers: [...common, 'Content-Encoding', 'gzip'] };
}

function acceptsGzip(header: string | undefined): boolean {
  return header?.split(',').some((coding) => /^\s*gzip\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(coding)) ?? false;
}
