import type { Connection } from '../../db/connection.ts';
import type { CommandOf, Reply } from '../../messages/commands.ts';
import type { WebhookState } from '../../messages/webhooks.ts';
import { lockWebhook, retryWebhookInstances, setWebhookState, skipWebhookEvents } from '../../store/webhooks.ts';
import { type CommandHandler, done, rejected, required } from './command-handler.ts';

const BY_OPERATOR = 'An operator has paused it.';

/** Pauses or resumes a webhook, or handles instances that it refuses (docs/contributing/spec/event-feed.md#acts). */
export const steerWebhook: CommandHandler<'SteerWebhook'> = {
  needs: () => ({}),
  async handle(unit, command, access) {
    const reply = await steer(required(access).connection, command);
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

async function steer(connection: Connection, command: CommandOf<'SteerWebhook'>): Promise<Reply<'SteerWebhook'>> {
  const { name, act, instanceId, actor } = command;
  const before = await lockWebhook(connection, name);
  if (before === undefined) return rejected({ code: 'WEBHOOK_NOT_FOUND', name });
  if (act === 'pause' || act === 'resume') {
    const state: WebhookState = act === 'pause' ? 'Paused' : 'Active';
    const reason = actor === undefined ? BY_OPERATOR : `${actor} has paused it.`;
    if (state !== before) await setWebhookState(connection, name, state, act === 'pause' ? reason : null);
    return done<'SteerWebhook'>({ state, instances: 0 });
  }
  const change = act === 'retry' ? retryWebhookInstances : skipWebhookEvents;
  const instances = await change(connection, name, instanceId);
  if (instances === 0 && instanceId !== null) return rejected({ code: 'WEBHOOK_INSTANCE_NOT_REFUSED', name, instanceId });
  return done<'SteerWebhook'>({ state: before, instances });
}
