import type { CommandHandler } from './command-handler.ts';

/** Pauses or resumes a webhook, or handles instances that it refuses (docs/contributing/spec/webhooks.md#acts). */
export const steerWebhook: CommandHandler<'SteerWebhook'> = {
  kind: 'SteerWebhook',
  needs: () => ({}),
  handle(unit, command) {
    // webhook rows belong to no instance, so the loading phase has decided already
    const reply = unit.loaded.webhooks.get(command.id);
    if (reply === undefined) throw new Error(`command ${command.id} of kind '${command.kind}' was not carried out`);
    const { actor, name: Webhook, act: Act, instanceId } = command;
    if (reply.ok)
      unit.log(command, 'webhook-steered', {
        Webhook,
        Act,
        Count: reply.result.instances,
        ...(instanceId !== null && { WorkflowInstanceId: instanceId }),
        ...(actor !== undefined && { Actor: actor }),
      });
    return reply;
  },
};
