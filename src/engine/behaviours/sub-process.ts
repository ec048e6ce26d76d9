import { openAdHoc } from '../policies/ad-hoc.ts';
import { beginHandler, openBody } from '../policies/open-scope.ts';
import type { Behaviour } from '../running/behaviour.ts';
import { noVariables } from '../values.ts';

/** Opens its body and waits for its end (docs/contributing/spec/elements.md#sub-process). */
export const subProcess: Behaviour<'subProcess'> = {
  type: 'subProcess',
  isHost: true,
  onActivated: (run, _element, entry) => openBody(run, entry) ?? 'wait',
  isCompensable: true,
};

/** Compensation can roll it back; outcomes: policies/transaction (docs/contributing/spec/elements.md#transaction). */
export const transaction: Behaviour<'transaction'> = {
  type: 'transaction',
  isHost: true,
  onActivated: (run, _element, entry) => openBody(run, entry) ?? 'wait',
  onBodyCompleted: (run, { id }, { ordinal }) => {
    run.emit({ type: 'TransactionOutcome', entry: ordinal, element: id, outcome: 'completed' });
  },
  compensatesItself: true,
  isCompensable: true,
};

/** The body chooses its activities (docs/contributing/spec/elements.md#ad-hoc-sub-process). */
export const adHocSubProcess: Behaviour<'adHocSubProcess'> = {
  type: 'adHocSubProcess',
  isHost: true,
  onActivated: (run, element, entry) => openAdHoc(run, element, entry) ?? 'wait',
  notOpenedByHand: 'adHoc',
  isCompensable: true,
};

/** policies/open-scope opens it when its event occurs (docs/contributing/spec/elements.md#event-sub-process). */
export const eventSubProcess: Behaviour<'eventSubProcess'> = {
  type: 'eventSubProcess',
  isHost: true,
  onActivated: () => 'wait',
  afterStartListeners: (run, element, entry, { result = noVariables() }) => {
    beginHandler(run, element, entry, result);
    return 'done';
  },
  actsForItsScope: true,
  notEnteredByHand: () => 'beginsByEvent',
  notOpenedByHand: 'eventSubProcess',
  isCompensable: true,
};
