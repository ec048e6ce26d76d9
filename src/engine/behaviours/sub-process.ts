import type { Behaviour } from '../behaviour.ts';
import { openBody } from '../policies/scope-completion.ts';

/** Opens its body and waits until it ends (bpmn.md 3.18). */
export const subProcess: Behaviour<'subProcess'> = {
  type: 'subProcess',
  isHost: true,
  onActivated: (run, _element, entry) => {
    openBody(run, entry);
    return 'wait';
  },
};
