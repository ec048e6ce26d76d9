import { expectJson } from './expect-answer.ts';
import { get, type HttpAnswer } from './http-client.ts';
import { faultsOf, type JsonSchema, type Schemas } from './json-schema.ts';

interface Content {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

/** One parameter in the document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: string }>>;
}

/** One operation of the document, with its place in it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Content } };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>>; readonly headers?: Readonly<Record<string, object>> }>
  >;
}

/** The served document. */
export interface OpenApi {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly text: any;
}

/** Headers that are documented wherever they are sent. */
const DOCUMENTED_HEADERS = [
  'idempotency-key',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'service-error-code',
  'service-position',
  'www-authenticate',
];

/** Reads /openapi.json. */
export async function readOpenApi(url: string): Promise<OpenApi> {
  const text = expectJson(await get(url, '/openapi.json'));
  const operations = Object.entries(text.paths as Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase() as Operation['method'],
      })),
  );
  return { operations, schemas: text.components.schemas, text };
}

/** Parts of an answer that are not documented: status, media type, body, headers. Empty if all are documented. */
export function undocumented(document: OpenApi, operation: Operation, answer: HttpAnswer): readonly string[] {
  const response = operation.responses[answer.status];
  if (response === undefined) return [`status ${answer.status}`];
  const sent = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
  const headers = DOCUMENTED_HEADERS.filter((name) => answer.headers[name] !== undefined && !sent.has(name));
  return [...headers.map((name) => `header ${name} with ${answer.status}`), ...bodyFaults(document, response.content, answer)];
}

function bodyFaults(
  { schemas }: OpenApi,
  content: Readonly<Record<string, Content>> | undefined,
  { headers, text, json, status }: HttpAnswer,
): readonly string[] {
  const mediaType = headers['content-type']?.split(';')[0];
  if (mediaType === undefined) return content === undefined && text === '' ? [] : [`an empty body with ${status}`];
  const described = content?.[mediaType];
  if (described === undefined) return [`${mediaType} with ${status}`];
  return faultsOf(json ?? text, described.schema, schemas).map((fault) => `${status} ${fault}`);
}
