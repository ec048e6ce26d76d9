import { createHmac } from 'node:crypto';
import type { Corpus, Dice, HostileContext, HostileInput } from '../corpus.ts';
import { LIST_PATHS } from '../list-paths.ts';
import { HOSTILE_TEXTS, mutated } from '../texts.ts';

const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const NOW = () => Math.floor(Date.now() / 1000);
const CLAIMS = [
  'iss',
  'aud',
  'sub',
  'exp',
  'nbf',
  'iat',
  'jti',
  'preferred_username',
  'groups',
  'scope',
  '__proto__',
  'constructor',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  '',
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  'service-api',
  ['service-api'],
  2 ** 53,
  ...HOSTILE_TEXTS.slice(0, 30),
];
const HEADER: Readonly<Record<string, readonly unknown[]>> = {
  alg: ['none', 'None', 'HS256', 'RS256', 'ES256', 'PS512', 'EdDSA', '', null, 1, [], 'RS256\u0000', '__proto__'],
  kid: ['', '../../etc/passwd', "' or 1=1 --", 'x'.repeat(10_000), null, 1, {}, '__proto__'],
  typ: ['JWT', 'at+jwt', null, 1],
  crit: [['exp'], [], 'exp', ['b64']],
  b64: [false, true],
  jku: ['http://169.254.169.254/keys', 'file:///etc/passwd'],
  x5u: ['http://127.0.0.1:1/'],
  jwk: [
    { kty: 'oct', k: 'AA' },
    { kty: 'RSA', n: 'AQ', e: 'AQAB' },
  ],
  zip: ['DEF'],
  cty: ['JWT'],
};

const sent = (name: string, token: string, path = '/Definitions'): HostileInput => ({
  name,
  // the sender refuses what no header can hold
  requests: [{ path, headers: { Authorization: `Bearer ${token.replace(/[^\x20-\x7e]/g, '')}` } }],
});

function unsigned(header: unknown, payload: unknown, signature = ''): string {
  return `${base64(header)}.${base64(payload)}.${signature}`;
}

function hmac(payload: object, key: string): string {
  const text = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

async function written({ forge, forgeBytes }: HostileContext): Promise<readonly HostileInput[]> {
  const good = { sub: 'x', aud: 'service-api', exp: NOW() + 300 };
  const payloads = [
    'null',
    'true',
    '1',
    '"x"',
    '[]',
    '{}',
    '',
    '{',
    '{"exp":1e999}',
    `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
    '\ufeff{}',
  ];
  return [
    sent('no signature', unsigned({ alg: 'none' }, good)),
    sent('HMAC with an empty key', hmac(good, '')),
    sent('nothing', ''),
    sent('two dots', '..'),
    sent('five parts', 'a.b.c.d.e'),
    sent('100 dots', '.'.repeat(100)),
    sent('14,000 characters', 'a'.repeat(14_000)),
    sent('a header of null', unsigned(null, good, 'AA')),
    sent('a header 2,000 deep', unsigned(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, good, 'AA')),
    ...(await Promise.all(
      payloads.map(async (payload) => sent(`a payload of ${payload.slice(0, 20)}`, await forgeBytes(payload))),
    )),
    sent('1,000 groups', await forge({ groups: Array.from({ length: 600 }, (_, n) => `g${n}`) }), '/UserTasks'),
    sent('an expiry beyond all time', await forge({ exp: 1e300 })),
    sent('no expiry', await forge({ exp: undefined })),
    sent('a subject of 5,000 characters', await forge({ sub: 's'.repeat(5000) })),
  ];
}

/** Tokens that are invalid, have wrong claims, or have no signature. */
export const TOKENS: Corpus = {
  name: 'tokens',
  surface: 'secured',
  limitMs: 3000,
  count: 500,
  written,
  async make(dice, _n, { forge }) {
    const path = dice.pick([...LIST_PATHS, '/mcp']);
    const claims = Object.fromEntries(Array.from({ length: 1 + dice.below(3) }, () => [dice.pick(CLAIMS), dice.pick(VALUES)]));
    if (dice.below(3) === 0)
      return sent('without signature', unsigned(headerOf(dice), { exp: NOW() + 300, ...claims }, 'AAAA'), path);
    const token = await forge(claims);
    if (dice.below(3) === 0) return sent('a mutant of a token', mutated(token, dice, ['.', '=', '-', '_', 'A', '~', ' ']), path);
    return sent('claims of any type', token, path);
  },
};

function headerOf({ below, pick }: Dice): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from({ length: 1 + below(4) }, () => {
      const name = pick(Object.keys(HEADER));
      return [name, pick(HEADER[name] ?? [null])];
    }),
  );
}
