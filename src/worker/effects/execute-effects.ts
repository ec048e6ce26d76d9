import type { Connection } from '../../db/connection.ts';
import type { Effect } from '../../engine/effects/effects-of-event.ts';
import type { ChildStartRequested } from '../../engine/events.ts';
import { tooManyCalledInstances } from '../../engine/failures.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { receiverOf } from '../../engine/opening/instance-commands.ts';
import { causationFailure } from '../../engine/policies/causation.ts';
import { isSuspended } from '../../engine/state/suspension.ts';
import { isTerminal } from '../../engine/state.ts';
import { causationAfter } from '../../messages/causation.ts';
import type { Command } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import { entityId, nameBasedId } from '../../platform/ids.ts';
import { resolveDefinition } from '../../store/definitions.ts';
import { countCalled } from '../../store/instances.ts';
import type { FoundLetter, ParkedInstanceCommand, ParkedTimer, StartPlace } from '../../store/letters.ts';
import { hasQueuedCommand, type InstanceCommand } from '../../store/outbox.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import { type YieldFor, yieldToEventLoop } from '../unit-of-work/run-budget.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type PendingEffect, rootOf, type WorkingInstance } from '../unit-of-work/working-instance.ts';

/** `from`: definition of the calling instance. */
export interface CalledVersion {
  readonly key: string;
  readonly binding: string;
  readonly value: string | null;
  readonly from: string;
}

/** Reads beyond the loaded rows of the unit. */
export interface EffectReads {
  /** undefined if no version matches */
  resolveDefinition(call: CalledVersion): Promise<{ readonly definitionId: string; readonly version: number } | undefined>;
  getStartable(definitionId: string): Promise<ProcessModel>;
  /** running instances below the root, at most `most` */
  countCalled(rootId: string, most: number): Promise<number>;
  hasQueuedCommand(instanceId: string): Promise<boolean>;
  readonly yieldFor: YieldFor;
}

export function effectReadsOf(connection: Connection, models: ModelCache): EffectReads {
  return {
    resolveDefinition: (call) => resolveDefinition(connection, call),
    getStartable: (definitionId) => models.getStartable(connection, definitionId),
    countCalled: (rootId, most) => countCalled(connection, rootId, most),
    hasQueuedCommand: (instanceId) => hasQueuedCommand(connection, instanceId),
    yieldFor: (ms) => yieldToEventLoop(connection, ms),
  };
}

/**
 * Applies a command of another instance, or of the command queue; a StartChild becomes an effect. A late command has no effect. Logs a late escalation and a
 * delivery without subscription.
 * @param isWaiting the command is from the command queue and must not return there
 */
export function applyInstanceCommand(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  target: WorkingInstance,
  command: Exclude<InstanceCommand, { readonly type: 'ContinueChild' }>,
  isWaiting = false,
): void {
  if (command.type === 'StartChild') {
    unit.addEffect({ origin, from: target, effect: { kind: 'startChild', request: command.request } });
    return;
  }
  if (command.type === 'Deliver' && receiverOf(target.state, command) === undefined)
    unit.logAbout(origin, target, 'late-trigger-ignored', { TriggerKind: command.instead?.kind ?? 'message or signal' });
  if (command.type === 'ChildEscalated' && (isTerminal(target.state) || !target.state.entries.has(command.entry)))
    unit.logAbout(origin, target, 'escalation-too-late', { EscalationCode: command.code });
  unit.decide(origin, target, command, isWaiting);
}

type ContinueChild = Extract<InstanceCommand, { readonly type: 'ContinueChild' }>;

/**
 * Goes through the command queue of the called instance, after a cancellation that may still wait there. Fails the call if the causation is too long
 * (docs/contributing/spec/forks.md#called-instances). Ignores a request that starts a new instance.
 */
export function requestContinue(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  parent: WorkingInstance,
  request: ChildStartRequested,
): void {
  const { entry, continues } = request;
  if (continues === undefined) return;
  const { key } = parent.state;
  const failure = causationFailure({ causation: unit.causationOf(origin), limits: unit.context.limits });
  if (failure === undefined) {
    const causation = causationAfter(origin, key);
    const command: ContinueChild = { type: 'ContinueChild', parentId: parent.id, request };
    unit.followUps.queueForInstance({ ...origin, causation }, key, continues.childInstanceId, command);
    return;
  }
  const { code, message, cause } = failure;
  unit.decide(origin, parent, { type: 'ChildFailed', entry, code, message, cause });
}

