import type { Behaviour } from '../behaviour.ts';
import { serviceWork } from './service-work.ts';

/** Service, send and business rule tasks share everything but their name (docs/spec/elements.md#service-task). */
export const serviceTask: Behaviour<'serviceTask'> = {
  type: 'serviceTask',
  completableByCaller: true,
  onActivated: (run, element, entry) => serviceWork(run, element, entry, element.work),
};
export const sendTask: Behaviour<'sendTask'> = {
  type: 'sendTask',
  completableByCaller: true,
  onActivated: (run, element, entry) => serviceWork(run, element, entry, element.work),
};
export const businessRuleTask: Behaviour<'businessRuleTask'> = {
  type: 'businessRuleTask',
  completableByCaller: true,
  onActivated: (run, element, entry) => serviceWork(run, element, entry, element.work),
};
