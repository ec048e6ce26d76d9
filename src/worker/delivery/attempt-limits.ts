import { isSessionLost } from '../../db/connection.ts';
import { type Pool, ping } from '../../db/pool.ts';
import { OverlongRun } from '../transaction/overlong-run.ts';

/** Work that was tried so often that the infrastructure cannot be what fails. It has no cause and a code of its own, so it is not retried. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  readonly code = 'GIVEN_UP';
}

/** Attempts at work that takes too long to decide: each blocks this worker for seconds. */
const MAX_OVERLONG = 3;
/** Attempts in a row at work whose session is lost each time, while the database answers others. */
const MAX_LOST = 20;

/** Limits the attempts at one piece of work. Faults of the infrastructure are waited for; faults of the work come again at each attempt. */
export class AttemptLimits {
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
  return new GivenUp(`failed permanently at attempt ${attempts}: ${message}`);
}
