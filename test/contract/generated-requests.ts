import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ORDER_XML, STORE_XML } from '../../src/api/openapi/examples.ts';
import { anyCharacter } from '../support/any-character.ts';
import type { HttpRequest } from '../support/http/http-client.ts';
import type { JsonSchema, Schemas } from '../support/http/json-schema.ts';
import type { OpenApi, Operation, Parameter } from '../support/http/openapi-document.ts';

/** Values that exist in the service, by the name of the parameter or member that takes them; grows while requests are sent. */
export type Pools = Readonly<Record<string, string[]>>;

/** One generated request, and the operation it was made from. */
export interface Generated {
  readonly operation: Operation;
  readonly request: HttpRequest;
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\t',
  '\u0000',
  '\ud800',
  '\ufeff',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table instance; --",
  '#{1+1}',
  '<script>',
  '../../etc/passwd',
  '%00',
  '\r\nX-Injected: 1',
  'ﷺ'.repeat(50),
  '\u202e',
  'x'.repeat(300),
  'x'.repeat(5000),
  '1e309',
  '-0',
  'null',
  'true',
  '00000000-0000-0000-0000-000000000000',
];
const FILTERS = [
  'IsCompleted==true',
  'BusinessId@=*PO',
  '(IsCancelled|IsFailed)==true|false',
  'CreatedAt>=2026-01-01,CreatedAt<2027',
  'Version>=1',
  'ProcessDefinitionKey_-=*ER',
  'BusinessId==null|\\null',
  'TaskState==created|Claimed',
  'Sequence<=3,Type!=ActivityCompleted',
  'ActivityInstanceId!=null',
  'BusinessId==a\\,b\\|c',
  '((',
  '==',
  'Nope==1',
  'IsCompleted>true',
  'CreatedAt==0000-00-00',
  'Version==99999999999999999999999999',
];
const SORTS = ['CreatedAt', '-CreatedAt,businessid', '-version,ProcessDefinitionKey', 'Sequence', ',,-', 'Nope', '--CreatedAt'];
const NUMBERS = ['1', '2', '0', '-1', '101', '2147483647', '2147483648', '1.5', '1e3', 'x', '+1', '٣'];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
);
/** A request target holds visible ASCII only, so everything else is percent-encoded; some is deliberately encoded wrong. */
const rawPart = fc.constantFrom('%', '%zz', '%C0%AF', '%E0%A4%A', '%2F', '%2e%2e', '%00', '..', '.', '%FF', '*', ';a=b', '//');

/** Requests made from the document: most of them nearly right, some of them hostile. */
export function generatedRequests(document: OpenApi, pools: Pools): fc.Arbitrary<Generated> {
  const operations = document.operations.filter(({ path }) => path !== '/docs' && path !== '/metrics');
  return fc.oneof(...operations.map((operation) => generatedRequest(operation, document.schemas, pools)));
}

function generatedRequest(operation: Operation, schemas: Schemas, pools: Pools): fc.Arbitrary<Generated> {
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant<string>(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND') },
  );
  const sent = operation.method === 'POST' ? bodyOf(operation, schemas, pools) : fc.constant({});
  return fc
    .record({ method, path: pathOf(operation, pools), query: queryOf(operation), headers: headersOf(operation, pools), sent })
    .map(({ method, path, query, headers, sent }) => ({
      operation,
      request: { method, path: path + query, ...sent, headers: { ...headers, ...(sent as HttpRequest).headers } },
    }));
}

function pathOf({ path }: Operation, pools: Pools): fc.Arbitrary<string> {
  const parts = path.split('/').slice(1);
  return fc
    .tuple(
      fc.tuple(...parts.map((part) => (part.startsWith('{') ? parameterPart(part.slice(1, -1), pools) : fixedPart(part)))),
      fc.oneof(
        { weight: 12, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('/', '//', '/x', '%20', '%00') },
      ),
    )
    .map(([texts, tail]) => `/${texts.join('/')}${tail}`);
}

function fixedPart(part: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(part) },
    { weight: 2, arbitrary: fc.constantFrom(part.toUpperCase(), part.toLowerCase(), encodeURIComponent(part)) },
    { weight: 1, arbitrary: rawPart },
  );
}

function parameterPart(name: string, pools: Pools): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fromPool(pools, name) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom(...NUMBERS).map(encodeURIComponent) },
    { weight: 1, arbitrary: hostileText.map(encoded) },
    { weight: 1, arbitrary: rawPart },
  );
}

/** One of the pool as it is when the request is made: the arbitrary stays the same while the pool grows. */
function fromPool(pools: Pools, name: string): fc.Arbitrary<string> {
  return fc.nat().map((n) => {
    const pool = pools[name] ?? [];
    return encoded(pool[n % Math.max(1, pool.length)] ?? 'none');
  });
}

function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

