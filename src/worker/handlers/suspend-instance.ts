import { isSuspended } from '../../engine/suspension.ts';
import type { SuspendedBy } from '../../engine/suspension-events.ts';
import type { CommandOf } from '../../messages/commands.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { rootOf, type WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Nothing of an instance moves until it is resumed (docs/spec/suspension.md#suspend). */
export const suspendInstance: CommandHandler<'SuspendInstance'> = {
  kind: 'SuspendInstance',
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const { instanceId, by, reason, calledInstances } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    const rejection = unit.decide(command, instance, { type: 'SuspendInstance', by, ...because(reason) });
    if (rejection !== undefined) return rejected(rejection);
    if (calledInstances) tellCalled(unit, command, instance);
    return done<'SuspendInstance'>(heldBy(instance));
  },
};

/** Lets an instance go on: what has waited for it is carried out first, in order (docs/spec/suspension.md#resume). */
export const resumeInstance: CommandHandler<'ResumeInstance'> = {
  kind: 'ResumeInstance',
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const { instanceId, by, reason } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    const { state } = instance;
    const before = state.suspendedBy.size;
    const rejection = unit.decide(command, instance, { type: 'ResumeInstance', by, ...because(reason) });
    if (rejection !== undefined) return rejected(rejection);
    // behind everything that waits: once it is reached, nothing is left to catch up with
    if (before > 0 && !isSuspended(state)) unit.followUps.mail(command, state.key, instanceId, { type: 'CatchUp' });
    const isChanged = state.suspendedBy.size < before;
    if (isChanged && !isSuspended(state)) tellCalled(unit, command, instance);
    return done<'ResumeInstance'>(heldBy(instance));
  },
};

/** One after the other, as everything that the instances of one tree do to each other: a resume never overtakes the suspension before it. */
function tellCalled(unit: UnitOfWork, command: CommandOf<'SuspendInstance' | 'ResumeInstance'>, instance: WorkingInstance): void {
  const place = { senderId: rootOf(instance) };
  for (const { childInstanceId } of instance.state.entries.values()) {
    if (childInstanceId === null) continue;
    const told = { instanceId: childInstanceId, by: 'callingInstance', ...because(command.reason) } as const;
    if (command.kind === 'ResumeInstance') unit.enqueue(command, { kind: 'ResumeInstance', ...told }, place);
    else unit.enqueue(command, { kind: 'SuspendInstance', calledInstances: true, ...told }, place);
  }
}

function because(reason: string | undefined) {
  return reason === undefined ? {} : { reason };
}

function heldBy({ state }: WorkingInstance): { readonly suspendedBy: readonly SuspendedBy[] } {
  return { suspendedBy: [...state.suspendedBy] };
}
