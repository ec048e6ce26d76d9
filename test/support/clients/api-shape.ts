import { openApiDocument } from '../../../src/api/openapi/document.ts';

/** A schema of the document, as far as it uses JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
  readonly 'x-rate-limit-policy'?: string;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One operation as a client sees it. */
export interface ClientOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parts: readonly string[];
  readonly takes: 'body' | 'query' | 'nothing';
  /** of the body; undefined: it takes none */
  readonly body: Schema | undefined;
  readonly isBodyNeeded: boolean;
  readonly query: readonly { readonly name: string; readonly description: string }[];
  readonly gives: 'json' | 'empty' | 'text' | 'stream';
  readonly answer: Schema | undefined;
  readonly isKeyed: boolean;
  readonly readsProjection: boolean;
  readonly isService: boolean;
  /** schema of a row; undefined: not a list */
  readonly row: Schema | undefined;
}

/** Input of the generated clients. */
export interface ApiShape {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: readonly ClientOperation[];
}

/** Reads the document that this code serves. */
export function readApiShape(): ApiShape {
  const document = openApiDocument() as ApiDocument;
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => shapeOf(path, method.toUpperCase(), operation, schemas)),
  );
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return { schemas: Object.fromEntries(byName), operations };
}

const GIVES: ReadonlyMap<string, ClientOperation['gives']> = new Map([
  ['application/json', 'json'],
  // it does not end
  ['text/event-stream', 'stream'],
]);

/** Name of the schema that is referred to. */
export const refName = (ref: string): string => ref.split('/').at(-1) ?? '';

function shapeOf(path: string, method: string, operation: DocumentedOperation, schemas: ApiShape['schemas']): ClientOperation {
  const { parameters = [], requestBody, responses } = operation;
  const query = parameters.filter((one) => one.in === 'query').map(({ name, description = '' }) => ({ name, description }));
  const [media = '', content] = Object.entries(responses['200']?.content ?? {})[0] ?? [];
  const gives = content === undefined ? 'empty' : (GIVES.get(media) ?? 'text');
  const hasHeader = (name: string) => parameters.some((one) => one.in === 'header' && one.name === name);
  const answer = gives === 'json' ? content?.schema : undefined;
  const page = answer?.$ref === undefined ? undefined : schemas[refName(answer.$ref)];
  const body = requestBody?.content['application/json']?.schema;
  return {
    name: operation.operationId,
    method,
    path,
    summary: operation.summary,
    parts: [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part),
    takes: body !== undefined ? 'body' : query.length > 0 ? 'query' : 'nothing',
    body,
    isBodyNeeded: requestBody?.required === true,
    query,
    gives,
    answer,
    isKeyed: hasHeader('Idempotency-Key'),
    readsProjection: hasHeader('Service-Min-Position'),
    isService: operation['x-rate-limit-policy'] === undefined,
    row: page?.properties?.['pageSize'] === undefined ? undefined : (page.properties['items'] ?? page.properties['data'])?.items,
  };
}
