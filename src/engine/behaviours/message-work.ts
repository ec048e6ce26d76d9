import type { Behaviour } from '../behaviour.ts';
import { outputsWithoutJob } from './service-work.ts';

/**
 * A throw or end event whose message has the form of a service task. Only this form waits, so only this form can be completed by
 * a client. Its other definitions throw after the work (docs/contributing/spec/elements.md#message-throw).
 */
export const MESSAGE_WORK: Omit<Behaviour<'endEvent' | 'intermediateThrowEvent'>, 'type' | 'onActivated'> = {
  completableByClient: ({ work }) => (work === undefined ? 'ACTIVITY_NOT_COMPLETABLE' : 'completable'),
  outputsForClient: outputsWithoutJob,
  onLeave: (run, { work, throws }, entry) => {
    if (work === undefined || throws.length === 0) return 'leave';
    run.pending.add({ kind: 'throwAfterWork', entry: entry.ordinal });
    return 'done';
  },
};
