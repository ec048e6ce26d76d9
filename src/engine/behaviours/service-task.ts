import type { Behaviour } from '../behaviour.ts';
import { boundTo } from '../decisions/bound-decision.ts';
import { decisionWork } from './decision-work.ts';
import { outputsWithoutJob, serviceWork } from './service-work.ts';

/** Service, send and business rule tasks behave alike (docs/contributing/spec/elements.md#service-task). */
const SERVICE: Omit<Behaviour<'serviceTask' | 'sendTask' | 'businessRuleTask'>, 'type'> = {
  onActivated(run, element, entry) {
    const bound = boundTo(run.context, element);
    if (bound === undefined) return serviceWork(run, element, entry, element.work);
    return 'failure' in bound ? bound.failure : decisionWork(run, element, entry, bound.work, bound.version);
  },
  endsInStep: (run, element) =>
    ['expression', 'message', 'decision'].includes(element.work.kind) || boundTo(run.context, element) !== undefined,
  completableByClient: () => 'completable',
  outputsForClient: outputsWithoutJob,
  isCompensable: true,
};

export const serviceTask: Behaviour<'serviceTask'> = { type: 'serviceTask', ...SERVICE };
export const sendTask: Behaviour<'sendTask'> = { type: 'sendTask', ...SERVICE };
export const businessRuleTask: Behaviour<'businessRuleTask'> = { type: 'businessRuleTask', ...SERVICE };
