import type { LinesOf } from './before.ts';

type CompensationEvent =
  | 'CompensationLogged'
  | 'CompensationStarted'
  | 'CompensationItemDone'
  | 'CompensationEnded'
  | 'TransactionOutcome';

/** Log lines of compensation and transactions. */
export const compensationLines: { readonly [T in CompensationEvent]: LinesOf<T> } = {
  CompensationLogged: (_event, _before, take) => take('compensation-entry-recorded'),
  CompensationStarted: ({ items }, _before, take) => take('compensation-begun', () => ({ HandlerCount: items.length })),
  CompensationItemDone: (_event, _before, take) => take('compensation-handler-ended'),
  CompensationEnded: (_event, _before, take) => take('compensation-done'),
  TransactionOutcome: ({ outcome: Outcome, code: ErrorCode }, _before, take) => {
    if (Outcome === 'cancelled') take('transaction-cancel-begun');
    else take('transaction-ended', () => ({ Outcome }));
    if (Outcome === 'hazard') take('transaction-hazard', () => ({ ErrorCode }));
  },
};
