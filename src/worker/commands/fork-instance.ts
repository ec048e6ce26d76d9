import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Starts a new instance from a step of another (docs/contributing/spec/forks.md#fork). */
export const forkInstance: CommandHandler<'ForkInstance'> = {
  needs: ({ instanceId, step, definitionId, isDryRun }) => ({
    fork: { instanceId, step, definitionId, ...(isDryRun === true && { isDryRun }) },
  }),
  handle(unit, command) {
    const { instanceId, forkId, step, variables, reason } = command;
    const loaded = unit.loaded.restores.get(command.id);
    if (loaded === undefined) throw new Error(`nothing was loaded for the fork of ${instanceId}`);
    if (!loaded.ok) return rejected(loaded.rejection);
    const { point, before, model, definitionId, version, repeats } = loaded.restore;
    if (command.isDryRun === true) return done<'ForkInstance'>({ instanceId, step, repeats });
    const fork = unit.newInstance(forkId, definitionId, model);
    const rejection = unit.decide(command, fork, {
      type: 'ForkInstance',
      point,
      before,
      instanceId: forkId,
      definitionId,
      version,
      variables,
      ...(reason !== undefined && { reason }),
    });
    if (rejection !== undefined) return rejected(rejection);
    unit.logAbout(command, fork, 'instance-forked', { FromInstanceId: instanceId, Step: step });
    return done<'ForkInstance'>({ instanceId: forkId, step });
  },
};
