import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { readBytes } from '../body/read-bytes.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { commonAnswers } from '../common-answers.ts';
import { BODY_LIMIT } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import type { CalledFile, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { asProblem } from './problems.ts';

const NO_FILES: readonly CalledFile[] = [];

/** Makes every later answer to the request, also of checks that all APIs share, one in the shape of Camunda 8. */
export const inShapeOfCamunda8: Middleware = (_request, response, next) => {
  const { exchange } = response.locals;
  const { reply, path } = exchange;
  exchange.reply = (answer) => reply(asProblem(answer, path));
  next();
};

/** Reads the body of a request, and replies what its handler gives. */
export function answerCamunda8(endpoint: Camunda8Endpoint, services: Camunda8Services): Middleware {
  const { bodyLimit = BODY_LIMIT } = endpoint;
  return async (request, response) => {
    const { exchange } = response.locals;
    let files = NO_FILES;
    if (endpoint.takesFiles === true) {
      const read = await readFiles(request, bodyLimit, exchange.path);
      if (!read.ok) return exchange.reply(read.answer);
      files = read.files;
    } else if (endpoint.method !== 'GET') {
      const read = await readJsonBody(request, bodyLimit, exchange.path);
      if (!read.ok) return exchange.reply(read.answer);
      exchange.body = read.body;
    }
    exchange.reply(await endpoint.handle(Object.assign(exchange, { files }), services));
  };
}

type ReadFiles = { readonly ok: true; readonly files: readonly CalledFile[] } | { readonly ok: false; readonly answer: Answer };

async function readFiles(request: IncomingMessage, limit: number, path: string): Promise<ReadFiles> {
  const read = await readBytes(request, 'identity', limit);
  if (read.kind === 'too-large') return { ok: false, answer: commonAnswers.bodyTooLarge(path, limit) };
  if (read.kind === 'no-room') return { ok: false, answer: commonAnswers.overloaded(path) };
  const bytes = read.kind === 'bytes' ? read.bytes : Buffer.alloc(0);
  const form = await formOf(bytes, request.headers['content-type']);
  if (form === undefined) {
    return { ok: false, answer: commonAnswers.invalidJson(path, 'a form with files (multipart/form-data) is expected') };
  }
  const files: CalledFile[] = [];
  for (const [, part] of form) if (typeof part !== 'string') files.push({ name: part.name, content: await part.text() });
  return { ok: true, files };
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
