import { isSessionLost } from '../../db/connection.ts';
import { type Pool, ping } from '../../db/pool.ts';

/**
 * A command was decided for so long that the server had ended the idle transaction by then. Nothing is broken but the command: the same work done
 * again takes as long again.
 */
export class OverlongRun extends Error {
  override readonly name = 'OverlongRun';
  /** Told by its code, not by its words: they quote the fault of the connection, which would be retried for ever. */
  readonly code = 'OVERLONG_RUN';

  constructor(tookMs: number, cause: unknown) {
    const seconds = (tookMs / 1000).toFixed(1);
    super(`deciding took ${seconds} s, and the database ended the waiting transaction (${(cause as Error).message})`);
  }
}

/** Work that was tried often enough to tell that it is not the infrastructure that fails. It has no cause, and a code of its own: nobody retries it. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  readonly code = 'GIVEN_UP';
}

/** Attempts at work that is decided for too long: each holds up this process for seconds. */
const MAX_OVERLONG = 3;
/** Attempts in a row at work whose session is lost each time, while the database answers others. */
const MAX_LOST = 20;

/** Tells faults of the infrastructure, which are waited for, from faults of the work, which come again each time. One for each piece of work. */
export class OwnFaults {
  private readonly pool: Pool;
  private overlong = 0;
  private lost = 0;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** The error to go on with: the same one, or {@link GivenUp} when it has come too often. */
  async judge(error: unknown): Promise<unknown> {
    if (error instanceof OverlongRun) {
      this.overlong += 1;
      return this.overlong < MAX_OVERLONG ? error : givenUp(this.overlong, error);
    }
    if (!isSessionLost(error)) return error;
    const isAway = await ping(this.pool).then(
      () => false,
      () => true,
    );
    if (isAway) {
      this.lost = 0;
      return error;
    }
    this.lost += 1;
    return this.lost < MAX_LOST ? error : givenUp(this.lost, error as Error);
  }
}

function givenUp(attempts: number, { message }: Error): GivenUp {
  return new GivenUp(`given up at attempt ${attempts}: ${message}`);
}
