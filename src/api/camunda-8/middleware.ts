import { readForm } from '../body/read-form.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { BODY_LIMIT } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { parametersOf } from '../paths.ts';
import { readingShard } from '../shards/each-shard.ts';
import type { CalledFile, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { asProblem } from './problems.ts';
import { shardOfKey } from './shard-keys.ts';

const NO_FILES: readonly CalledFile[] = [];

/** Applies to every later answer, also of shared checks. */
export const inShapeOfCamunda8: Middleware = (_request, response, next) => {
  const { exchange } = response.locals;
  const { reply, path } = exchange;
  exchange.reply = (answer) => reply(asProblem(answer, path));
  next();
};

export function answerCamunda8(endpoint: Camunda8Endpoint, services: Camunda8Services): Middleware {
  const { bodyLimit = BODY_LIMIT } = endpoint;
  const hasKey = parametersOf(endpoint.pattern)[0]?.endsWith('Key') === true;
  return async (request, response) => {
    const { exchange } = response.locals;
    let files = NO_FILES;
    if (endpoint.takesFiles === true) {
      const read = await readForm(request, bodyLimit, exchange.path);
      if (!read.ok) return exchange.reply(read.answer);
      files = read.parts.flatMap(({ content, fileName }) => (fileName === undefined ? [] : [{ name: fileName, content }]));
    } else if (endpoint.method !== 'GET') {
      const read = await readJsonBody(request, bodyLimit, exchange.path);
      if (!read.ok) return exchange.reply(read.answer);
      exchange.body = read.body;
    }
    const call = Object.assign(exchange, { files });
    const shard = hasKey ? shardOfKey(call.params[0] ?? '') : 0;
    exchange.reply(await readingShard(services, shard, (own) => endpoint.handle(call, own)));
  };
}
