import { hash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type Session, type SessionData } from 'express-session';

/** Pool as the library declares it. */
type SessionPool = NonNullable<NonNullable<ConstructorParameters<ReturnType<typeof connectPgSimple>>[0]>['pool']>;

/** See docs/contributing/spec/http/access.md#bounded-sessions. */
interface SessionBounds {
  /** sessions without sign-in */
  readonly visitors: number;
  readonly perUser: number;
}

const PGStore = connectPgSimple(session);
const TABLE = 'ui_session';

/** Interval, in writes, at which sessions without user are deleted; the table can exceed the limit by it. */
const WRITES_PER_COUNT = 500;
const CHANGE = `update ${TABLE} set sess = $2, expire = coalesce($3, expire) where sid = $1`;
const FORGET_VISITORS = `delete from ${TABLE} where sid in (
  select sid from ${TABLE} where (sess -> 'user') is null order by expire desc offset $1)`;
const FORGET_OF_USER = `delete from ${TABLE} where sid in (
  select sid from ${TABLE} where (sess -> 'user') is not null and left(sess -> 'user' ->> 'subject', 255) = left($1, 255) order by expire desc offset $2)`;

const FORGET_ALL_OF_USER = `delete from ${TABLE} where (sess -> 'user') is not null
  and left(sess -> 'user' ->> 'subject', 255) = left($1, 255) and sess -> 'user' ->> 'subject' = $1`;

/** Stores sessions. If there are too many, deletes those that expire first. */
export class SessionStore extends PGStore {
  readonly #pool: SessionPool;
  readonly #bounds: SessionBounds;
  /** sessions read from the table: `set` only updates their rows */
  readonly #stored = new WeakSet<SessionData>();
  #writes = 0;

  constructor(pool: SessionPool, bounds: SessionBounds) {
    super({ pool, tableName: TABLE, createTableIfMissing: false, errorLog: () => {} });
    this.#pool = pool;
    this.#bounds = bounds;
  }

  /** Called by the library after a read. */
  override createSession(request: Request, data: SessionData): Session & SessionData {
    const stored = super.createSession(request, data);
    this.#stored.add(stored);
    return stored;
  }

  /** Does not recreate a stored session that was deleted after it was read, so that a concurrent request does not undo a sign-out. */
  override set(sid: string, data: SessionData, callback: (error?: unknown) => void = () => {}): void {
    if (this.#stored.has(data)) {
      const { expires } = data.cookie;
      this.#pool.query(CHANGE, [sid, JSON.stringify(data), expires ?? null]).then(() => callback(), callback);
      return;
    }
    super.set(sid, data, (error?: unknown) => {
      if (error) callback(error);
      else this.#keepBounds(data).then(() => callback(), callback);
    });
  }

  async endAllOf(subject: string): Promise<void> {
    await this.#pool.query(FORGET_ALL_OF_USER, [subject]);
  }

  async #keepBounds({ user }: SessionData): Promise<void> {
    if (user !== undefined && user.subject !== '') {
      await this.#pool.query(FORGET_OF_USER, [user.subject, this.#bounds.perUser]);
      return;
    }
    this.#writes += 1;
    if (this.#writes % Math.min(WRITES_PER_COUNT, this.#bounds.visitors) === 0)
      await this.#pool.query(FORGET_VISITORS, [this.#bounds.visitors]);
  }
}

/** Stored until the browser returns from the identity provider. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** a local path */
  readonly returnTo: string;
}

export interface SessionUser {
  /** shown in the header */
  readonly name: string;
  readonly subject: string;
  readonly userId: string | null;
  readonly groups: readonly string[];
  /** claim values for access rules; absent in sessions of releases before 0.4, and if access roles are off */
  readonly grantValues?: readonly string[];
  /** needed for the sign-out at the provider */
  readonly idToken: string | null;
  /** ms since 1970; absent in sessions of releases before 0.3, which count as expired */
  readonly signedInAt?: number;
}

declare module 'express-session' {
  interface SessionData {
    user: SessionUser;
    signIns: PendingSignIn[];
  }
}

export interface SessionSettings {
  readonly pool: SessionPool;
  /** signs the cookie; equal on all replicas */
  readonly secret: string;
  /** lifetime after the last request */
  readonly minutes: number;
  /** lifetime of a sign-in, regardless of use */
  readonly hours: number;
  /** default: {@link BOUNDS} */
  readonly bounds?: SessionBounds;
  /** cookie always for https only; false: only after a request over https */
  readonly isAlwaysSecure: boolean;
  /** called if a session cannot be stored or ended after its answer */
  onFault(error: unknown, request: Request): void;
}

/** `close`: stops the deletion of expired sessions. */
export interface Sessions {
  /** Adds `session` to the request; it is empty if the sign-in has expired. */
  readonly handler: RequestHandler;
  /** Applies to all replicas. `subject`: must not be empty. */
  endAllOf(subject: string): Promise<void>;
  close(): Promise<void>;
}

/** Must not change: browsers have cookies of this name. */
export const COOKIE = 'sluice.visit';

const BOUNDS: SessionBounds = { visitors: 100_000, perUser: 20 };

/** Opens the store in the database, which all replicas share (docs/contributing/spec/http/access.md#cookie). */
export function openSessions(settings: SessionSettings): Sessions {
  const { pool, secret, minutes, hours, isAlwaysSecure, onFault, bounds = BOUNDS } = settings;
  const store = new SessionStore(pool, bounds);
  const handler = session({
    name: COOKIE,
    secret,
    store,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    unset: 'destroy',
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: minutes * 60_000, path: '/' },
  });
  return {
    handler: (request, response, next) => {
      // the library reads this for `auto`; it ignores the configured proxies
      Object.defineProperty(request, 'secure', { value: isAlwaysSecure || request.protocol === 'https', configurable: true });
      let isPassedOn = false;
      handler(request, response, (error?: unknown) => {
        // the library calls again if a write after the answer fails, when no handler is left
        if (isPassedOn) onFault(error, request);
        else if (!error && isOver(request.session.user, hours)) request.session.regenerate(next);
        else next(error);
        isPassedOn = true;
      });
    },
    endAllOf: (subject) => store.endAllOf(subject),
    close: async () => store.close(),
  };
}

function isOver(user: SessionUser | undefined, hours: number): boolean {
  return user !== undefined && Date.now() - (user.signedInAt ?? 0) > hours * 3_600_000;
}

/** Undefined without sign-in. */
export function userOf(request: Pick<Request, 'session'>): SessionUser | undefined {
  return request.session?.user;
}

/** Does not reveal the cookie. */
export function sessionDigest({ sessionID }: Pick<Request, 'sessionID'>): string {
  return hash('sha256', `audit ${sessionID}`, 'hex').slice(0, 16);
}

/** Returns undefined if the session is empty and therefore not stored. */
export function keptSessionDigest(request: Request): string | undefined {
  const hasContent = Object.keys(request.session ?? {}).some((name) => name !== 'cookie');
  return hasContent ? sessionDigest(request) : undefined;
}

/** Starts a session with a new cookie. */
export function renewSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.regenerate((error) => (error ? reject(error) : resolve())));
}

/** Waits for the write, because the browser can send its next request before the answer has ended. */
export function saveSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.save((error) => (error ? reject(error) : resolve())));
}

/** Other replicas notice it with their next read. */
export function endSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.destroy((error) => (error ? reject(error) : resolve())));
}
