import type { Connection } from '../../db/connection.ts';
import type { Command, CommandOf, Reply } from '../../messages/commands.ts';
import type { WebhookState } from '../../messages/webhooks.ts';
import { lockWebhook, retryWebhookInstances, setWebhookState, skipWebhookEvents } from '../../store/webhooks.ts';

/** Reason of a webhook that an operator has paused. */
const BY_OPERATOR = 'An operator has paused it.';

type WebhookReply = Reply<'SteerWebhook'>;

/** Runs the webhook commands of an envelope, except those on record. They change only webhook rows, so a handler has nothing to decide. */
export async function executeWebhookCommands(
  connection: Connection,
  commands: readonly Command[],
  record: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, WebhookReply>> {
  const replies = new Map<string, WebhookReply>();
  for (const command of commands) {
    if (command.kind === 'SteerWebhook' && !record.has(command.id)) replies.set(command.id, await steer(connection, command));
  }
  return replies;
}

async function steer(connection: Connection, command: CommandOf<'SteerWebhook'>): Promise<WebhookReply> {
  const { name, act, instanceId, actor } = command;
  const before = await lockWebhook(connection, name);
  if (before === undefined) return { ok: false, rejection: { code: 'WEBHOOK_NOT_FOUND', name } };
  if (act === 'pause' || act === 'resume') {
    const state: WebhookState = act === 'pause' ? 'Paused' : 'Active';
    const reason = actor === undefined ? BY_OPERATOR : `${actor} has paused it.`;
    if (state !== before) await setWebhookState(connection, name, state, act === 'pause' ? reason : null);
    return { ok: true, result: { state, instances: 0 } };
  }
  const change = act === 'retry' ? retryWebhookInstances : skipWebhookEvents;
  const instances = await change(connection, name, instanceId);
  if (instances === 0 && instanceId !== null)
    return { ok: false, rejection: { code: 'WEBHOOK_INSTANCE_NOT_REFUSED', name, instanceId } };
  return { ok: true, result: { state: before, instances } };
}
