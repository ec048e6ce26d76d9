import { isSessionLost } from '../../db/connection.ts';
import { type Pool, ping } from '../../db/pool.ts';
import { OverlongRun } from '../transaction/overlong-run.ts';

/** Work that failed too often for an infrastructure fault. It has a separate code and no cause, so it is not retried. */
export class AttemptsExhausted extends Error {
  override readonly name = 'AttemptsExhausted';
  readonly code = 'GIVEN_UP';
}

/** Maximum attempts at work that takes too long to decide: each blocks this worker for seconds. */
const MAX_OVERLONG = 3;
/** Maximum attempts in a row that lose their session while the database answers others. */
const MAX_LOST = 20;

/** Limits the attempts at one piece of work: infrastructure faults pass with time, faults of the work repeat at each attempt. */
export class AttemptLimits {
  private readonly pool: Pool;
  private overlong = 0;
  private lost = 0;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Returns the error to throw: the same one, or {@link AttemptsExhausted} after too many attempts. */
  async judge(error: unknown): Promise<unknown> {
    if (error instanceof OverlongRun) {
      this.overlong += 1;
      return this.overlong < MAX_OVERLONG ? error : exhausted(this.overlong, error);
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
    return this.lost < MAX_LOST ? error : exhausted(this.lost, error as Error);
  }
}

function exhausted(attempts: number, { message }: Error): AttemptsExhausted {
  return new AttemptsExhausted(`given up at attempt ${attempts}: ${message}`);
}