function queryOf({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query').map(queryParameter);
  const unknown = fc.tuple(hostileText, hostileText).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const all = fc.oneof(...named, unknown, rawPart);
  const some = fc.array(all, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
  return fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: named.length > 0 ? 3 : 0, arbitrary: some });
}

function queryParameter({ name }: Parameter): fc.Arbitrary<string> {
  const likely: Readonly<Record<string, readonly string[]>> = {
    filters: FILTERS,
    sorts: SORTS,
    page: NUMBERS,
    pageSize: NUMBERS,
  };
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(likely[name] ?? ['john', 'managers', 'PO-1001', ' x'])) },
    { weight: 1, arbitrary: hostileText },
    {
      weight: name === 'filters' ? 1 : 0,
      arbitrary: fc.array(fc.constantFrom(...FILTERS), { maxLength: 25 }).map((terms) => terms.join(',')),
    },
  );
  const spelled = fc.constantFrom(name, name, name.toUpperCase());
  return fc.tuple(spelled, value).map(([shown, text]) => `${shown}=${encoded(text)}`);
}

function headersOf({ method }: Operation, pools: Pools): fc.Arbitrary<Record<string, string>> {
  const junk = fc.constantFrom('', 'a b', 'x'.repeat(256), '1.x.y', ',,', 'é', '"q"', '\t');
  const key = fc.oneof({ weight: 2, arbitrary: fc.nat(400).map((n) => `key-${n}`) }, { weight: 1, arbitrary: junk });
  const positions = fc.array(fromPool(pools, 'position').map(decodeURIComponent), { minLength: 1, maxLength: 22 });
  const position = fc.oneof({ weight: 2, arbitrary: positions.map((list) => list.join(',')) }, { weight: 1, arbitrary: junk });
  const any = {
    Authorization: fc.constantFrom('Bearer x', 'Basic x', 'Bearer', ''),
    Accept: fc.constantFrom('*/*', 'text/html', 'application/xml;q=0'),
    traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'x'),
    'X-Forwarded-For': fc.constantFrom('1.2.3.4', 'unknown', '::1, 999.1.1.1'),
    Cookie: fc.constant('a='.padEnd(4000, 'x')),
    'Accept-Encoding': fc.constantFrom('gzip', 'identity;q=0'),
  };
  const own: Record<string, fc.Arbitrary<string>> = method !== 'GET'
    ? { 'Idempotency-Key': key }
    : { 'Service-Min-Position': position };
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.record(own) },
    { weight: 1, arbitrary: fc.record({ ...any, ...own } as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] }) },
  ) as fc.Arbitrary<Record<string, string>>;
}

type SentBody = Pick<HttpRequest, 'body' | 'headers' | 'isChunked'>;

function bodyOf({ requestBody }: Operation, schemas: Schemas, pools: Pools): fc.Arbitrary<SentBody> {
  const schema = requestBody?.content['application/json'].schema ?? {};
  const text = objectOf(schema, schemas, pools).map((value) => JSON.stringify(value));
  const json = { 'Content-Type': 'application/json' };
  return fc.oneof(
    { weight: 10, arbitrary: text.map((body) => ({ body, headers: json })) },
    { weight: 3, arbitrary: hostileJson(text).map((body) => ({ body, headers: json })) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ body: Buffer.from(bytes), headers: json })) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.tuple(text, oddHeaders()).map(([body, headers]) => ({ body, headers })) },
    {
      weight: 1,
      arbitrary: fc.tuple(text, fc.boolean(), packings()).map(([body, isWhole, pack]) => packed(body, isWhole, pack)),
    },
    { weight: 1, arbitrary: text.map((body) => ({ body, headers: json, isChunked: true })) },
  );
}

type Packing = readonly [name: string, pack: (text: string) => Buffer];

function packings(): fc.Arbitrary<Packing> {
  return fc.constantFrom<Packing>(['gzip', gzipSync], ['deflate', deflateSync], ['br', brotliCompressSync]);
}

function packed(body: string, isWhole: boolean, [name, pack]: Packing): SentBody {
  const bytes = pack(body);
  return {
    body: isWhole ? bytes : bytes.subarray(0, bytes.length >> 1),
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': name },
  };
}

