import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';

/** A sign-in that has begun and may come back. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** a local path */
  readonly returnTo: string;
}

/** Who has signed in, as the server keeps it. */
export interface SessionUser {
  /** shown in the header */
  readonly name: string;
  readonly subject: string;
  readonly userId: string | null;
  readonly groups: readonly string[];
  /** what the provider needs to end its own session */
  readonly idToken: string | null;
}

declare module 'express-session' {
  interface SessionData {
    user: SessionUser;
    signIns: PendingSignIn[];
  }
}

/** What sessions are made of. */
export interface SessionSettings {
  /** a pool of the database's driver */
  readonly pool: NonNullable<ConstructorParameters<ReturnType<typeof connectPgSimple>>[0]>['pool'];
  /** signs the cookie; the same for all replicas */
  readonly secret: string;
  /** life of a session after its last request */
  readonly minutes: number;
  /** whether the cookie travels over https alone, whatever the request came by; else as the request came */
  readonly isAlwaysSecure: boolean;
  /** called when a session could not be stored or ended after its answer was sent */
  onFault(error: unknown, request: Request): void;
}

/** Sessions of the pages. `close`: ends the removal of old ones. */
export interface Sessions {
  readonly handler: RequestHandler;
  close(): Promise<void>;
}

/** The cookie's name. Browsers have cookies of this name, so it stays although its word is no longer used. */
export const COOKIE = 'sluice.visit';

/** Sessions in the database, shared by all replicas (docs/spec/sign-in.md#cookie). */
export function openSessions({ pool, secret, minutes, isAlwaysSecure, onFault }: SessionSettings): Sessions {
  const Store = connectPgSimple(session);
  const store = new Store({
    ...(pool !== undefined && { pool }),
    tableName: 'ui_session',
    createTableIfMissing: false,
    errorLog: () => {},
  });
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
        // the library calls again when it could not write behind the answer; by then nobody else listens
        if (isPassedOn) onFault(error, request);
        else next(error);
        isPassedOn = true;
      });
    },
    close: async () => store.close(),
  };
}

/** Who has signed in; undefined: nobody. */
export function userOf(request: Pick<Request, 'session'>): SessionUser | undefined {
  return request.session?.user;
}

/** Begins a new session, under a new cookie. */
export function renewSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.regenerate((error) => (error ? reject(error) : resolve())));
}

/** Stores the session now: the browser may come back before the answer has ended. */
export function saveSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.save((error) => (error ? reject(error) : resolve())));
}

/** Ends the session, here and at the next look of every replica. */
export function endSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => request.session.destroy((error) => (error ? reject(error) : resolve())));
}
