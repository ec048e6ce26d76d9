import connectPgSimple from 'connect-pg-simple';
import session, { type SessionData } from 'express-session';

/** A pool of the database's driver. */
export type SessionPool = NonNullable<NonNullable<ConstructorParameters<ReturnType<typeof connectPgSimple>>[0]>['pool']>;

/** How many sessions are kept (docs/contributing/spec/sign-in.md#bounded-sessions). */
export interface SessionBounds {
  /** of people who have not signed in, in all */
  readonly visitors: number;
  /** of one person */
  readonly perUser: number;
}

const PGStore = connectPgSimple(session);
const TABLE = 'ui_session';
/** Sessions of visitors are counted once per this many writes, so the table may exceed the limit for a moment. */
const WRITES_PER_COUNT = 500;
const FORGET_VISITORS = `delete from ${TABLE} where sid in (
  select sid from ${TABLE} where (sess -> 'user') is null order by expire desc offset $1)`;
const FORGET_OF_USER = `delete from ${TABLE} where sid in (
  select sid from ${TABLE} where (sess -> 'user') is not null and left(sess -> 'user' ->> 'subject', 255) = left($1, 255) order by expire desc offset $2)`;

/** Sessions as rows of the shared database. Beyond the bounds those end that were not used for longest. */
export class SessionStore extends PGStore {
  readonly #pool: SessionPool;
  readonly #bounds: SessionBounds;
  #writes = 0;

  constructor(pool: SessionPool, bounds: SessionBounds) {
    super({ pool, tableName: TABLE, createTableIfMissing: false, errorLog: () => {} });
    this.#pool = pool;
    this.#bounds = bounds;
  }

  override set(sid: string, data: SessionData, callback: (error?: unknown) => void = () => {}): void {
    super.set(sid, data, (error?: unknown) => {
      if (error) callback(error);
      else this.#keepBounds(data).then(() => callback(), callback);
    });
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
