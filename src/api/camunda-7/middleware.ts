import { shardOf } from '../../platform/ids.ts';
import { type FormPart, readForm } from '../body/read-form.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { BODY_LIMIT } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { parametersOf } from '../paths.ts';
import type { ApiServices } from '../services.ts';
import { readingShard } from '../shards/each-shard.ts';
import type { Camunda7Endpoint } from './endpoint.ts';
import { inShapeOf } from './errors.ts';

const NO_PARTS: readonly FormPart[] = [];
/** First parameters of a path that contain an id with a shard. */
const ID_PARAMETERS: ReadonlySet<string | undefined> = new Set(['instance', 'task']);

/** Applies to every later answer, also of shared checks. Basic authentication carries the token as password, because the clients offer nothing else. */
export const inShapeOfCamunda7: Middleware = (request, response, next) => {
  const { exchange } = response.locals;
  const { reply } = exchange;
  exchange.reply = (answer) => reply(inShapeOf(answer));
  const token = passwordOf(request.headers.authorization ?? '');
  if (token !== undefined) request.headers.authorization = `Bearer ${token}`;
  next();
};

/** Password of basic authentication (RFC 7617). */
function passwordOf(authorization: string): string | undefined {
  const [scheme = '', coded = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(coded, 'base64').toString('utf8');
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : '';
}

export function answerCamunda7(endpoint: Camunda7Endpoint, services: ApiServices): Middleware {
  const { bodyLimit = BODY_LIMIT, pattern } = endpoint;
  const hasId = ID_PARAMETERS.has(parametersOf(pattern)[0]);
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
    const call = Object.assign(exchange, { parts });
    const shard = hasId ? shardOf((call.params[0] ?? '').toLowerCase()) : 0;
    exchange.reply(await readingShard(services, shard, (own) => endpoint.handle(call, own)));
  };
}
