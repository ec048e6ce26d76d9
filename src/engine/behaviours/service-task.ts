import type { Behaviour } from '../behaviour.ts';
import { outputsWithoutJob, serviceWork } from './service-work.ts';

/** Service, send and business rule tasks share everything but their name (docs/spec/elements.md#service-task). */
const SERVICE: Omit<Behaviour<'serviceTask' | 'sendTask' | 'businessRuleTask'>, 'type'> = {
  onActivated: (run, element, entry) => serviceWork(run, element, entry, element.work),
  endsInStep: (_run, { work }) => ['expression', 'message', 'decision'].includes(work.kind),
  completableByClient: () => 'completable',
  outputsForClient: outputsWithoutJob,
  isCompensable: true,
};

export const serviceTask: Behaviour<'serviceTask'> = { type: 'serviceTask', ...SERVICE };
export const sendTask: Behaviour<'sendTask'> = { type: 'sendTask', ...SERVICE };
export const businessRuleTask: Behaviour<'businessRuleTask'> = { type: 'businessRuleTask', ...SERVICE };
