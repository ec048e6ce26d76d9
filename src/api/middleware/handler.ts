import { checkActingUser } from '../auth/acting-user.ts';
import { createMemberReader } from '../body/members.ts';
import type { ReadEndpoint, WriteEndpoint, WriteRequest } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { canonicalPath, parametersOf } from '../paths.ts';
import type { ApiServices } from '../services.ts';

/** Replies what the handler of a GET endpoint gives. */
export function answerRead(endpoint: ReadEndpoint, services: ApiServices): Middleware {
  return async (_request, response) => {
    const { exchange } = response.locals;
    exchange.reply(await endpoint.handle(exchange, services));
  };
}

/** Reads the members of the body, and replies what the handler of a POST or DELETE endpoint gives. */
export function answerWrite(endpoint: WriteEndpoint, services: ApiServices): Middleware {
  const { pattern, body, actsForUser = false } = endpoint;
  const readMembers = body === null ? undefined : createMemberReader(body);
  const fixedPath = parametersOf(pattern).length === 0 ? canonicalPath(pattern, []) : undefined;
  return async (_request, response) => {
    const { exchange } = response.locals;
    exchange.canonicalPath = fixedPath ?? canonicalPath(pattern, exchange.params);
    const check = actsForUser ? checkActingUser(exchange, services.log) : undefined;
    const read = readMembers?.(exchange.body, exchange.path, check);
    if (read?.ok === false) return exchange.reply(read.answer);
    if (read !== undefined) exchange.members = read.members;
    exchange.reply(await endpoint.handle(exchange as WriteRequest<NonNullable<typeof body>>, services));
  };
}
