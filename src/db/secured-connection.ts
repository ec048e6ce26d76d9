import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { ConfigError } from '../platform/config/config.ts';
import { type DatabaseAddress, readDatabaseAddress } from '../platform/config/config-process.ts';
import { LeanClient } from './lean-client.ts';

type Ssl = false | ConnectionOptions;

/** Driver options for a URL, with libpq's meanings of `sslmode`; the driver differs and prints a warning. */
export interface SecuredConnection {
  readonly connectionString: string;
  /** absent: not in the URL */
  readonly ssl?: Ssl;
  /** tries each way in turn, for the two modes with a fallback */
  readonly Client: typeof pg.Client;
  /** behind a pooler: session options may not reach the server, and session state is lost after a transaction */
  readonly isPooled?: true;
}

const CONNECT_TIMEOUT_MS = 2000;
const INVALID_AUTHORIZATION = '28000';

/** Throws ConfigError if the URL names a file that was deleted after the configuration was read. */
export function securedConnection(text: string): SecuredConnection {
  const address = addressOf(text);
  const connection = connectionTo(address);
  return address.pooler === undefined ? connection : { ...connection, Client: withoutNames(connection.Client), isPooled: true };
}

/** Options of a connection with a session, for LISTEN; undefined behind a pooler without a direct address. */
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

/** Removes statement names: the driver prepares named statements once per connection, and behind a pooler the next transaction uses another one. */
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
  const { url, mode } = address;
  const connectionString = url;
  if (mode === undefined) return { connectionString, Client: LeanClient };
  if (mode === 'disable' || isLocalSocket(url)) return { connectionString, ssl: false, Client: LeanClient };
  const unchecked: Ssl = { ...ownCertificate(address), rejectUnauthorized: false };
  if (mode === 'prefer') return { connectionString, Client: clientWithFallback(connectionString, [unchecked, false]) };
  if (mode === 'allow') return { connectionString, Client: clientWithFallback(connectionString, [false, unchecked]) };
  return { connectionString, ssl: mode === 'require' ? unchecked : checked(address), Client: LeanClient };
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

/** libpq never uses TLS over a local socket file. */
function isLocalSocket(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return /^%2f/i.test(hostname) || (searchParams.get('host') ?? '').startsWith('/');
}

/**
 * Client that tries the modes in turn. The driver decides before it connects, so a test connection finds the mode that works; the result is cached
 * until it fails.
 */
function clientWithFallback(connectionString: string, modes: readonly Ssl[]): typeof pg.Client {
  let found: Promise<Ssl> | undefined;
  const workingMode = () => {
    const finding = found ?? findWorkingMode(connectionString, modes);
    found = finding;
    return finding;
  };
  return class extends LeanClient {
    // the pool passes a callback, other callers do not
    override connect(given?: unknown): never {
      const callback = given as ((error?: Error) => void) | undefined;
      const connected = this.#connectInMode().catch((error: unknown) => {
        found = undefined;
        throw error;
      });
      if (callback === undefined) return connected as never;
      return connected.then(() => callback(), callback) as never;
    }

    async #connectInMode(): Promise<void> {
      const ssl = await workingMode();
      Object.assign(this, { ssl });
      Object.assign((this as unknown as { connection: object }).connection, { ssl });
      await super.connect();
    }
  } as typeof pg.Client;
}

async function findWorkingMode(connectionString: string, modes: readonly Ssl[]): Promise<Ssl> {
  for (const [index, ssl] of modes.entries()) {
    const client = new pg.Client({ connectionString, ssl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => {}); // connect() reports the error
    try {
      await client.connect();
      return ssl;
    } catch (error) {
      if (index === modes.length - 1 || !isAboutTls(error)) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

/** Returns whether the server has no TLS, rejects the handshake, or rejects connections without TLS. */
function isAboutTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code === INVALID_AUTHORIZATION || code === 'EPROTO' || code.startsWith('ERR_SSL');
  return /SSL connection/.test(error.message);
}
