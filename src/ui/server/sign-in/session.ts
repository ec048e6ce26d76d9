import { hash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type Session, type SessionData } from 'express-session';

/** A pool of the database's driver. */
type SessionPool = NonNullable<NonNullable<ConstructorParameters<ReturnType<typeof connectPgSimple>>[0]>['pool']>;

/** Limits of stored sessions (docs/contributing/spec/http/access.md#bounded-sessions). */
interface SessionBounds {
  /** maximum number of sessions without sign-in */
  readonly visitors: number;
  /** of one person */
  readonly perUser: number;
}

const PGStore = connectPgSimple(session);
const TABLE = 'ui_session';

/** Sessions of visitors are counted once per this many writes, so the table may exceed the limit for a moment. */
const WRITES_PER_COUNT = 500;
const CHANGE = `update ${TABLE} set sess = $2, expire = coalesce($3, expire) where sid = $1`;
const FORGET_VISITORS = `delete from ${TABLE} where sid in (
  select sid from ${TABLE} where (sess -> 'user') is null order by expire desc offset $1)`;
const FORGET_OF_USER = `delete from ${TABLE} where sid in (
  select sid from ${TABLE} where (sess -> 'user') is not null and left(sess -> 'user' ->> 'subject', 255) = left($1, 255) order by expire desc offset $2)`;

const FORGET_ALL_OF_USER = `delete from ${TABLE} where (sess -> 'user') is not null
  and left(sess -> 'user' ->> 'subject', 255) = left($1, 255) and sess -> 'user' ->> 'subject' = $1`;

/** Sessions as rows of the shared database. Beyond the bounds those end that were not used for longest. */
export class SessionStore extends PGStore {
  readonly #pool: SessionPool;
  readonly #bounds: SessionBounds;
  /** Sessions that were read from the table. */
  readonly #stored = new WeakSet<SessionData>();
  #writes = 0;

  constructor(pool: SessionPool, bounds: SessionBounds) {
    super({ pool, tableName: TABLE, createTableIfMissing: false, errorLog: () => {} });
    this.#pool = pool;
    this.#bounds = bounds;
  }

  override createSession(request: Request, data: SessionData): Session & SessionData {
    const stored = super.createSession(request, data);
    this.#stored.add(stored);
    return stored;
  }

  /** Writes a stored session only if it still exists: a request that began before the sign-out must not bring the session back. */
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

  /** Ends all sessions of one person. */
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

/** A started sign-in that waits for its answer. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** a local path */
  readonly returnTo: string;
}

/** The signed-in user, as the server stores it. */
export interface SessionUser {
  /** shown in the header */
  readonly name: string;
  readonly subject: string;
  readonly userId: string | null;
  readonly groups: readonly string[];
  /** values of token claims that rules are about; absent in sessions of releases before 0.4, and while access roles are off */
  readonly grantValues?: readonly string[];
  /** needed to end the session at the provider */
  readonly idToken: string | null;
  /** ms since epoch; absent in sessions of releases before 0.3, which have expired */
  readonly signedInAt?: number;
}

declare module 'express-session' {
  interface SessionData {
    user: SessionUser;
    signIns: PendingSignIn[];
  }
}

/** Settings of sessions. */
export interface SessionSettings {
  readonly pool: SessionPool;
  /** signs the cookie; the same for all replicas */
  readonly secret: string;
  /** life of a session after its last request */
  readonly minutes: number;
  /** life of a sign-in, however often it is used */
  readonly hours: number;
  /** left out: many */
  readonly bounds?: SessionBounds;
  /** the cookie is sent over https only, also after a request over http; otherwise as the request was sent */
  readonly isAlwaysSecure: boolean;
  /** called when a session could not be stored or ended after its answer was sent */
  onFault(error: unknown, request: Request): void;
}

/** Sessions of the pages. `close`: ends the removal of old ones. */
export interface Sessions {
  readonly handler: RequestHandler;
  /** Ends all sessions of one person, on every replica. `subject`: not empty. */
  endAllOf(subject: string): Promise<void>;
  close(): Promise<void>;
}

/** The cookie's name. Browsers have cookies of this name, so it stays although its word is no longer used. */
export const COOKIE = 'sluice.visit';

const BOUNDS: SessionBounds = { visitors: 100_000, perUser: 20 };

/** Sessions in the database, shared by all replicas (docs/contributing/spec/http/access.md#cookie). */
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
      // the library asks this for `auto`; it knows nothing of our proxies
      Object.defineProperty(request, 'secure', { value: isAlwaysSecure || request.protocol === 'https', configurable: true });
      let isPassedOn = false;
      handler(request, response, (error?: unknown) => {
        // the library calls again if a write after the answer fails; then no other handler is left
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

/** Whether the sign-in is so old that a new one is due. */
function isOver(user: SessionUser | undefined, hours: number): boolean {
  return user !== undefined && Date.now() - (user.signedInAt ?? 0) > hours * 3_600_000;
}

/** The signed-in user; undefined: none. */
export function userOf(request: Pick<Request, 'session'>): SessionUser | undefined {
  return request.session?.user;
}

/** Names a session without giving its cookie away. */
export function sessionDigest({ sessionID }: Pick<Request, 'sessionID'>): string {
  return hash('sha256', `audit ${sessionID}`, 'hex').slice(0, 16);
}

/** Returns the digest of the stored session of a request; undefined for a session that exists for this request only. */
export function keptSessionDigest(request: Request): string | undefined {
  const hasContent = Object.keys(request.session ?? {}).some((name) => name !== 'cookie');
  return hasContent ? sessionDigest(request) : undefined;
}

/** Begins a new session, under a new cookie. */
export function renewSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.regenerate((error) => (error ? reject(error) : resolve())));
}

/** Stores the session now: the browser may come back before the answer has ended. */
export function saveSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.save((error) => (error ? reject(error) : resolve())));
}

/** Ends the session here, and on every replica with its next read. */
export function endSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.destroy((error) => (error ? reject(error) : resolve())));
}
