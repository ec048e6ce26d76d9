import type { Statements } from './statement.ts';
import { BATCH_STATEMENTS } from './tables/batch.ts';
import { BATCH_ITEM_STATEMENTS } from './tables/batch-item.ts';
import { BUFFERED_MESSAGE_STATEMENTS } from './tables/buffered-message.ts';
import { CUSTOM_TASK_STATEMENTS } from './tables/custom-task.ts';
import { DEFINITION_COPY_STATEMENTS } from './tables/definition-copy.ts';
import { ERASURE_STATEMENTS } from './tables/erasure.ts';
import { FEED_STATEMENTS } from './tables/feed.ts';
import { INBOX_STATEMENTS } from './tables/inbox.ts';
import { INSTANCE_STATEMENTS } from './tables/instance.ts';
import { JOURNAL_STATEMENTS } from './tables/journal.ts';
import { MOVED_STATEMENTS } from './tables/moved-rows.ts';
import { OUTBOX_STATEMENTS } from './tables/outbox.ts';
import { PROCESS_STATEMENTS } from './tables/process.ts';
import { PROJECTION_STATEMENTS } from './tables/projection.ts';
import { QUERY_COUNT_STATEMENTS } from './tables/query-count.ts';
import { QUERY_INSTANCE_STATEMENTS } from './tables/query-instance.ts';
import { QUERY_SIDE_STATEMENTS } from './tables/query-side.ts';
import { REMOVAL_STATEMENTS } from './tables/removal.ts';
import { SMALL_STATEMENTS } from './tables/small-tables.ts';
import { START_TRIGGER_STATEMENTS } from './tables/start-trigger.ts';
import { SUBSCRIPTION_STATEMENTS } from './tables/subscription.ts';
import { SUSPENSION_STATEMENTS } from './tables/suspension.ts';
import { TIMER_STATEMENTS } from './tables/timer.ts';

/** Every statement that the simulated database knows. */
export const STATEMENTS: Statements = {
  ...INSTANCE_STATEMENTS,
  ...JOURNAL_STATEMENTS,
  ...INBOX_STATEMENTS,
  ...OUTBOX_STATEMENTS,
  ...PROCESS_STATEMENTS,
  ...SUBSCRIPTION_STATEMENTS,
  ...BUFFERED_MESSAGE_STATEMENTS,
  ...START_TRIGGER_STATEMENTS,
  ...SUSPENSION_STATEMENTS,
  ...TIMER_STATEMENTS,
  ...MOVED_STATEMENTS,
  ...CUSTOM_TASK_STATEMENTS,
  ...SMALL_STATEMENTS,
  ...PROJECTION_STATEMENTS,
  ...QUERY_SIDE_STATEMENTS,
  ...QUERY_INSTANCE_STATEMENTS,
  ...QUERY_COUNT_STATEMENTS,
  ...FEED_STATEMENTS,
  ...BATCH_STATEMENTS,
  ...BATCH_ITEM_STATEMENTS,
  ...REMOVAL_STATEMENTS,
  ...ERASURE_STATEMENTS,
  ...DEFINITION_COPY_STATEMENTS,
};
