import type { Connection } from '../db/connection.ts';
import { CLOCK, type Statement } from '../db/statement.ts';
import type { WebhookState } from '../messages/webhooks.ts';

const LOCK: Statement = {
  name: 'lock-webhook',
  text: `select state from feed_subscriber where kind = 'webhook' and name = $1 for update`,
};
const STEER: Statement = {
  name: 'steer-webhook',
  text: `update feed_subscriber set state = $2, reason = $3, paused_at = case when $2 = 'Paused' then clock.now end from ${CLOCK}
    where kind = 'webhook' and name = $1`,
};
const RETRY: Statement = {
  name: 'retry-webhook-instances',
  text: `update feed_parked set attempts = 0, is_failing = false, next_at = statement_timestamp(), revision = revision + 1
    where kind = 'webhook' and name = $1 and attempts > 0 and ($2::uuid is null or instance_id = $2) returning instance_id`,
};
const SKIP: Statement = {
  name: 'skip-webhook-events',
  // moves after the refused event; `is_failing`: the instance has reached the maximum of attempts
  text: `update feed_parked set row_position = split_part(next_position, '.', 2)::bigint, sequence = nullif(split_part(next_position, '.', 3), '')::int,
      next_position = '', next_type = '', attempts = 0, is_failing = false, error = null, next_at = statement_timestamp(), revision = revision + 1
    where kind = 'webhook' and name = $1 and attempts > 0 and case when $2::uuid is null then is_failing else instance_id = $2 end returning instance_id`,
};

/** Makes its sender wait. */
export async function lockWebhook(connection: Connection, name: string): Promise<WebhookState | undefined> {
  const [row] = await connection.query<{ state: WebhookState }>(LOCK, [name]);
  return row?.state;
}

export async function setWebhookState(
  connection: Connection,
  name: string,
  state: WebhookState,
  reason: string | null,
): Promise<void> {
  await connection.query(STEER, [name, state, reason]);
}

/** Resets the attempts, so that the refused event is sent immediately. `instanceId` null: all instances with one. @returns their number */
export async function retryWebhookInstances(connection: Connection, name: string, instanceId: string | null): Promise<number> {
  return (await connection.query(RETRY, [name, instanceId])).length;
}

/** Skips the refused event. `instanceId` null: of all instances that have reached the maximum of attempts. @returns their number */
export async function skipWebhookEvents(connection: Connection, name: string, instanceId: string | null): Promise<number> {
  return (await connection.query(SKIP, [name, instanceId])).length;
}
