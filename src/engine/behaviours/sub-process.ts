import type { Behaviour } from '../behaviour.ts';
import { openAdHoc } from '../policies/ad-hoc.ts';
import { openBody } from '../policies/open-scope.ts';

/** Opens its body and waits until it ends (bpmn.md 3.18). */
export const subProcess: Behaviour<'subProcess'> = {
  type: 'subProcess',
  isHost: true,
  onActivated: (run, _element, entry) => openBody(run, entry) ?? 'wait',
};

/** A sub-process whose inside can be undone: policies/transaction knows its outcomes (bpmn.md 3.20). */
export const transaction: Behaviour<'transaction'> = {
  type: 'transaction',
  isHost: true,
  onActivated: (run, _element, entry) => openBody(run, entry) ?? 'wait',
};

/** Starts its activities itself (bpmn.md 3.21). */
export const adHocSubProcess: Behaviour<'adHocSubProcess'> = {
  type: 'adHocSubProcess',
  isHost: true,
  onActivated: (run, element, entry) => openAdHoc(run, element, entry) ?? 'wait',
};

/** Never entered by a token: policies/open-scope opens it when its event occurs (bpmn.md 3.19). */
export const eventSubProcess: Behaviour<'eventSubProcess'> = { type: 'eventSubProcess', isHost: true, onActivated: () => 'wait' };
