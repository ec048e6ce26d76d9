import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HttpRequest } from '../../../test/support/http/http-client.ts';
import type { Corpus, Dice, HostileInput } from '../corpus.ts';
import { LIST_PATHS } from '../list-paths.ts';

const START = '/Execution/start';
const BODY = '{"WorkflowId":"order"}';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'Idempotency-Key': [
    '',
    ' ',
    'a',
    'a'.repeat(255),
    'a'.repeat(256),
    'retry.x.y',
    'retry.0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11.AAAA',
    '"quoted"',
    'é',
    '__proto__',
    '\t',
  ],
  traceparent: [
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-00000000000000000000000000000000-0000000000000000-00',
    'ff-x-y-z',
    '00',
    '',
    '-'.repeat(300),
  ],
  tracestate: ['a=b', 'a='.repeat(1000), '=,=,='],
  'Content-Type': [
    '',
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'application/x+json',
    'text/plain',
    'multipart/form-data; boundary=',
    'application/json,text/xml',
    'application/json; charset="utf-8"; x="',
    ';',
    '/',
    'a'.repeat(4000),
  ],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'zstd', 'x', '', 'GZIP', 'gzip;q=1'],
  Accept: ['*/*', 'text/html', '', 'a/b;q=9', '*/*,'.repeat(500)],
  'Accept-Encoding': ['gzip', '*;q=0', '', 'br;q=x', 'gzip,'.repeat(500)],
  'Service-Min-Position': ['', 'x', 'a.1', '1'.repeat(5000), Array.from({ length: 30 }, () => 'x').join(), 'AAAA.AAAA'],
  'X-Forwarded-For': ['127.0.0.1', '::1', 'unknown', ','.repeat(500), '1.1.1.1, 2.2.2.2', '[::]:1', 'a'.repeat(4000)],
  'X-Forwarded-Host': ['evil.example', 'localhost', ','.repeat(300), ''],
  'X-Forwarded-Proto': ['https', 'javascript', ''],
  Host: [
    'localhost',
    '127.0.0.1:1',
    'evil.example',
    '[::1]',
    'localhost:99999',
    'a b',
    'localhost@evil',
    '..',
    'xn--',
    'a'.repeat(300),
    '0x7f.1',
    'localhost.',
  ],
  Expect: ['100-continue', 'x'],
  Upgrade: ['websocket', 'h2c'],
  'X-HTTP-Method-Override': ['DELETE', 'GET'],
  Authorization: ['Bearer x', 'Basic eDp5', 'Bearer', ''],
  Range: ['bytes=0-1', 'bytes=-1', 'bytes=9-0,'.repeat(200)],
  'If-None-Match': ['*', '"x"'],
  Cookie: ['a=b', 'sluice.visit=s%3Ax.y', '__proto__=1', '='.repeat(3000)],
};
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];
const PATHS = [
  START,
  ...LIST_PATHS,
  '/mcp',
  '/health',
  '/openapi.json',
  '/',
  '//',
  '/..',
  '/%2e%2e/',
  '/%00',
  '/%',
  '/Definitions/%2F/instances',
  `/${'a/'.repeat(2000)}`,
  '/Execution/start/',
  '/execution/START',
];

const sent = (name: string, request: HttpRequest): HostileInput => ({ name, requests: [request] });
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
const withBody = (name: string, headers: Readonly<Record<string, string>>, body: string | Buffer = BODY) =>
  sent(name, { method: 'POST', path: START, headers: { ...JSON_TYPE, ...headers }, body });

const WRITTEN: readonly HostileInput[] = [
  withBody('a bomb of 64 MB', { 'Content-Encoding': 'gzip' }, bomb),
  withBody('a bomb within brotli', { 'Content-Encoding': 'br' }, brotliCompressSync(Buffer.alloc(16 * 1024 * 1024, 0x20))),
  withBody('gzip that is none', { 'Content-Encoding': 'gzip' }, 'not gzip'),
  withBody('gzip cut short', { 'Content-Encoding': 'gzip' }, gzipSync(BODY).subarray(0, 12)),
  withBody('gzip with more behind it', { 'Content-Encoding': 'gzip' }, Buffer.concat([gzipSync(BODY), Buffer.from('x')])),
  withBody('60 headers of 200 bytes', Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`X-${n}`, 'x'.repeat(200)]))),
  withBody('a header of 20,000 bytes', { 'X-Long': 'x'.repeat(20_000) }),
  withBody('3,000 headers', Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X-${n}`, '']))),
  withBody('names of objects', { __proto__x: '1', constructor: 'x', 'to-string': 'y', hasownproperty: '1' }),
  sent('chunks', { method: 'POST', path: START, headers: JSON_TYPE, body: BODY, isChunked: true }),
  sent('a GET with a body', { method: 'GET', path: '/Definitions', headers: JSON_TYPE, body: BODY }),
  sent('a path of 12,000 characters', { path: `/Definitions/${'k'.repeat(12_000)}/instances` }),
];

/** Headers, methods, paths and encodings that are invalid or contradictory. */
export const HEADERS_CORPUS: Corpus = {
  name: 'headers',
  surface: 'api',
  limitMs: 4000,
  count: 800,
  written: async () => WRITTEN,
  make(dice) {
    const method = dice.below(3) === 0 ? dice.pick(METHODS) : dice.pick(['GET', 'POST']);
    const headers = Object.fromEntries(Array.from({ length: 1 + dice.below(4) }, () => headerOf(dice)));
    const hasBody = method !== 'TRACE' && (method === 'POST' || dice.below(4) === 0);
    return sent('generated headers', { method, path: dice.pick(PATHS), headers, ...(hasBody && { body: BODY }) });
  },
};

function headerOf({ pick }: Dice): [string, string] {
  const name = pick(Object.keys(HEADERS));
  // the sender refuses what no header can hold; what other clients could send stays
  return [name, pick(HEADERS[name] ?? ['']).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')];
}