/** Called after the earlier commands of the queue. Uses a separate command that locks the called instance and its caller. */
export function continueNow(unit: UnitOfWork, origin: ChangeOrigin, { parentId, request }: ContinueChild): void {
  const { causation } = origin;
  unit.enqueue(origin, { kind: 'StartChild', parentId, request, ...(causation && { causation }) });
}

/** Requeues a letter at its earlier place: in the outbox, or in the command queue of its instance. A timer becomes due again. */
export function requeueLetter(unit: UnitOfWork, { command: text, senderId, position }: FoundLetter): void {
  const parked = JSON.parse(text) as Command | ParkedInstanceCommand | ParkedTimer;
  const place = position ?? undefined;
  if (parked.kind === 'FireTimer') release(unit, parked);
  else if (parked.kind === 'ApplyMail') {
    const { id, instanceId: targetId, mail: command, causation, actor } = parked as ParkedInstanceCommand;
    unit.followUps.requeueInstanceCommand({ id, targetId, command, causation, actor, position: place });
  } else {
    unit.followUps.requeue(
      parked as Command,
      senderId === null ? undefined : { senderId, ...(place !== undefined && { position: place }) },
    );
  }
}

function release({ rows }: UnitOfWork, timer: ParkedTimer): void {
  if (timer['instanceId'] === undefined) rows.releasedStarts.push(timer as unknown as StartPlace);
  else rows.releasedTimers.push(timer as unknown as SubscriptionAddress);
}

/** Effects per transaction. The others go through the outbox, so that endless recursion does not hold its locks forever. */
const MAX_INLINE = 2000;
/** Started instances per transaction. The others wait in the outbox: the transaction of a process that calls itself twice would never end. */
export const MAX_CHILDREN = 200;

/** Finishes runs and executes their effects: here on new or locked instances, through the outbox on all others. */
export async function executeEffects(unit: UnitOfWork, reads: EffectReads): Promise<void> {
  const { yieldFor } = reads;
  let done = 0;
  await unit.finishRuns(yieldFor);
  for (let pending = unit.nextEffect(); pending !== undefined; pending = unit.nextEffect()) {
    await execute(unit, reads, pending, done < MAX_INLINE);
    done += 1;
    await unit.finishRuns(yieldFor);
  }
}

async function execute(unit: UnitOfWork, reads: EffectReads, pending: PendingEffect, mayInline: boolean): Promise<void> {
  const { origin, from, effect } = pending;
  switch (effect.kind) {
    case 'publishMessage': {
      const { name, key: correlationKey, variables } = effect;
      const message = { kind: 'DeliverMessage', name, correlationKey, variables, businessId: null } as const;
      unit.enqueue(origin, { ...message, causation: causationAfter(origin, from.state.key) }, { senderId: rootOf(from) });
      return;
    }
    case 'broadcastSignal': {
      const signal = { kind: 'BroadcastSignal', name: effect.name, variables: {}, exceptInstanceId: from.id } as const;
      unit.enqueue(origin, { ...signal, causation: causationAfter(origin, from.state.key) }, { senderId: rootOf(from) });
      return;
    }
    case 'startChild':
      await startChild(unit, reads, pending, effect.request);
      return;
    case 'sendCommand':
      await sendCommand(unit, reads, pending, effect, mayInline);
  }
}

async function sendCommand(
  unit: UnitOfWork,
  reads: EffectReads,
  { origin, from }: PendingEffect,
  effect: Effect & { kind: 'sendCommand' },
  mayInline: boolean,
): Promise<void> {
  const target = unit.instance(effect.instanceId);
  if (target !== undefined && mayInline && !(await mayOvertake(unit, reads, from, target))) {
    applyInstanceCommand(unit, origin, target, effect.command);
    return;
  }
  unit.logAbout(origin, from, 'external-event-queued', { EventKind: effect.command.type });
  unit.followUps.queueForInstance(origin, from.state.key, effect.instanceId, effect.command);
}

