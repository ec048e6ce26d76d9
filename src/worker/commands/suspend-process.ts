import type { CommandOf, Reply } from '../../messages/commands.ts';
import { followKeys } from '../effects/hold-instance.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Suspends the key in one transaction. `startFollowingKeys` marks its instances later (docs/contributing/spec/suspension.md#suspend-a-key). */
export const suspendProcess: CommandHandler<'SuspendProcess'> = {
  needs: ({ key }) => ({ switchKey: key, countsRunning: true }),
  handle: (unit, command) => switchTo(unit, command, true),
};

/** Instances with other suspensions stay suspended. */
export const resumeProcess: CommandHandler<'ResumeProcess'> = {
  needs: ({ key }) => ({ switchKey: key, countsRunning: true }),
  handle: (unit, command) => switchTo(unit, command, false),
};

/** Idempotent. A key whose versions were all deleted while it was suspended can still be resumed. */
function switchTo(
  unit: UnitOfWork,
  command: CommandOf<'SuspendProcess' | 'ResumeProcess'>,
  isSuspended: boolean,
): Reply<'SuspendProcess' | 'ResumeProcess'> {
  const { key, reason, actor } = command;
  const process = unit.process(key);
  const before = unit.suspensions.ofKey(key);
  if (process === undefined || (process.latestVersion === 0 && before === undefined))
    return rejected({ code: 'PROCESS_NOT_REGISTERED', key });
  const instances = unit.loaded.running.get(key) ?? 0;
  if ((before !== undefined) !== isSuspended) {
    if (isSuspended) unit.suspensions.suspendKey({ key, reason: reason ?? null, actor: actor ?? null });
    else unit.suspensions.resumeKey(key);
    const because = reason === undefined ? {} : { reason };
    unit.changeProcess(command, process, [{ type: isSuspended ? 'DefinitionSuspended' : 'DefinitionResumed', key, ...because }]);
    unit.log(command, isSuspended ? 'key-suspended' : 'key-resumed', {
      ProcessDefinitionKey: key,
      InstanceCount: instances,
      Reason: reason ?? '',
    });
    // for instances that are locked here already
    followKeys(unit);
  }
  return done<'SuspendProcess'>({ key, isSuspended, instances });
}
