import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { textOfFile } from '../../platform/file-text.ts';
import { commonAnswers } from '../common-answers.ts';
import { readBytes } from './read-bytes.ts';

/** One part of a form. `fileName`: absent: a field. */
export interface FormPart {
  readonly name: string;
  readonly content: string;
  readonly fileName?: string;
}

export type ReadForm =
  | { readonly ok: true; readonly parts: readonly FormPart[] }
  | { readonly ok: false; readonly answer: Answer };

/** Reads a form with files (multipart/form-data). `limit`: bytes of the body. */
export async function readForm(request: IncomingMessage, limit: number, path: string): Promise<ReadForm> {
  const read = await readBytes(request, 'identity', limit);
  if (read.kind === 'too-large') return { ok: false, answer: commonAnswers.bodyTooLarge(path, limit) };
  if (read.kind === 'no-room') return { ok: false, answer: commonAnswers.overloaded(path) };
  const form = read.kind === 'bytes' ? await formOf(read.bytes, request.headers['content-type']) : undefined;
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

/** Undefined: not a form. */
async function formOf(bytes: Buffer, contentType = ''): Promise<FormData | undefined> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
}
