import type { Behaviour } from '../behaviour.ts';
import { throwAll, throwBeforeWork } from '../policies/throwing.ts';
import { HEARD_THROW } from './heard-throw.ts';
import { MESSAGE_WORK } from './message-work.ts';
import { serviceWork } from './service-work.ts';

/** End events of all kinds: complete, then apply their definitions (docs/contributing/spec/elements.md#none-end-event). */
export const endEvent: Behaviour<'endEvent'> = {
  type: 'endEvent',
  ...MESSAGE_WORK,
  ...HEARD_THROW,
  onActivated: (run, element, entry) => {
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
};
