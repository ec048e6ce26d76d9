import type { Behaviour } from '../behaviour.ts';
import { throwAll, throwBeforeWork } from '../policies/throwing.ts';
import { MESSAGE_WORK } from './message-work.ts';
import { serviceWork } from './service-work.ts';
import { THROW_AFTER_LISTENERS } from './throw-after-listeners.ts';

/** End events of all kinds: complete, then apply their definitions (docs/contributing/spec/elements.md#none-end-event). */
export const endEvent: Behaviour<'endEvent'> = {
  type: 'endEvent',
  ...MESSAGE_WORK,
  ...THROW_AFTER_LISTENERS,
  onActivated: (run, element, entry) => {
    if (element.work !== undefined) return throwBeforeWork(run, element, entry) ?? serviceWork(run, element, entry, element.work);
    return element.throws.length === 0 ? 'leave' : throwAll(run, element, entry);
  },
};
