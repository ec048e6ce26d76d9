import type { Behaviour, Behaviours, CompleteBehaviour } from '../behaviour.ts';
import type { ElementType } from '../model.ts';
import { boundaryEvent } from './boundary-event.ts';
import { callActivity } from './call-activity.ts';
import { complexGateway } from './complex-gateway.ts';
import { DEFAULTS } from './defaults.ts';
import { endEvent } from './end-event.ts';
import { eventBasedGateway } from './event-based-gateway.ts';
import { exclusiveGateway } from './exclusive-gateway.ts';
import { inclusiveGateway } from './inclusive-gateway.ts';
import { intermediateCatchEvent } from './intermediate-catch-event.ts';
import { intermediateThrowEvent } from './intermediate-throw-event.ts';
import { parallelGateway } from './parallel-gateway.ts';
import { manualTask, task } from './plain-task.ts';
import { receiveTask } from './receive-task.ts';
import { scriptTask } from './script-task.ts';
import { businessRuleTask, sendTask, serviceTask } from './service-task.ts';
import { startEvent } from './start-event.ts';
import { adHocSubProcess, eventSubProcess, subProcess, transaction } from './sub-process.ts';
import { userTask } from './user-task.ts';

/** Behaviours by element type. A missing type does not compile. */
const GIVEN: { readonly [T in ElementType]: Behaviour<T> } = {
  adHocSubProcess,
  boundaryEvent,
  businessRuleTask,
  callActivity,
  complexGateway,
  endEvent,
  eventBasedGateway,
  eventSubProcess,
  exclusiveGateway,
  inclusiveGateway,
  intermediateCatchEvent,
  intermediateThrowEvent,
  manualTask,
  parallelGateway,
  receiveTask,
  scriptTask,
  sendTask,
  serviceTask,
  startEvent,
  subProcess,
  task,
  transaction,
  userTask,
};

/** Behaviours with defaults filled in. All have the same shape, so that property reads are fast. */
export const BEHAVIOURS = Object.fromEntries(
  Object.entries(GIVEN).map(([type, behaviour]) => [type, { ...DEFAULTS, ...behaviour } as CompleteBehaviour]),
) as Behaviours;
