import type { Corpus, HostileInput } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated } from '../texts.ts';

const ADDRESSES = [
  '/workflows',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'http:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/\tevil.example',
  '/\n/evil.example',
  '/\r\nLocation: https://evil.example',
  ' //evil.example',
  '/@evil.example',
  '/.evil.example',
  '/../..//evil.example',
  '?x',
  '#x',
  '',
  `/${'a'.repeat(3000)}`,
  '/\u2028',
  '/é',
  '/%00',
  '/login?returnUrl=/login',
];
const PARTS = [
  '/',
  '//',
  '\\',
  '%2f',
  '%5c',
  ':',
  '@',
  '?',
  '#',
  '.',
  '..',
  '\t',
  '\r\n',
  '&returnUrl=',
  '%',
  ...HOSTILE_TEXTS.slice(0, 20),
];
const PATHS = ['/login', '/logout', '/signin-oidc', '/signout-callback-oidc', '/workflows', '/dashboard'];

const asked = (name: string, path: string, query: string): HostileInput => ({ name, requests: [{ path: `${path}?${query}` }] });
const encoded = (text: string) => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));

/** Where people would be sent after the sign-in. */
export const RETURN_URLS: Corpus = {
  name: 'return-urls',
  surface: 'sign-in',
  limitMs: 3000,
  count: 400,
  written: async () => [
    ...ADDRESSES.map((address) => asked(`to ${JSON.stringify(address.slice(0, 40))}`, '/login', `returnUrl=${encoded(address)}`)),
    asked('twice', '/login', 'returnUrl=/a&ReturnUrl=//evil.example'),
    asked('a list', '/login', 'returnUrl[]=/a&returnUrl[0]=b'),
    asked('an unknown code', '/signin-oidc', 'code=x&state=y'),
    asked('an error of the provider', '/signin-oidc', 'error=access_denied&error_description=%3Cscript%3E&state=x'),
    asked('states without end', '/signin-oidc', 'state=x&'.repeat(500)),
    asked('nothing', '/signin-oidc', ''),
  ],
  make(dice) {
    let address = dice.pick(ADDRESSES);
    for (let time = dice.below(3); time >= 0; time -= 1) address = mutated(address, dice, PARTS).slice(0, 3000);
    const name = dice.pick(['returnUrl', 'ReturnUrl', 'returnurl', 'state', 'code', 'error']);
    return asked('a mutant', dice.pick(PATHS), `${name}=${encoded(address)}`);
  },
};