/**
 * An earlier command of `from` may still wait in the command queue of the target. The later one would overtake it: the end of a child would hide its
 * escalation. A new instance has no queued commands.
 */
async function mayOvertake(
  unit: UnitOfWork,
  reads: EffectReads,
  from: WorkingInstance,
  target: WorkingInstance,
): Promise<boolean> {
  if (unit.followUps.hasQueuedCommandFor(target.id)) return true;
  const { instances } = unit.loaded;
  return instances.has(from.id) && instances.has(target.id) && (await reads.hasQueuedCommand(target.id));
}

/**
 * The id is derived from the call. Resolves the version now (docs/contributing/spec/calls.md#called-version). Does nothing if the call no longer waits.
 * Delays the start if the parent is suspended or this transaction has started too many children. Fails the call if the process is not deployed or not
 * allowed, or the limit of called instances is reached.
 */
async function startChild(
  unit: UnitOfWork,
  reads: EffectReads,
  { origin, from: parent }: PendingEffect,
  request: ChildStartRequested,
): Promise<void> {
  const { entry, key, binding, bindingValue: value, variables, caller } = request;
  const waiting = parent.state.entries.get(entry);
  const isContinued = request.continues !== undefined;
  if (waiting === undefined || (waiting.childInstanceId !== null && !isContinued)) return;
  if (isSuspended(parent.state)) {
    unit.suspensions.keep(origin, parent, { type: 'StartChild', request });
    return;
  }
  if (isContinued) {
    requestContinue(unit, origin, parent, request);
    return;
  }
  if (!unit.mayStartChild(MAX_CHILDREN)) {
    startLater(unit, origin, parent, request);
    return;
  }
  if (!isWithin(parent.model.callsWithin, key)) {
    const message = `The roles of the author of this version are not for the process '${key}'`;
    unit.decide(origin, parent, { type: 'ChildFailed', entry, code: '403', message });
    return;
  }
  const found = await reads.resolveDefinition({ key, binding, value, from: parent.definitionId });
  if (found === undefined) {
    unit.decide(origin, parent, { type: 'ChildFailed', entry, code: '500', message: `Process '${key}' is not deployed` });
    return;
  }
  const { maxCalledInstances } = unit.context.limits;
  if (!(await mayCall(unit, reads, rootOf(parent), maxCalledInstances))) {
    const { code, message } = tooManyCalledInstances(maxCalledInstances);
    unit.decide(origin, parent, { type: 'ChildFailed', entry, code, message });
    return;
  }
  const childId = nameBasedId(entityId(parent.id, entry), 'child');
  const child: WorkingInstance = unit.newInstance(childId, found.definitionId, await reads.getStartable(found.definitionId));
  unit.decide(origin, parent, { type: 'ChildStarted', entry, childInstanceId: childId, key });
  const { definitionId, version } = found;
  unit.decide(origin, child, {
    type: 'StartInstance',
    instanceId: childId,
    definitionId,
    version,
    businessId: null,
    variables,
    caller: { ...caller, root: rootOf(parent) },
  });
}

/** Whether a further instance may run below the root. Counts it; instances that this transaction starts count as running. */
async function mayCall(unit: UnitOfWork, reads: EffectReads, rootId: string, most: number): Promise<boolean> {
  const running = unit.calledBelow.get(rootId) ?? (await reads.countCalled(rootId, most));
  unit.calledBelow.set(rootId, running + 1);
  return running < most;
}

function startLater(unit: UnitOfWork, origin: ChangeOrigin, parent: WorkingInstance, request: ChildStartRequested): void {
  const failure = causationFailure({ causation: unit.causationOf(origin), limits: unit.context.limits });
  if (failure !== undefined) {
    const { code, message, cause } = failure;
    unit.decide(origin, parent, { type: 'ChildFailed', entry: request.entry, code, message, cause });
    return;
  }
  const causation = causationAfter(origin, parent.state.key);
  const place = unit.placeOf(origin.id) ?? { senderId: rootOf(parent) };
  unit.enqueue(origin, { kind: 'StartChild', parentId: parent.id, request, causation }, place);
}
