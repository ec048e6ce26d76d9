import { openKysely } from '../../src/db/kysely.ts';
import { openPool } from '../../src/db/pool.ts';
import { readRecordedReplies } from '../../src/queries/recorded-replies.ts';
import type { RecordedReply } from '../../src/queue/command-batch-sender.ts';

/** Reads the replies on record, as the API does. */
export function openInboxReader(databaseUrl: string): {
  read(commandIds: readonly string[]): Promise<readonly RecordedReply[]>;
  close(): Promise<void>;
} {
  const pool = openPool(databaseUrl, { max: 2, applicationName: 'sluice test inbox' });
  const db = openKysely(pool);
  return {
    read: (commandIds) => readRecordedReplies(db, commandIds),
    close: () => pool.end(),
  };
}
