import { extOutputsOf } from '../model/model-shape.ts';
import { type ElementType, flowsNamed } from '../model.ts';
import { workUnlessSkipped } from '../policies/begin-work.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { leaveAfterListeners, leaveOnFlows } from '../policies/leave.ts';
import type { Behaviour, Behaviours, CompleteBehaviour } from '../running/behaviour.ts';
import { callActivity } from './call-activity.ts';
import { boundaryEvent, endEvent, intermediateCatchEvent, intermediateThrowEvent, startEvent } from './events.ts';
import { complexGateway, eventBasedGateway, exclusiveGateway, inclusiveGateway, parallelGateway } from './gateways.ts';
import { businessRuleTask, sendTask, serviceTask } from './service-task.ts';
import { adHocSubProcess, eventSubProcess, subProcess, transaction } from './sub-process.ts';
import { manualTask, receiveTask, scriptTask, task, userTask } from './tasks.ts';

const DEFAULTS: Omit<CompleteBehaviour, 'type' | 'onActivated'> = {
  onArrive: () => 'activate',
  onTriggeredStart: (run, element, at) => run.agenda.add({ element: element.id, flow: null, ...at }),
  onTargetTriggered: () => false,
  endsInStep: () => false,
  completableByClient: () => 'ACTIVITY_NOT_COMPLETABLE',
  outputsForClient: extOutputsOf,
  isHost: false,
  onBodyCompleted: () => undefined,
  actsForItsScope: false,
  compensatesItself: false,
  onLeave: () => 'leave',
  chooseFlows: chooseTrueFlows,
  recordsFlows: false,
  startsRace: false,
  isCompensable: false,
  afterStartListeners: (run, element, entry) => workUnlessSkipped(run, element, entry, run.behaviours[element.type]),
  afterEndListeners: (run, element, entry, { result }) =>
    leaveAfterListeners(run, element, entry, result === undefined ? {} : { result }),
  afterFlowListeners: (run, element, entry, { flows = [] }) => leaveOnFlows(run, element, entry, flowsNamed(run.model, flows)),
  notEnteredByHand: () => undefined,
  notOpenedByHand: null,
  jump: () => undefined,
};

/** A missing type does not compile. */
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

/** Adds defaults. All have the same shape, for fast property reads. */
export const BEHAVIOURS = Object.fromEntries(
  Object.entries(GIVEN).map(([type, behaviour]) => [type, { ...DEFAULTS, ...behaviour } as CompleteBehaviour]),
) as Behaviours;
