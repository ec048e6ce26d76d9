import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

/** A person who can sign in; the claims go into the id token. */
export interface DemoUser {
  readonly password: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Options of the provider. */
export interface DemoProviderOptions {
  /** 0: any free port */
  readonly port: number;
  readonly users: Readonly<Record<string, DemoUser>>;
  readonly client: { readonly id: string; readonly secret: string };
  /** addresses of the web UI, without a final slash */
  readonly uiUrls: readonly string[];
  /** value of `aud` in the tokens for the API */
  readonly audience?: string;
  /** whether a client can end the provider's session; default true */
  readonly endsSessions?: boolean;
  /** how the client shows its secret; default `client_secret_basic` */
  readonly tokenAuthentication?: 'client_secret_basic' | 'client_secret_post';
}

/** A running provider. */
export interface DemoProvider {
  /** the issuer */
  readonly url: string;
  stop(): Promise<void>;
}

const API_RESOURCE = 'urn:sluice:api';
const FORM_LIMIT = 4096;

/** Starts an OpenID provider on this machine, for trials and tests only. */
export async function startDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = await quietly(() => createProvider(url, options));
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return callback(request, response);
    interact(provider, options.users, request, response).catch((error: Error) => {
      response.statusCode = 400;
      response.end(error.message);
    });
  };
  return {
    url,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One key for all providers of the process: making one takes a third of a second. */
let signingKey: Promise<JWK> | undefined;

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: 'demo', alg: 'RS256', use: 'sig' };
}

async function createProvider(url: string, options: DemoProviderOptions): Promise<Provider> {
  signingKey ??= makeKey();
  const jwk = await signingKey;
  const provider = new Provider(url, {
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      {
        client_id: options.client.id,
        client_secret: options.client.secret,
        redirect_uris: options.uiUrls.map((ui) => `${ui}/signin-oidc`),
        ...(options.endsSessions !== false && {
          post_logout_redirect_uris: options.uiUrls.map((ui) => `${ui}/signout-callback-oidc`),
        }),
        grant_types: ['authorization_code', 'client_credentials'],
        token_endpoint_auth_method: options.tokenAuthentication ?? 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, ...options.users[id]?.claims }),
    }),
    loadExistingGrant: (context: GrantContext) => grantEverything(provider, context),
    interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    clientAuthMethods: [options.tokenAuthentication ?? 'client_secret_basic'],
    features: featuresOf(options),
    extraTokenClaims: () => ({ preferred_username: options.client.id }),
    ttl: { Session: 86_400, Interaction: 600, Grant: 86_400, IdToken: 3600, AccessToken: 3600, ClientCredentials: 3600 },
  });
  return provider;
}

function featuresOf({ audience = 'service-api', endsSessions = true }: DemoProviderOptions): object {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    rpInitiatedLogout: {
      enabled: endsSessions,
      logoutSource(context: { body: string }, form: string) {
        const confirmed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
        context.body = page('Signing out', `${confirmed}<script>document.forms[0].submit()</script>`);
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (context: { oidc: { params?: { grant_type?: string } } }) =>
        context.oidc.params?.grant_type === 'client_credentials' ? API_RESOURCE : undefined,
      useGrantedResource: () => false,
      getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }),
    },
  };
}

interface GrantContext {
  readonly oidc: { readonly client: { readonly clientId: string }; readonly session: { readonly accountId: string } };
}

/** Grants all claims without asking the user, because the client is our own. */
async function grantEverything(provider: Provider, { oidc }: GrantContext): Promise<unknown> {
  const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

/** The sign-in form with name and password. */
async function interact(
  provider: Provider,
  users: DemoProviderOptions['users'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST' || prompt.name !== 'login') return sendForm(response, '');
  const fields = new URLSearchParams(await readBody(request));
  const name = fields.get('login') ?? '';
  const user = Object.hasOwn(users, name) ? users[name] : undefined;
  if (user === undefined || user.password !== fields.get('password')) return sendForm(response, 'Wrong name or password.');
  await provider.interactionFinished(request, response, { login: { accountId: name } });
}

function sendForm(response: ServerResponse, problem: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(
    page(
      'Sign in',
      `<form method="post"><p role="alert">${problem}</p>
<p><label>User name <input name="login" autofocus autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password"></label></p>
<button>Sign in</button></form>`,
    ),
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body><h1>${title}</h1>${body}</body></html>`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FORM_LIMIT) throw new Error('the form is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The provider warns about settings that only matter in real use. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}
