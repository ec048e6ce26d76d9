import type { LinesOf } from './lines-of-event.ts';

type CompensationEvent =
  | 'CompensationLogged'
  | 'CompensationStarted'
  | 'CompensationItemDone'
  | 'CompensationEnded'
  | 'TransactionOutcome';

/** The log lines of compensation and transactions. */
export const compensationLines: { readonly [T in CompensationEvent]: LinesOf<T> } = {
  CompensationLogged: (_event, _before, take) => take(1110, 'compensation entry recorded'),
  CompensationStarted: ({ items }, _before, take) => take(1111, 'compensation begun', () => ({ HandlerCount: items.length })),
  CompensationItemDone: (_event, _before, take) => take(1112, 'compensation handler ended'),
  CompensationEnded: (_event, _before, take) => take(1113, 'compensation done'),
  TransactionOutcome: ({ outcome: Outcome, code: ErrorCode }, _before, take) => {
    if (Outcome === 'cancelled') take(1101, 'transaction cancel begun');
    else take(1102, 'transaction ended', () => ({ Outcome }));
    if (Outcome === 'hazard') take(1103, 'transaction hazard', () => ({ ErrorCode }));
  },
};
