import { holdInstance, releaseInstance } from '../effects/hold-instance.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Rules: docs/contributing/spec/suspension.md#suspend. */
export const suspendInstance: CommandHandler<'SuspendInstance'> = {
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const instance = unit.instance(command.instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId: command.instanceId });
    const rejection = holdInstance(unit, command, instance, command);
    return rejection === undefined ? done<'SuspendInstance'>(heldBy(instance)) : rejected(rejection);
  },
};

/** Queued commands run first, in order (docs/contributing/spec/suspension.md#resume). */
export const resumeInstance: CommandHandler<'ResumeInstance'> = {
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const instance = unit.instance(command.instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId: command.instanceId });
    const rejection = releaseInstance(unit, command, instance, command);
    return rejection === undefined ? done<'ResumeInstance'>(heldBy(instance)) : rejected(rejection);
  },
};

function heldBy({ state }: WorkingInstance) {
  return { suspendedBy: [...state.suspendedBy] };
}
