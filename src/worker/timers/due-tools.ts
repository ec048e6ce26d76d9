import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TransactionTools } from '../transaction/tools.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

export interface DueTools extends TransactionTools {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'commandParked'>;
  /** called for each committed unit */
  readonly afterCommit: (unit: UnitOfWork) => void;
}
