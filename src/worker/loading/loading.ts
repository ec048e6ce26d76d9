import type { Transaction } from '../../db/connection.ts';
import type { Archive } from '../retention/archive.ts';
import type { ModelCache } from './model-cache.ts';
import type { StatesInUse } from './state-cache.ts';

/** What one transaction loads with. */
export interface Loading {
  readonly connection: Transaction;
  readonly models: ModelCache;
  readonly states: StatesInUse;
  /** absent: nothing is archived */
  readonly archive?: Pick<Archive, 'filesOf'> | undefined;
}
