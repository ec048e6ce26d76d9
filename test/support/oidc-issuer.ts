import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** Claims that the issuer puts into the tokens of a caller, in addition to its own. */
export type CallerClaims = Readonly<Record<string, unknown>>;

/** A real OpenID provider inside this process, whose tokens are JWTs for the audience of their resource. */
export interface TestIssuer {
  readonly url: string;
  /** paths that were asked for, in order */
  readonly requests: string[];
  /** A token from the token endpoint, by the client-credentials grant. `resource` is the audience. */
  token(caller: string, resource?: string): Promise<string>;
  /** Creates a token signed with a key of the issuer. Claims can be replaced; by default it is valid. */
  forge(claims?: CallerClaims, header?: CallerClaims): Promise<string>;
  /** A token signed with that key over exactly these bytes. */
  forgeBytes(payload: Uint8Array | string, header?: CallerClaims): Promise<string>;
  /** The private key tokens are signed with now, and its public half. */
  readonly key: SigningKey;
  /** From now on tokens are signed with another key, and only that one is published. */
  rotate(algorithm?: string): Promise<void>;
  /** Refuses connections until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Answers these paths itself; undefined: the provider answers again. */
  override(handler: ((path: string) => string | undefined) | undefined): void;
}

export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
  readonly algorithm: string;
}

export const AUDIENCE = 'service-api';
const RESOURCES: Readonly<Record<string, string>> = { [AUDIENCE]: 'urn:sluice:api', 'other-api': 'urn:sluice:other' };
const SECRET = 'a-secret-for-tests-only';

/** Starts a provider whose clients are the given callers. */
export async function startIssuer(callers: Readonly<Record<string, CallerClaims>>, algorithm = 'RS256'): Promise<TestIssuer> {
  const requests: string[] = [];
  let handle: RequestListener = () => {};
  let own: ((path: string) => string | undefined) | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const body = own?.(path);
    if (body === undefined) return handle(request, response);
    response.setHeader('Content-Type', 'application/json');
    response.end(body);
  });
  const port = await listen(server, 0);
  const url = `http://127.0.0.1:${port}`;
  let key = await nextKey(algorithm);
  const publish = () => {
    handle = createProvider(url, callers, key).callback();
  };
  publish();
  return {
    url,
    requests,
    get key() {
      return key;
    },
    token: (caller, resource = AUDIENCE) => requestToken(url, caller, RESOURCES[resource] ?? ''),
    async forge(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: url, aud: AUDIENCE, sub: 'forged', exp: now + 300, iat: now, ...claims };
      const token = new SignJWT(JSON.parse(JSON.stringify(payload)));
      return token
        .setProtectedHeader({ alg: key.algorithm, kid: key.jwk.kid ?? '', ...header } as { alg: string })
        .sign(key.privateKey);
    },
    forgeBytes(payload, header = {}) {
      const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
      return new CompactSign(bytes)
        .setProtectedHeader({ alg: key.algorithm, kid: key.jwk.kid ?? '', ...header } as { alg: string })
        .sign(key.privateKey);
    },
    async rotate(next = algorithm) {
      key = await nextKey(next);
      publish();
    },
    close: () => close(server),
    async open() {
      await listen(server, port);
    },
    override(handler) {
      own = handler;
    },
  };
}

function createProvider(url: string, callers: Readonly<Record<string, CallerClaims>>, key: SigningKey): Provider {
  const algorithm = key.algorithm;
  return quietly(
    () =>
      new Provider(url, {
        jwks: { keys: [key.jwk] },
        clients: Object.keys(callers).map((id) => ({
          client_id: id,
          client_secret: SECRET,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          id_token_signed_response_alg: algorithm,
        })),
        ttl: { ClientCredentials: 300 },
        enabledJWA: { idTokenSigningAlgValues: [algorithm] },
        features: {
          devInteractions: { enabled: false },
          clientCredentials: { enabled: true },
          resourceIndicators: {
            enabled: true,
            getResourceServerInfo: (_context: object, resource: string) => ({
              scope: '',
              audience: Object.entries(RESOURCES).find(([, urn]) => urn === resource)?.[0],
              accessTokenFormat: 'jwt',
              jwt: { sign: { alg: algorithm } },
              accessTokenTTL: 300,
            }),
          },
        },
        extraTokenClaims: (_context: object, token: { clientId: string }) => callers[token.clientId],
      }),
  );
}

/** The provider warns about settings that only matter outside of tests. */
function quietly<T>(work: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** Keys of this process by algorithm: making one takes a third of a second. */
const keys = new Map<string, Promise<SigningKey>[]>();
const given = { file: process.env['TEST_FILE'], count: 0 };

/** A key that no other issuer of the test file has had. */
function nextKey(algorithm: string): Promise<SigningKey> {
  const file = process.env['TEST_FILE'];
  if (file !== given.file) Object.assign(given, { file, count: 0 });
  const made = keys.get(algorithm) ?? [];
  keys.set(algorithm, made);
  const at = given.count;
  given.count += 1;
  const key = made[at] ?? createKey(algorithm);
  made[at] = key;
  return key;
}

async function createKey(algorithm: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = `key-${Math.random().toString(36).slice(2)}`;
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: algorithm, use: 'sig' };
  return { privateKey, publicKey, jwk, algorithm };
}

async function requestToken(url: string, caller: string, resource: string): Promise<string> {
  const answer = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${caller}:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
  });
  const body = (await answer.json()) as { readonly access_token?: string };
  if (body.access_token === undefined) throw new Error(`the provider answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.access_token;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
