import { type Rule, section } from './rule.ts';

const IN = 'ui-sign-in';
const OUT = 'ui-sign-out';
const READ_ONLY = 'ui-read-only';
const COOKIE = 'ui-cookie';
const BROWSER = 'browser/login';
const KEYS = 'unit/platform/config';
const VALUES = 'unit/platform/config-values';
const RETURN = 'unit/ui/return-url';

/** The sign-in of the operator pages. */
export const SIGN_IN: readonly Rule[] = section(
  'docs/contributing/spec/http/access.md#sign-in-to-the-web-ui',
  [
    'on with Authority and ClientId only; Authority alone: read-only for everybody, and 7056; neither: open',
    [OUT, 'shows itself to everyone'],
    ['authentication', 'shows the operator pages to everyone and warns once'],
    [READ_ONLY, 'refuses … with 403 and the reason'],
    [READ_ONLY, 'refuses every verb that may change something'],
    [READ_ONLY, 'shows everything all the same'],
    [READ_ONLY, 'logs at start-up (7056)'],
    ['ui-beside-secured-api', 'are read-only as soon as it has started'],
    ['ui-beside-secured-api', 'are read-only and report it'],
    ['ui-beside-secured-api', 'let everyone do everything again'],
    ['browser/read-only', '… reports that it is read-only and why'],
  ],
  [
    'a missing ClientSecret stops the start-up; it is never logged',
    [VALUES, 'names … and never the value'],
    [IN, 'logs who signed in and out'],
  ],
  [
    'SessionHours: 12; sessions are bounded',
    [COOKIE, 'is worth nothing when its owner'],
    ['int/ui/session-store', 'are bounded'],
    [KEYS, 'has the defaults'],
  ],
  ['CookieExpireMinutes: 60, sliding', [COOKIE, 'lives as long as'], [COOKIE, 'is worth nothing'], [KEYS, 'has the defaults']],
  [
    'code flow, PKCE, state, nonce, scopes, callback',
    [IN, 'asks with the code flow'],
    [IN, 'takes an answer of the provider once'],
    ['ui-id-token', 'lets its owner in when a key of the issuer signed it'],
    ['ui-id-token', 'rejects the sign-in when …'],
    ['ui-id-token', 'accepts the sign-in when the issuer has changed its keys since, and no token with the old key'],
  ],
  [
    'redirect addresses of UI_PUBLIC_URL, else of host and scheme',
    ['ui-redirect-addresses', 'uses UI_PUBLIC_URL'],
    ['ui-redirect-addresses', 'believes the forwarded scheme'],
    ['ui-redirect-addresses', 'believes no forwarded scheme'],
  ],
  [
    'the name shown; acting user and groups',
    [IN, 'shows the name, acting user and groups'],
    ['unit/ui/pages', 'show the first name a token has'],
    [IN, 'acts as the signed-in user'],
  ],
  ['no role is enforced', [IN, 'lets everyone do everything']],
  ['every page needs sign-in: 302', [IN, 'leads every page to the provider'], [IN, 'refuses the parts of pages']],
  ['back to the address first asked for', [IN, 'comes back to the address'], [BROWSER, 'leads to the provider and back']],
  [
    'data without a cookie: 401, empty; the page says so',
    [IN, 'refuses data with 401'],
    [BROWSER, 'reports that the sign-in has expired'],
    ['browser/actions', 'reports an expired sign-in and an unavailable service when nothing more can be loaded'],
  ],
  ['a check of its own before /dashboard', [IN, 'guards everything below /dashboard']],
  [
    'HttpOnly, SameSite=Lax, Secure but for plain http when allowed',
    [COOKIE, 'is HttpOnly and SameSite=Lax'],
    [COOKIE, 'is Secure when the request came by https'],
    ['int/ui/sessions', '… the cookie to https'],
    [BROWSER, 'cannot read the cookie'],
  ],
  ['a new cookie at every sign-in', [COOKIE, 'is a new one']],
  ['opaque to the browser', [COOKIE, 'reports nothing about its owner']],
  [
    'every replica accepts it, also after a restart',
    [COOKIE, 'is accepted by another replica'],
    [COOKIE, 'is accepted after a restart'],
    [COOKIE, 'end a sign-in that another one has begun'],
    ['int/ui/sessions', 'are protected by one key'],
  ],
  ['GET /Account/Login starts the login', [OUT, 'returns to … when the login is asked']],
  [
    'POST /Account/Logout: token, cookie, end of login at the provider',
    [OUT, 'answers 400 and keeps the visit'],
    [OUT, 'ends the visit here and at the provider'],
    [OUT, 'answers 302 to the start page'],
    [BROWSER, 'ends the session here and at the provider'],
  ],
  [
    'POST /Account/Logout with everywhere: all sessions of the user',
    [OUT, 'ends all sessions of the user'],
    [OUT, 'ends only this session'],
    ['int/ui/session-store', 'end all for one person'],
    [BROWSER, 'ends the session of another browser too'],
  ],
  ['GET /Account/Logout: 405', [OUT, 'answers 405 with Allow']],
  ['authentication off: 404 pages', [OUT, 'has no pages for the sign-in']],
  [
    'a failed callback: page, link, 400',
    [IN, 'shows a page with a way to try again'],
    [IN, 'shows the same page when the provider'],
  ],
  ['health stays anonymous', [IN, 'keeps health anonymous']],
  [
    'every POST needs an antiforgery token, signed in or not',
    [OUT, 'does nothing and answers 400 when any POST'],
    [OUT, 'asks for the antiforgery token all the same'],
  ],
  [
    'returnUrl is kept when it is a path of ours, else it is /',
    [RETURN, 'is kept when it is a path of this service'],
    [RETURN, 'becomes the start page when a browser'],
    [RETURN, 'becomes the start page when it is sent more than once'],
  ],
  ['decoded exactly once', [RETURN, 'is decoded exactly once']],
);
