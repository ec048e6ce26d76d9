import { effectOf } from '../../engine/effects/effects-of-event.ts';
import type { ContinuedChild } from '../../engine/events/restore-events.ts';
import { changedInputs } from '../../engine/state/restore-point.ts';
import { canBeTakenBack, sinceThen } from '../../engine/state/since-then.ts';
import { isSuspended } from '../../engine/state/suspension.ts';
import { awaitsResult, isTerminal } from '../../engine/state.ts';
import type { CommandOf, CommandRejection } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { requestContinue } from '../effects/execute-effects.ts';
import { holdInstance } from '../effects/hold-instance.ts';
import { latestOf, type Restore } from '../unit-of-work/restore.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { rootOf, type WorkingInstance } from '../unit-of-work/working-instance.ts';
import { continueEnded } from './continue-ended.ts';

type StartChild = CommandOf<'StartChild'>;

/**
 * Retries a call whose called instance exists: restarts an ended one; a completed one returns its result again. Does nothing if the call no longer waits or
 * its called instance is running. Waits while the calling instance is suspended. Any obstacle fails the call
 * (docs/contributing/spec/forks.md#called-instances).
 */
export function continueChild(unit: UnitOfWork, command: StartChild, parent: WorkingInstance, continues: ContinuedChild): void {
  const { request } = command;
  const { entry } = request;
  if (!awaitsResult(parent.state, entry)) return;
  if (isSuspended(parent.state)) {
    unit.suspensions.keep(command, parent, { type: 'StartChild', request });
    return;
  }
  const { childInstanceId: id } = continues;
  const child = latestOf(id, (one) => unit.instance(one));
  if (child === undefined) {
    fail(unit, command, parent, `the called instance '${id}' was deleted`);
    return;
  }
  if (!isTerminal(child.state)) {
    const isAlone = child.id !== id;
    const why = isAlone ? `was restarted as '${child.id}', which is still running` : 'is running for another instance';
    if (!isOwn(parent, child)) fail(unit, command, parent, `the called instance '${id}' ${why}`);
    return;
  }
  const loaded = unit.loaded.restores.get(command.id);
  if (loaded?.ok === false) {
    fail(unit, command, parent, `the called instance '${id}' cannot continue${reasonOf(loaded.rejection)}`);
    return;
  }
  // it has ended in this transaction: the source of its restart is not stored yet
  if (loaded?.restore.end?.seq !== child.seq) requestContinue(unit, command, parent, request);
  else if (child.state.status === 'completed') giveResult(unit, command, parent, loaded.restore);
  else resumeChild(unit, command, { parent, child, restore: loaded.restore });
}

/** Repeats the notice of completion; a fork that was restarted alone has not given one. */
function giveResult(unit: UnitOfWork, command: StartChild, parent: WorkingInstance, { point, end }: Restore): void {
  const last = end?.events.at(-1);
  const caller = point.state.caller ?? command.request.caller;
  const notice = last === undefined ? undefined : effectOf(last, { ...point.state, caller });
  if (notice?.kind === 'sendCommand') unit.decide(command, parent, notice.command);
}

interface Continuing {
  readonly parent: WorkingInstance;
  readonly child: WorkingInstance;
  readonly restore: Restore;
}

/** Restarts the child in place, or as a fork if it belongs to another caller or has effects that cannot be undone. */
function resumeChild(unit: UnitOfWork, command: StartChild, { parent, child, restore }: Continuing): void {
  const { entry, key, variables, caller, continues } = command.request;
  const { point, end } = restore;
  const happened = sinceThen(point, end?.events ?? []).filter(({ kind }) => kind !== 'callerTold');
  const isFork = !isOwn(parent, child) || !canBeTakenBack(happened);
  const isSuspendedByOperator = point.state.suspendedBy.has('operator');
  const again = continueEnded(unit, command, child, restore, {
    variables: { ...end?.variables, ...changedInputs(point, variables, continues?.overwrites) },
    ...(isFork && { forkId: nameBasedId(child.id, parent.id), caller: { ...caller, root: rootOf(parent) } }),
    ...(isSuspendedByOperator && { hold: { by: 'operator' } as const }),
  });
  if (!again.ok) {
    fail(unit, command, parent, `the called instance '${child.id}' cannot continue${reasonOf(again.rejection)}`);
    return;
  }
  const { instance } = again;
  // its process key suspends it too
  if (isSuspendedByOperator && !instance.state.suspendedBy.has('operator'))
    holdInstance(unit, command, instance, { by: 'operator', calledInstances: false });
  unit.decide(command, parent, { type: 'ChildStarted', entry, childInstanceId: instance.id, key });
}

function isOwn(parent: WorkingInstance, { state: { caller } }: WorkingInstance): boolean {
  return caller?.instanceId === parent.id;
}

function fail(unit: UnitOfWork, command: StartChild, parent: WorkingInstance, message: string): void {
  const { entry } = command.request;
  unit.decide(command, parent, { type: 'ChildFailed', entry, code: '500', message });
}

function reasonOf(rejection: CommandRejection): string {
  switch (rejection.code) {
    case 'NOT_RESTORABLE':
      return ` at '${rejection.element}': ${rejection.reason}`;
    case 'OTHER_VERSION_NOT_FOUND':
      return ': its version was deleted';
    case 'JOURNAL_TOO_LONG':
      return `: its journal is longer than ${rejection.most} rows`;
    case 'ORIGIN_DELETED':
      return `: the instance '${rejection.originId}' that it is a fork of was deleted`;
    default:
      return ` (${rejection.code})`;
  }
}
