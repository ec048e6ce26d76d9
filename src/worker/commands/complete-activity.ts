import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Completes the oldest active instance of an activity (docs/contributing/spec/http/execution.md#oldest-entry). */
export const completeActivity: CommandHandler<'CompleteActivity'> = {
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const { instanceId, activityId, variables } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    const rejection = unit.decide(command, instance, { type: 'CompleteActivity', activityId, variables });
    return rejection === undefined ? done<'CompleteActivity'>({}) : rejected(rejection);
  },
};
