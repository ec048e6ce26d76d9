import type { Rejection } from '../../engine/commands.ts';
import type { SuspendedBy } from '../../engine/events/scope-events.ts';
import { isSuspended } from '../../engine/state/suspension.ts';
import { isTerminal } from '../../engine/state.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import { holdOf } from '../unit-of-work/suspension-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { rootOf, type WorkingInstance } from '../unit-of-work/working-instance.ts';

export interface Holder {
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** `calledInstances`: suspends the instances below it too. */
export function holdInstance(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  instance: WorkingInstance,
  { by, reason, calledInstances }: Holder & { readonly calledInstances: boolean },
): Rejection | undefined {
  const rejection = unit.decide(origin, instance, { type: 'SuspendInstance', by, ...withReason(reason) });
  if (rejection === undefined && calledInstances) notifyCalled(unit, origin, instance, 'SuspendInstance', reason);
  return rejection;
}

/** Removes one suspension. After the last one, queued commands are applied first, in order, and called instances are resumed. */
export function releaseInstance(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  instance: WorkingInstance,
  { by, reason }: Holder,
): Rejection | undefined {
  const { state } = instance;
  const before = state.suspendedBy.size;
  const rejection = unit.decide(origin, instance, { type: 'ResumeInstance', by, ...withReason(reason) });
  if (rejection !== undefined || before === 0 || isSuspended(state)) return rejection;
  // last in the queue: when it runs, all queued commands are applied
  unit.followUps.queueForInstance(origin, state.key, instance.id, { type: 'CatchUp' });
  if (state.suspendedBy.size < before) notifyCalled(unit, origin, instance, 'ResumeInstance', reason);
  return undefined;
}

/**
 * The next transaction that locks an instance suspends or resumes it with its key. So suspending and resuming a key takes the same time for any number of
 * instances (docs/contributing/adr/0063-incidents-and-suspension.md).
 */
export function followKeys(unit: UnitOfWork): void {
  for (const instance of unit.allInstances) followKey(unit, instance);
}

function followKey(unit: UnitOfWork, instance: WorkingInstance): void {
  const { id, model, state, seq } = instance;
  const suspension = unit.suspensions.ofKey(model.key);
  const isHeldByKey = state.suspendedBy.has('processKey');
  if ((suspension !== undefined) === isHeldByKey || isTerminal(state)) return;
  const kind = suspension === undefined ? 'ResumeInstance' : 'SuspendInstance';
  const actor = suspension?.actor ?? null;
  const origin = { id: nameBasedId(id, `${kind} by key ${seq}`), kind, ...(actor !== null && { actor }) };
  if (suspension === undefined) releaseInstance(unit, origin, instance, { by: 'processKey' });
  else holdInstance(unit, origin, instance, { ...holdOf(suspension), calledInstances: false });
}

/** One sender per call tree, so that a resume never overtakes an earlier suspension. */
function notifyCalled(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  instance: WorkingInstance,
  kind: 'SuspendInstance' | 'ResumeInstance',
  reason: string | undefined,
): void {
  const place = { senderId: rootOf(instance) };
  for (const { childInstanceId } of instance.state.entries.values()) {
    if (childInstanceId === null) continue;
    const common = { instanceId: childInstanceId, by: 'callingInstance', ...withReason(reason) } as const;
    if (kind === 'ResumeInstance') unit.enqueue(origin, { kind, ...common }, place);
    else unit.enqueue(origin, { kind, calledInstances: true, ...common }, place);
  }
}

function withReason(reason: string | undefined) {
  return reason === undefined ? {} : { reason };
}
