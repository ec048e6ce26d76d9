import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { ConfigError } from '../platform/config/config.ts';
import {
  type DatabaseAddress,
  readDatabaseAddress,
  type ServerAddress,
  type ServerChoice,
} from '../platform/config/config-process.ts';
import { LeanClient } from './lean-client.ts';
import { type ConnectionTarget, checkRole, Servers, type Ssl } from './servers.ts';

/** Driver options. `sslmode` has the meaning of libpq; the driver has another one and prints a warning. */
export interface SecuredConnection {
  readonly connectionString: string;
  /** absent: the driver decides */
  readonly ssl?: Ssl;
  /** connection class; for the modes `prefer` and `allow`, it tries with and without TLS */
  readonly Client: typeof pg.Client;
  /** session options may not reach the server, and session state is lost after a transaction */
  readonly isPooled?: true;
}

const CONNECT_TIMEOUT_MS = 2000;
const INVALID_AUTHORIZATION = '28000';

/** Throws ConfigError if a file in the URL was deleted after the configuration was read. */
export function securedConnection(text: string): SecuredConnection {
  const address = addressOf(text);
  const connection = connectionTo(address);
  return address.pooler === undefined ? connection : { ...connection, Client: withoutNames(connection.Client), isPooled: true };
}

/** A connection with a session, for LISTEN. Undefined if the URL is a pooler without a direct address. */
export function sessionConnection(text: string): SecuredConnection | undefined {
  const { pooler } = addressOf(text);
  if (pooler === undefined) return securedConnection(text);
  return pooler.directUrl === undefined ? undefined : securedConnection(pooler.directUrl);
}

function addressOf(text: string): DatabaseAddress {
  const read = readDatabaseAddress(text);
  if (!read.ok) throw new ConfigError('DATABASE_URL', read.reason);
  return read.value;
}

/** The driver prepares a named statement once per connection, but a pooler may use another one for the next transaction. */
function withoutNames(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    override query(...given: unknown[]): never {
      const [first, ...rest] = given;
      const isNamed = typeof first === 'object' && first !== null && Object.hasOwn(first, 'name');
      return Reflect.apply(super.query, this, isNamed ? [{ ...first, name: undefined }, ...rest] : given) as never;
    }
  } as typeof pg.Client;
}

function connectionTo(address: DatabaseAddress): SecuredConnection {
  const { url: connectionString, choice } = address;
  const modes = modesOf(address);
  if (choice !== undefined) return { connectionString, Client: clientOfServers(connectionString, choice, modes) };
  if (modes.length === 1) return { connectionString, ...(modes[0] === undefined ? {} : { ssl: modes[0] }), Client: LeanClient };
  return { connectionString, Client: clientWithFallback(connectionString, modes) };
}

/** TLS modes to try in turn; undefined: the driver decides. */
function modesOf(address: DatabaseAddress): readonly (Ssl | undefined)[] {
  const { url, mode } = address;
  if (mode === undefined) return [undefined];
  if (mode === 'disable' || isLocalSocket(url)) return [false];
  const unchecked: Ssl = { ...ownCertificate(address), rejectUnauthorized: false };
  if (mode === 'prefer') return [unchecked, false];
  if (mode === 'allow') return [false, unchecked];
  return [mode === 'require' ? unchecked : checked(address)];
}

