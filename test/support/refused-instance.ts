import pg from 'pg';

/** Makes it look as if a webhook, which nothing is sent to, had refused an instance. @returns the name of the webhook */
export async function refuseInstance(databaseUrl: string, instanceId: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      `insert into feed_subscriber (kind, name, row_position) values ('webhook', 'billing', 0) on conflict (kind, name) do nothing`,
    );
    await client.query(
      `insert into feed_parked (kind, name, instance_id, process_key, row_position, next_position, next_type, attempts, is_failing, next_at, error)
       values ('webhook', 'billing', $1, 'order', 0, '0b9d5b9e.1.1', 'WorkflowStarted', 3, true, clock_timestamp(), 'HTTP 500')`,
      [instanceId],
    );
  } finally {
    await client.end();
  }
  return 'billing';
}
