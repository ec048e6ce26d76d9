import type { CompleteBehaviour } from '../behaviour.ts';
import { flowsNamed } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { workUnlessSkipped } from '../policies/begin-work.ts';
import { chooseTrueFlows } from '../policies/choose-flows.ts';
import { leaveAfterListeners, leaveOnFlows } from '../policies/leave.ts';

export const DEFAULTS: Omit<CompleteBehaviour, 'type' | 'onActivated'> = {
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
