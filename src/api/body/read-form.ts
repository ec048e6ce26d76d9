import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { textOfFile } from '../../platform/file-text.ts';
import { commonAnswers } from '../common-answers.ts';
import { readBytes } from './read-bytes.ts';

/** `fileName` absent: a field, not a file. */
export interface FormPart {
  readonly name: string;
  readonly content: string;
  readonly fileName?: string;
}

/** Parts in order, or the error answer. */
export type ReadForm =
  | { readonly ok: true; readonly parts: readonly FormPart[] }
  | { readonly ok: false; readonly answer: Answer };

/** Multipart/form-data. `limit`: bytes of the body. */
export async function readForm(request: IncomingMessage, limit: number, path: string): Promise<ReadForm> {
  const read = await readBytes(request, 'identity', limit);
  if (read.kind === 'too-large') return { ok: false, answer: commonAnswers.bodyTooLarge(path, limit) };
  if (read.kind === 'no-room') return { ok: false, answer: commonAnswers.overloaded(path) };
  const contentType = request.headers['content-type'] ?? '';
  if (read.kind === 'bytes' && hasTooManyParts(read.bytes, contentType))
    return { ok: false, answer: commonAnswers.tooManyParts(path, MAX_PARTS) };
  const form = read.kind === 'bytes' ? await formOf(read.bytes, contentType) : undefined;
  if (form === undefined) return { ok: false, answer: commonAnswers.bodyNotAForm(path) };
  const parts: FormPart[] = [];
  for (const [name, part] of form) {
    if (typeof part === 'string') {
      parts.push({ name, content: part });
      continue;
    }
    try {
      parts.push({ name, content: textOfFile(part.name, new Uint8Array(await part.arrayBuffer())), fileName: part.name });
    } catch (error) {
      return { ok: false, answer: commonAnswers.unreadableFile(path, part.name, (error as Error).message) };
    }
  }
  return { ok: true, parts };
}

/** Files and fields; higher than the limits of a deploy. */
const MAX_PARTS = 200;
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i;

/** Counts parts before the form is parsed: a parsed part uses much more memory than its bytes. */
function hasTooManyParts(bytes: Buffer, contentType: string): boolean {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  let at = -1;
  for (let found = 0; found <= MAX_PARTS + 1; found++) {
    at = bytes.indexOf(delimiter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Returns undefined if not a form. */
async function formOf(bytes: Buffer, contentType: string): Promise<FormData | undefined> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
}