function checked(address: DatabaseAddress): Ssl {
  const { mode, authorities } = address;
  return {
    ...ownCertificate(address),
    // overrides NODE_TLS_REJECT_UNAUTHORIZED
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

function ownCertificate({ certificate, key, passphrase }: DatabaseAddress): ConnectionOptions {
  return {
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/** libpq never uses TLS for a local socket file. */
function isLocalSocket(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return /^%2f/i.test(hostname) || (searchParams.get('host') ?? '').startsWith('/');
}

/** Servers by URL, so that the pools of a process share the found server. */
const known = new Map<string, Servers>();

function clientOfServers(connectionString: string, choice: ServerChoice, modes: readonly (Ssl | undefined)[]): typeof pg.Client {
  const id = JSON.stringify([connectionString, choice, modes]);
  const servers =
    known.get(id) ?? new Servers(choice, (server) => findWorkingMode(connectionString, modes, { server, wants: choice.wants }));
  known.set(id, servers);
  return searchingClient({
    find: () => servers.find(),
    forget: () => servers.forget(),
    keep: (client, target) => servers.keep(client, target),
  });
}

/** The driver needs the mode before it connects, so a test connection finds one that works. It is cached until a connection fails. */
function clientWithFallback(connectionString: string, modes: readonly (Ssl | undefined)[]): typeof pg.Client {
  let found: Promise<ConnectionTarget> | undefined;
  const find = async () => ({ ssl: await findWorkingMode(connectionString, modes) });
  return searchingClient({
    find: () => {
      found ??= find();
      return found;
    },
    forget: () => {
      found = undefined;
    },
  });
}

interface Search {
  find(): Promise<ConnectionTarget>;
  /** called if a connection to the target failed */
  forget(): void;
  /** checks a new connection; rejects if it cannot be used */
  keep?(client: pg.Client, target: ConnectionTarget): Promise<void>;
}

function searchingClient(search: Search): typeof pg.Client {
  return class extends LeanClient {
    // the pool passes a callback, other callers do not
    override connect(given?: unknown): never {
      const callback = given as ((error?: Error) => void) | undefined;
      const connected = this.#connectToTarget().catch((error: unknown) => {
        search.forget();
        throw error;
      });
      if (callback === undefined) return connected as never;
      return connected.then(() => callback(), callback) as never;
    }

    async #connectToTarget(): Promise<void> {
      const target = await search.find();
      const { ssl, server } = target;
      if (server !== undefined) Object.assign(this, server);
      if (ssl !== undefined) {
        Object.assign(this, { ssl });
        Object.assign((this as unknown as { connection: object }).connection, { ssl });
      }
      await super.connect();
      if (search.keep === undefined) return;
      this.on('error', () => {}); // the statement rejects; the pool adds its listener later
      try {
        await search.keep(this, target);
      } catch (error) {
        await this.end().catch(() => {});
        throw error;
      }
    }
  } as typeof pg.Client;
}

interface Wanted {
  readonly server: ServerAddress;
  readonly wants: ServerChoice['wants'];
}

async function findWorkingMode(
  connectionString: string,
  modes: readonly (Ssl | undefined)[],
  wanted?: Wanted,
): Promise<Ssl | undefined> {
  for (const [index, ssl] of modes.entries()) {
    const timeouts = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS };
    const client = new pg.Client({ connectionString, ...(ssl === undefined ? {} : { ssl }), ...timeouts });
    if (wanted !== undefined) Object.assign(client, wanted.server);
    client.on('error', () => {}); // connect() reports the error
    try {
      await client.connect();
      if (wanted !== undefined) await checkRole(client, wanted.wants);
      return ssl;
    } catch (error) {
      if (index === modes.length - 1 || !isAboutTls(error)) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

/** `takesWrites`: true for a primary, false for a standby; absent if the connection failed with `error`. */
export interface ServerFacts {
  readonly server: ServerAddress;
  readonly takesWrites?: boolean;
  readonly error?: unknown;
}

/** Facts about each server of a URL with several; [] for a URL with one. Never rejects because of a server. */
export async function probeServers(url: string): Promise<readonly ServerFacts[]> {
  const address = addressOf(url);
  const modes = modesOf(address);
  const probe = async (server: ServerAddress): Promise<ServerFacts> => {
    const has = (wants: ServerChoice['wants']) => findWorkingMode(address.url, modes, { server, wants });
    try {
      await has('primary');
      return { server, takesWrites: true };
    } catch {
      return has('standby').then(
        () => ({ server, takesWrites: false }),
        (error: unknown) => ({ server, error }),
      );
    }
  };
  return Promise.all((address.choice?.servers ?? []).map(probe));
}

/** Another TLS mode may work: the server has no TLS, rejected the handshake, or rejects connections without TLS. */
function isAboutTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code === INVALID_AUTHORIZATION || code === 'EPROTO' || code.startsWith('ERR_SSL');
  return /SSL connection/.test(error.message);
}
