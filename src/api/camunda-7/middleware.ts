import type { IncomingMessage } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import { readBytes } from '../body/read-bytes.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { commonAnswers } from '../common-answers.ts';
import { BODY_LIMIT } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import type { ApiServices } from '../services.ts';
import type { Camunda7Endpoint, FormPart } from './endpoint.ts';
import { inShapeOf } from './errors.ts';

const NO_PARTS: readonly FormPart[] = [];

/**
 * Makes every later answer to the request one in the shape of Camunda 7, also of checks that all APIs share. Basic authentication carries the token as
 * the password, because the clients offer nothing else.
 */
export const inShapeOfCamunda7: Middleware = (request, response, next) => {
  const { exchange } = response.locals;
  const { reply } = exchange;
  exchange.reply = (answer) => reply(inShapeOf(answer));
  const token = passwordOf(request.headers.authorization ?? '');
  if (token !== undefined) request.headers.authorization = `Bearer ${token}`;
  next();
};

/** The password of basic authentication (RFC 7617); undefined: another scheme. */
function passwordOf(authorization: string): string | undefined {
  const [scheme = '', coded = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(coded, 'base64').toString('utf8');
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : '';
}

/** Reads the body of a request, and replies what its handler gives. */
export function answerCamunda7(endpoint: Camunda7Endpoint, services: ApiServices): Middleware {
  const { bodyLimit = BODY_LIMIT } = endpoint;
  return async (request, response) => {
    const { exchange } = response.locals;
    let parts = NO_PARTS;
    if (endpoint.takesForm === true) {
      const read = await readForm(request, bodyLimit, exchange.path);
      if (!read.ok) return exchange.reply(read.answer);
      parts = read.parts;
    } else if (endpoint.method !== 'GET') {
      const read = await readJsonBody(request, bodyLimit, exchange.path);
      if (!read.ok) return exchange.reply(read.answer);
      exchange.body = read.body;
    }
    exchange.reply(await endpoint.handle(Object.assign(exchange, { parts }), services));
  };
}

type ReadForm = { readonly ok: true; readonly parts: readonly FormPart[] } | { readonly ok: false; readonly answer: Answer };

async function readForm(request: IncomingMessage, limit: number, path: string): Promise<ReadForm> {
  const read = await readBytes(request, 'identity', limit);
  if (read.kind === 'too-large') return { ok: false, answer: commonAnswers.bodyTooLarge(path, limit) };
  if (read.kind === 'no-room') return { ok: false, answer: commonAnswers.overloaded(path) };
  const form = read.kind === 'bytes' ? await formOf(read.bytes, request.headers['content-type']) : undefined;
  if (form === undefined) {
    return { ok: false, answer: commonAnswers.invalidJson(path, 'a form with files (multipart/form-data) is expected') };
  }
  const parts: FormPart[] = [];
  for (const [name, part] of form) {
    if (typeof part === 'string') parts.push({ name, content: part });
    else parts.push({ name, content: await part.text(), fileName: part.name });
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
