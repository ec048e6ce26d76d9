import { type Answer, jsonAnswer } from '../../platform/answer.ts';
import { shardOf } from '../../platform/ids.ts';
import { isDatabaseUnreachable } from '../../queries/read-database.ts';
import type { Position } from '../../requests/position.ts';
import { mergedPage, refusalAmong } from '../../shards/merged-page.ts';
import { commonAnswers } from '../common-answers.ts';
import type { Endpoint, ReadEndpoint, WriteEndpoint, WriteRequest } from '../endpoint.ts';
import type { ApiRequest } from '../exchange.ts';
import { logFault } from '../middleware/faults.ts';
import { parametersOf } from '../paths.ts';
import type { RequestSchema } from '../schemas/members.ts';
import type { ApiServices, ShardServices } from '../services.ts';
import type { CombinedBodies } from './shard-read.ts';
import { ShardUnreachable } from './shard-unreachable.ts';

type HandleRead = (request: ApiRequest) => Answer | Promise<Answer>;
type HandleWrite = (request: WriteRequest<RequestSchema>) => Answer | Promise<Answer>;

/**
 * Reads the shards of `shards` (./shard-read.ts), otherwise that of an id in the path. With one database, without both, and for endpoints that read
 * the shards themselves: the handler of the endpoint. Rejects with {@link ShardUnreachable}; with `copies` only if no shard is reachable.
 */
export function readHandlerOf(endpoint: ReadEndpoint, services: ApiServices): HandleRead {
  const { ofShards } = services;
  const { shards: read } = endpoint;
  const isElsewhere = read === 'handler' || (read === undefined && idAt(endpoint) < 0);
  if (ofShards === undefined || isElsewhere) return (request) => endpoint.handle(request, services);
  const ask = (request: ApiRequest, number: number) => askShard(endpoint, request, ofShards, number);
  const numbers = ofShards.map((_, number) => number);
  const shardOfPath = numberOfPath(endpoint);
  if (read === undefined) return (request) => ask(request, knownShard(ofShards, shardOfPath(request)));
  if (read === 'copies') return (request) => askCopies(services, request, (number) => ask(request, number));
  if (read === 'any') {
    return (request) => {
      const named = knownShard(ofShards, shardOfPath(request));
      return foundFirst([named, ...numbers.filter((number) => number !== named)], (number) => ask(request, number));
    };
  }
  if ('combine' in read) {
    return async (request) => combinedAnswer(read, await Promise.all(numbers.map((number) => ask(request, number))));
  }
  return (request) => {
    const asks = numbers.map((number) => (changed: Pick<ApiRequest, 'queryText'>) => ask({ ...request, ...changed }, number));
    return mergedPage(read, request, asks);
  };
}

/** Reads use the shard of an id in the path, otherwise the first; the sender of commands knows all. */
export function writeHandlerOf(endpoint: WriteEndpoint, services: ApiServices): HandleWrite {
  const { ofShards } = services;
  if (ofShards === undefined) return (request) => endpoint.handle(request, services);
  const shardOfPath = numberOfPath(endpoint);
  return (request) => endpoint.handle(request, { ...services, ...databaseOf(services, shardOfPath(request)) });
}

/** Services with database and lists of the shard. */
export function servicesOfInstance<S extends ApiServices>(services: S, instanceId: string): S {
  return { ...services, ...databaseOf(services, shardOf(instanceId)) };
}

/** Shards after the first; none with one database. Rejects with {@link ShardUnreachable}. */
export function eachOtherShard<T>(
  { ofShards = [] }: Pick<ApiServices, 'ofShards'>,
  read: (shard: ShardServices) => Promise<T>,
): Promise<readonly T[]> {
  return Promise.all(ofShards.slice(1).map((shard) => reading(shard, () => read(shard))));
}

/** The first shard, or the only database. Rejects with {@link ShardUnreachable}; with one database, with the error of `read`. */
export async function readingFirst<T>(services: ApiServices, read: (services: ApiServices) => Promise<T>): Promise<T> {
  const [first] = services.ofShards ?? [];
  return first === undefined ? read(services) : reading(first, () => read(first));
}

