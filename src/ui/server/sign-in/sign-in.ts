import { type Request, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { errorCodeHeader } from '../../../platform/answer.ts';
import type { Logger } from '../../../platform/log.ts';
import { errorMessage } from '../../../platform/redact.ts';
import type { PageAudit } from '../audit.ts';
import { NOT_FOUND, type PlainPage, sendPage } from '../page.ts';
import { requireAntiforgeryToken } from './antiforgery.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { COOKIE, endSession, type PendingSignIn, renewSession, saveSession, userOf } from './session.ts';

/** Characters of a return address. */
const MOST = 2048;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** A path on this origin, to which a sign-in may return (docs/contributing/spec/http/access.md#return-url). */
export function isLocalPath(address: string): boolean {
  const isPath = address[0] === '/' && address[1] !== '/';
  return isPath && VISIBLE_ASCII.test(address) && !address.includes('\\') && address.length <= MOST;
}

/** `isRefused`: `returnUrl` was invalid. */
interface ReturnUrl {
  readonly address: string;
  readonly isRefused: boolean;
}

/** Decodes `returnUrl` of the raw query once. Gives `/` if it is absent, repeated or not a local path. */
export function readReturnUrl(queryText: string): ReturnUrl {
  const sent = [...new URLSearchParams(queryText)]
    .filter(([name]) => name.toLowerCase() === 'returnurl')
    .map(([, value]) => value);
  const [address = ''] = sent;
  if (sent.length === 1 && isLocalPath(address)) return { address, isRefused: false };
  return { address: '/', isRefused: sent.some((value) => value !== '') };
}

export interface SignInServices {
  readonly provider: IdentityProvider;
  /** Public address of the pages for this browser, without trailing slash. */
  baseOf(request: Request): string;
  readonly log: Logger;
  /** undefined: sign-ins are not audited */
  readonly audit: PageAudit | undefined;
  endAllOf(subject: string): Promise<void>;
}

/** Concurrent sign-ins of one browser, for example in several tabs. */
const MOST_PENDING = 8;

/** Bytes of the sign-out form. */
const FORM_LIMIT = 4096;

/** Page for an invalid antiforgery token: the page is older than the session. */
const NOT_SIGNED_OUT: PlainPage = {
  code: 'invalid-antiforgery-token',
  title: 'Not signed out',
  text: 'This page is older than your sign-in: open the pages again and sign out there.',
  link: { href: '/', text: 'Open the pages' },
};

/** See docs/contributing/spec/http/access.md#login-and-logout. */
export function signInRoutes(services: SignInServices): Router {
  const { log } = services;
  const routes = Router();
  routes.get('/Account/Login', async (request, response) => {
    const { address, isRefused } = readReturnUrl(queryOf(request));
    if (isRefused) log.event('return-address-refused');
    await beginSignIn(services, request, response, address);
  });
  routes.post(
    '/Account/Logout',
    urlencoded({ extended: false, limit: FORM_LIMIT }),
    requireAntiforgeryToken(log, (response) => sendPage(response, NOT_SIGNED_OUT)),
    (request, response) => signOut(services, request, response),
  );
  routes.all(['/Account/Login', '/Account/Logout'], (request, response) => {
    const allow = request.path.toLowerCase().startsWith('/account/login') ? 'GET' : 'POST';
    response.set('Allow', allow);
    sendPage(response, { code: 'method-not-allowed', title: 'Method Not Allowed', text: `This address takes ${allow} only.` });
  });
  routes.get('/signin-oidc', (request, response) => finishSignIn(services, request, response));
  routes.get('/signout-callback-oidc', (_request, response) => redirect(response, '/'));
  return routes;
}

/** Answers 404 at the addresses of sign-in. */
export function withoutSignIn(): Router {
  const routes = Router();
  routes.all(['/Account/Login', '/Account/Logout', '/signin-oidc', '/signout-callback-oidc'], (_request, response) =>
    sendPage(response, NOT_FOUND),
  );
  return routes;
}

/**
 * See docs/contributing/spec/http/access.md#pages-need-sign-in. Redirects page requests to the provider, which returns to the same address. Answers
 * others with 401 and an empty body.
 */
export function requireSignIn(services: SignInServices): RequestHandler {
  return async (request, response, next) => {
    if (userOf(request) !== undefined) {
      next();
      return;
    }
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isPartOfPage(request);
    if (!isPage) {
      response
        .status(401)
        .set('Cache-Control', 'no-store')
        .set(...errorCodeHeader('sign-in-required'))
        .end();
      return;
    }
    const { originalUrl } = request;
    await beginSignIn(services, request, response, isLocalPath(originalUrl) ? originalUrl : '/');
  };
}

function isPartOfPage({ originalUrl, headers }: Request): boolean {
  const path = originalUrl.split('?', 1)[0]?.toLowerCase() ?? '';
  if (path === '/ui/api' || path.startsWith('/ui/api/') || path.startsWith('/assets/')) return true;
  // automatic requests, such as for an icon, must not start a sign-in
  const purpose = headers['sec-fetch-dest'];
  return typeof purpose === 'string' && purpose !== 'document';
}

async function beginSignIn(services: SignInServices, request: Request, response: Response, returnTo: string): Promise<void> {
  try {
    const { address, pending } = await services.provider.begin(services.baseOf(request));
    const before = request.session.signIns ?? [];
    request.session.signIns = [...before.slice(1 - MOST_PENDING), { ...pending, returnTo }];
    await saveSession(request);
    redirect(response, address);
  } catch (error) {
    services.log.event('ui-sign-in-failed', { Phase: 'begin', Reason: errorMessage(error) });
    sendPage(response, failed('sign-in-unavailable', returnTo));
  }
}

async function finishSignIn(services: SignInServices, request: Request, response: Response): Promise<void> {
  const pending = pendingOf(request);
  try {
    if (pending === undefined) throw new Error('no sign-in was begun in this session');
    const user = await services.provider.finish(services.baseOf(request), queryOf(request), pending);
    const { signIns = [] } = request.session;
    await renewSession(request);
    await services.audit?.signedIn(request, user);
    request.session.user = { ...user, signedInAt: Date.now() };
    request.session.signIns = signIns; // other tabs are still under way
    await saveSession(request);
    services.log.event('ui-signed-in-or-out', { UserName: user.name, Phase: 'in' });
    redirect(response, pending.returnTo);
  } catch (error) {
    services.log.event('ui-sign-in-failed', { Phase: 'return', Reason: errorMessage(error) });
    services.audit?.signInFailed(request);
    sendPage(response, failed('sign-in-failed', pending?.returnTo ?? '/'));
  }
}

/** Removes the sign-in with the state in the query from the session. Undefined: unknown, or several states. */
function pendingOf(request: Request): PendingSignIn | undefined {
  const states = new URLSearchParams(queryOf(request)).getAll('state');
  const all = request.session.signIns ?? [];
  const found = states.length === 1 ? all.find(({ state }) => state === states[0]) : undefined;
  if (found !== undefined) request.session.signIns = all.filter((other) => other !== found);
  return found;
}

/**
 * Ends the session, also at the provider, if it can be reached. The form member `everywhere=true` ends all sessions of the user
 * (docs/contributing/spec/http/access.md#sign-out-everywhere).
 */
async function signOut(services: SignInServices, request: Request, response: Response): Promise<void> {
  const user = userOf(request);
  const isEverywhere = (request.body as { readonly everywhere?: unknown } | undefined)?.everywhere === 'true';
  const address = await services.provider.endAddress(services.baseOf(request), user).catch(() => undefined);
  if (user !== undefined) await services.audit?.signedOut(request, user, isEverywhere);
  if (isEverywhere && user?.subject) await services.endAllOf(user.subject);
  await endSession(request);
  response.clearCookie(COOKIE, { path: '/' });
  if (user !== undefined) services.log.event('ui-signed-in-or-out', { UserName: user.name, Phase: 'out' });
  redirect(response, address ?? '/');
}

function failed(code: PlainPage['code'], returnTo: string): PlainPage {
  const link = { href: `/Account/Login?returnUrl=${encodeURIComponent(returnTo)}`, text: 'Try again' };
  return { code, title: 'Sign-in failed', text: 'You could not be signed in.', link };
}

/** Bypasses the framework, which would re-encode some characters of the address. */
function redirect(response: Response, address: string): void {
  response.status(302).set('Cache-Control', 'no-store').setHeader('Location', address);
  response.end();
}

function queryOf({ originalUrl }: Request): string {
  const mark = originalUrl.indexOf('?');
  return mark < 0 ? '' : originalUrl.slice(mark + 1);
}
