import type { EngineCommand } from '../../engine/commands.ts';
import type { Hold } from '../../engine/events/scope-events.ts';
import type { EngineEvent } from '../../engine/events.ts';
import { isBeginning, isSuspended, isSuspendedOrResuming, whileSuspended } from '../../engine/state/suspension.ts';
import { type InstanceState, isTerminal } from '../../engine/state.ts';
import type { InstanceCommand } from '../../store/outbox.ts';
import type { FreedTimer, KeySuspension, SuspensionRow, SuspensionRows } from '../../store/suspensions.ts';
import { LATEST_TIMER } from '../../store/timers.ts';
import type { ChangeOrigin } from './change-origin.ts';
import type { FollowUps } from './follow-ups.ts';
import type { WorkingInstance } from './working-instance.ts';

/** Changes of one transaction to suspended instances, whose commands wait in command queues (docs/contributing/spec/suspension.md#what-waits). */
export class SuspensionChanges {
  private readonly followUps: FollowUps;
  private readonly suspended = new Map<string, SuspensionRow>();
  private readonly resumed = new Map<string, Pick<SuspensionRow, 'instanceId' | 'by'>>();
  private readonly queueOwners = new Map<string, InstanceState>();
  private readonly results = new Set<string>();
  /** suspended, after the commands decided so far */
  private readonly keys: Map<string, KeySuspension>;
  private readonly suspendedKeys = new Map<string, KeySuspension>();
  private readonly resumedKeys = new Set<string>();

  constructor(followUps: FollowUps, keys: ReadonlyMap<string, KeySuspension>) {
    this.followUps = followUps;
    this.keys = new Map(keys);
  }

  ofKey(key: string): KeySuspension | undefined {
    return this.keys.get(key);
  }

  suspendKey(suspension: KeySuspension): void {
    this.keys.set(suspension.key, suspension);
    this.suspendedKeys.set(suspension.key, suspension);
    this.resumedKeys.delete(suspension.key);
  }

  resumeKey(key: string): void {
    this.keys.delete(key);
    this.suspendedKeys.delete(key);
    this.resumedKeys.add(key);
  }

  /** A suspended key also suspends an instance that begins, so that it takes no step (docs/contributing/spec/suspension.md#born-suspended). */
  withHold(key: string, command: EngineCommand): EngineCommand {
    if (!isBeginning(command)) return command;
    const suspension = this.keys.get(key);
    return suspension === undefined ? command : { ...command, hold: holdOf(suspension) };
  }

  /** Stores the command if it has to wait. @returns whether it was stored */
  keeps(origin: ChangeOrigin, { id, state }: WorkingInstance, command: EngineCommand): boolean {
    if (!isSuspendedOrResuming(state) || whileSuspended(command) !== 'waits') return false;
    this.keep(origin, { id, state }, withAddress(command, state));
    return true;
  }

  /** Stores a command in the command queue unconditionally. */
  keep(origin: ChangeOrigin, { id, state }: Pick<WorkingInstance, 'id' | 'state'>, command: InstanceCommand): void {
    this.followUps.queueForInstance(origin, state.key, id, command);
    this.queueOwners.set(id, state);
  }

  /** Sends no wake-up signals for the queue while the instance is suspended. */
  setQueueAside({ id, state }: WorkingInstance): void {
    this.queueOwners.set(id, state);
  }

  /** True if set aside in this transaction. */
  isQueueSetAside(instanceId: string): boolean {
    const state = this.queueOwners.get(instanceId);
    return state !== undefined && isSuspended(state);
  }

  /** Records a queued result: a second one of the same attempt is late. */
  keepResult(taskId: string): void {
    this.results.add(taskId);
  }

  note({ id: instanceId, model: { key } }: WorkingInstance, event: EngineEvent): void {
    if (event.type !== 'InstanceSuspended' && event.type !== 'InstanceResumed') return;
    const { by, reason = null } = event;
    const name = `${instanceId} ${by}`;
    if (event.type === 'InstanceSuspended')
      this.suspended.set(name, { instanceId, by, reason, processKey: by === 'processKey' ? key : null });
    else {
      this.suspended.delete(name);
      this.resumed.set(name, { instanceId, by });
    }
  }

  get hasKeys(): boolean {
    return this.suspendedKeys.size > 0 || this.resumedKeys.size > 0;
  }

  /** True if this transaction resumes instances or keys: their timers can be due. */
  get hasResumed(): boolean {
    return this.resumed.size > 0 || this.resumedKeys.size > 0;
  }

  /** @param changed the changed instances with their states after all commands */
  rows(changed: readonly WorkingInstance[]): SuspensionRows {
    const freed = changed.filter(({ wasSuspendedOrResuming, state }) => wasSuspendedOrResuming && !isSuspendedOrResuming(state));
    const unsuspended = changed.filter(({ wasSuspended, state }) => wasSuspended && !isSuspended(state));
    const over = changed.filter(({ state }) => isTerminal(state));
    const ended = over.flatMap(({ id: instanceId, state }) => [...state.suspendedBy].map((by) => ({ instanceId, by })));
    const isOver = new Set(over.map(({ id }) => id));
    return {
      suspended: [...this.suspended.values()].filter(({ instanceId }) => !isOver.has(instanceId)),
      resumed: [...this.resumed.values(), ...ended],
      held: changed.filter(({ state }) => isSuspendedOrResuming(state)).map(({ id }) => id),
      freed: freed.map(({ id }) => id),
      freedTimers: freed.filter(({ state }) => !isTerminal(state)).flatMap(timersOf),
      keptResults: [...this.results],
      queuesSetAside: [...this.queueOwners.keys()].filter((id) => this.isQueueSetAside(id)),
      queuesReleased: unsuspended.map(({ id }) => id),
      suspendedKeys: [...this.suspendedKeys.values()],
      resumedKeys: [...this.resumedKeys],
    };
  }
}

export function holdOf({ reason }: KeySuspension): Hold {
  return { by: 'processKey', ...(reason !== null && { reason }) };
}

/** Adds the event address. If another delivery closes the subscription first, one with the same address gets the event on resume. */
function withAddress(command: EngineCommand, { subscriptions }: InstanceState): EngineCommand {
  if (command.type !== 'Deliver') return command;
  const subject = subscriptions.get(command.subscription)?.subject;
  if (subject?.kind === 'message') return { ...command, instead: { kind: 'message', name: subject.name, key: subject.key } };
  return subject?.kind === 'signal' ? { ...command, instead: { kind: 'signal', name: subject.name, key: '' } } : command;
}

function timersOf({ id: instanceId, state: { subscriptions } }: WorkingInstance): FreedTimer[] {
  return [...subscriptions].flatMap(([subscription, { subject }]) =>
    subject.kind === 'timer' ? { instanceId, subscription, dueAt: Math.min(subject.schedule.dueAt, LATEST_TIMER) } : [],
  );
}
