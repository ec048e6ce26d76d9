import { poolConnection } from '../../src/db/connection.ts';
import { openPool } from '../../src/db/pool.ts';
import type { RecordedReply } from '../../src/queue/envelope-sender.ts';
import { openInbox } from '../../src/store/inbox.ts';

/** Reads the replies on record, as the API does. */
export function openInboxReader(databaseUrl: string): {
  read(commandIds: readonly string[]): Promise<readonly RecordedReply[]>;
  close(): Promise<void>;
} {
  const pool = openPool(databaseUrl, { max: 2, applicationName: 'sluice test inbox' });
  const connection = poolConnection(pool);
  return {
    read: async (commandIds) => (await openInbox(connection, commandIds)).known,
    close: () => pool.end(),
  };
}
