import type { Transaction } from '../../db/connection.ts';
import type { Archive } from '../retention/archive.ts';
import type { ModelCache } from './model-cache.ts';
import type { StatesInUse } from './state-cache.ts';

export interface LoadContext {
  readonly connection: Transaction;
  readonly models: ModelCache;
  readonly states: StatesInUse;
  /** absent: no archive */
  readonly archive?: Pick<Archive, 'filesOf'> | undefined;
}