function oddHeaders(): fc.Arbitrary<Record<string, string>> {
  return fc.record(
    {
      'Content-Type': fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/vnd.x+json',
        'a/b;;;',
        '+json',
        'é',
      ),
      'Content-Encoding': fc.constantFrom('zstd', 'gzip', 'identity', 'gzip, gzip', '', 'br'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>;
}

/** Texts that are JSON, or nearly, and break what readers of JSON rely on. */
function hostileJson(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const nested = (depth: number) => `{"Variables":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)},"WorkflowId":"order"}`;
  return fc.oneof(
    fc.tuple(valid, fc.nat()).map(([text, at]) => text.slice(0, at % Math.max(1, text.length))),
    fc.tuple(valid, fc.nat(), fc.constantFrom('"', '}', ',', '\\', '\u0000', '\ud800', '1e999', '{')).map(([text, at, bit]) => {
      const place = at % Math.max(1, text.length);
      return text.slice(0, place) + bit + text.slice(place);
    }),
    valid.map((text) => `\ufeff${text}`),
    valid.map((text) => text.replace('{', '{"__proto__":{"a":1},"constructor":null,')),
    valid.map((text) => `${text.slice(0, -1)},${text.slice(1)}`),
    fc.constantFrom(
      'null',
      '[]',
      '"x"',
      '1',
      'true',
      '',
      ' ',
      '{}',
      '{"":{}}',
      nested(63),
      nested(64),
      nested(5000),
      '['.repeat(20_000),
    ),
    fc
      .constantFrom('9007199254740993', '1e999', '-1e-999', '"\\u0000"', '"\\ud800"', '{"__proto__":1}')
      .map((value) => `{"WorkflowId":"order","MessageName":"orderPaid","SignalName":"stockArrived","Variables":{"a":${value}}}`),
  );
}

/** An object after its schema: members right, of a wrong type, in another spelling, left out, or others next to them. */
function objectOf(schema: JsonSchema, schemas: Schemas, pools: Pools): fc.Arbitrary<object> {
  const named = schema.$ref === undefined ? schema : (schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {});
  const members = Object.entries(named.properties ?? {}).map(([name, member]) => {
    const right = memberValue(name, member, pools);
    const value = fc.oneof(
      { weight: 9, arbitrary: right },
      { weight: 1, arbitrary: fc.anything({ withNullPrototype: false, maxDepth: 2 }) },
    );
    const spelled = fc.oneof(
      { weight: 9, arbitrary: fc.constant(name) },
      { weight: 1, arbitrary: fc.constant(name.toUpperCase()) },
    );
    const isNeeded = named.required?.includes(name) === true;
    return fc.option(fc.tuple(spelled, value.map(withoutBigInt)), { freq: isNeeded ? 15 : 2, nil: undefined });
  });
  const extra = fc.option(fc.tuple(hostileText, hostileText), { freq: 1, nil: undefined });
  return fc
    .tuple(fc.tuple(...members), extra)
    .map(([pairs, other]) => Object.fromEntries([...pairs, other].filter((pair) => pair !== undefined) as [string, unknown][]));
}

/** JSON has no such values; the sender would choke on them, not the service. */
function withoutBigInt(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'null');
}

function memberValue(name: string, schema: JsonSchema, pools: Pools): fc.Arbitrary<unknown> {
  if (name === 'BpmnXml') return models();
  if (name === 'Variables') return variables();
  const types = [schema.type ?? schema.anyOf?.map(({ type }) => type) ?? []].flat(2);
  // those that really wait take as long as requested
  if (name === 'WaitSeconds')
    return fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
  if (types.includes('integer')) return fc.oneof(fc.constantFrom(0, 1, 2, 60, 100, 3600, -1, 1.5, 2 ** 53), fc.integer());
  if (types.includes('boolean')) return fc.boolean();
  if (schema.type === 'array' || schema.items !== undefined)
    return fc.array(fc.constantFrom('managers', 'staff', ''), { maxLength: 3 });
  return fc.oneof({ weight: 8, arbitrary: fromPool(pools, name).map(decodeURIComponent) }, { weight: 1, arbitrary: hostileText });
}

function variables(): fc.Arbitrary<object> {
  const likely = fc.record(
    {
      orderNumber: fc.constantFrom<unknown>('PO-1', 7, null, {}, ' '),
      temperature: fc.constantFrom<unknown>(31, 12, 'hot', null, []),
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 2, arbitrary: likely },
    { weight: 1, arbitrary: fc.object({ maxDepth: 3, key: hostileText }).map(withoutBigInt) as fc.Arbitrary<object> },
  );
}

/** The models of the examples, whole or damaged somewhere. */
function models(): fc.Arbitrary<string> {
  const whole = fc.constantFrom(ORDER_XML, STORE_XML);
  const bits = [
    '',
    '<',
    '>',
    '"',
    '&amp;',
    '&x;',
    '<!DOCTYPE a [<!ENTITY x "y">]>',
    ']]>',
    '\u0000',
    'id="start"',
    '<task/>',
    '<script>',
  ];
  const damaged = fc.tuple(whole, fc.nat(), fc.nat(40), fc.constantFrom(...bits)).map(([text, at, length, bit]) => {
    const place = at % text.length;
    return text.slice(0, place) + bit + text.slice(place + length);
  });
  return fc.oneof({ weight: 1, arbitrary: whole }, { weight: 3, arbitrary: damaged }, { weight: 1, arbitrary: hostileText });
}