/** Rejects with {@link ShardUnreachable} if the database is not reachable. */
export async function reading<T>(
  { shard: { name, isOpen } }: { readonly shard: Pick<ShardServices['shard'], 'name' | 'isOpen'> },
  read: () => T | Promise<T>,
): Promise<T> {
  if (!isOpen()) throw new ShardUnreachable(name);
  try {
    return await read();
  } catch (error) {
    // one of another shard keeps its name, also if its text is that of a lost connection
    const isOwn = !(error instanceof ShardUnreachable) && isDatabaseUnreachable(error);
    throw isOwn ? new ShardUnreachable(name, error) : error;
  }
}

function databaseOf({ ofShards = [], db, lists }: ApiServices, number: number): Pick<ApiServices, 'db' | 'lists'> {
  const { shard } = ofShards[number] ?? {};
  return { db: shard?.db ?? db, lists: shard?.lists ?? lists };
}

/** Returns the first shard for unknown shards: it answers 404. */
function knownShard(ofShards: readonly ShardServices[], number: number): number {
  return number < ofShards.length ? number : 0;
}

/** Index of the first id among the path parameters; -1: none. */
function idAt({ pattern }: Pick<Endpoint, 'pattern'>): number {
  return parametersOf(pattern).findIndex((name) => name.endsWith('Id'));
}

function numberOfPath(endpoint: Pick<Endpoint, 'pattern'>): (request: ApiRequest) => number {
  const at = idAt(endpoint);
  return ({ params }) => shardOf(params[at] ?? '');
}

/** Sends the positions of this shard. Rejects with {@link ShardUnreachable}. */
async function askShard(
  endpoint: ReadEndpoint,
  request: ApiRequest,
  ofShards: readonly ShardServices[],
  number: number,
): Promise<Answer> {
  const services = ofShards[number];
  if (services === undefined) throw new Error(`shard ${number} does not exist`);
  const { minPositions, path } = request;
  const own = minPositions.length === 0 ? request : { ...request, minPositions: positionsOf(minPositions, number) };
  const answer = await reading(services, () => endpoint.handle(own, services));
  // a shard without a copy of a definition lacks its event history too
  const isCopyBehind = number > 0 && own.minPositions.some(namesKeys) && answer.headers?.includes('invalid-position');
  return isCopyBehind ? commonAnswers.readSideBehind(path) : answer;
}

/** Instances and commands of this shard, and process keys, which all shards copy. */
export function positionsOf(positions: readonly Position[], number: number): readonly Position[] {
  return positions.flatMap((position): readonly Position[] => {
    if ('commandId' in position) return shardOf(position.commandId) === number ? [position] : [];
    const marks = position.marks.filter(({ kind, subjectId }) => kind === 'd' || shardOf(subjectId) === number);
    return marks.length === 0 ? [] : [{ ...position, marks }];
  });
}

function namesKeys(position: Position): boolean {
  return !('commandId' in position) && position.marks.some(({ kind }) => kind === 'd');
}

/** All shards have the same data: asks them in order until one can be reached. Rejects with the first error. */
async function askCopies(
  { ofShards = [], log }: ApiServices,
  request: ApiRequest,
  ask: (number: number) => Promise<Answer>,
): Promise<Answer> {
  let fault: unknown;
  for (const number of ofShards.keys()) {
    try {
      return await ask(number);
    } catch (error) {
      if (!(error instanceof ShardUnreachable)) throw error;
      if (fault === undefined) logFault(log, error, request.endpoint);
      fault ??= error;
    }
  }
  throw fault;
}

/** The first that is not 404; otherwise the first. */
async function foundFirst(numbers: readonly number[], ask: (number: number) => Promise<Answer>): Promise<Answer> {
  let first: Answer | undefined;
  for (const number of numbers) {
    const answer = await ask(number);
    if (answer.status !== 404) return answer;
    first ??= answer;
  }
  return first as Answer;
}

function combinedAnswer({ combine }: CombinedBodies, answers: readonly Answer[]): Answer {
  const refusal = refusalAmong(answers);
  if (refusal !== undefined) return refusal;
  return jsonAnswer(combine(answers.filter(({ status }) => status === 200).map(({ body }) => JSON.parse(body) as never)));
}
