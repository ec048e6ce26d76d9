import { columnText } from '../db/column-text.ts';
import type { Connection } from '../db/connection.ts';
import { NOW, type Statement } from '../db/statement.ts';
import type { IgnoredCause, IgnoredUntil } from '../messages/ignored-failures.ts';
import { nameBasedId } from '../platform/ids.ts';

/** Part of the stored format, never change it. */
const NAMESPACE = '0c1f6a3e-52d8-4b7e-9c41-7d5a90e2b3f6';

const IGNORE: Statement = {
  name: 'ignore-failures-2',
  text: `insert into ignored_failure (ignored_id, process_key, activity_id, code, message, except_messages, reason, ends_at, ignored_by, ignored_at)
    values ($1, $2, $3, $4, $5, $6::text[], $7, $8::timestamptz, $9, ${NOW})
    on conflict (ignored_id) do update set reason = excluded.reason, ends_at = excluded.ends_at,
      ignored_by = excluded.ignored_by, ignored_at = excluded.ignored_at`,
};
const SHOW: Statement = { name: 'show-failures', text: `delete from ignored_failure where ignored_id = $1 or ends_at <= ${NOW}` };

/** Replaces reason, end and user of a group that is ignored already. `actor` null: unknown. */
export async function ignoreFailures(
  connection: Connection,
  failures: IgnoredCause & IgnoredUntil,
  actor: string | null,
): Promise<void> {
  const { key, activityId, code, message, exceptMessages } = stored(failures);
  const { reason, endsAt } = failures;
  const ofGroup = [idOf(failures), key, activityId, code, message, exceptMessages ?? null];
  const values = [...ofGroup, columnText(reason), endsAt, columnText(actor)];
  await connection.query(IGNORE, values);
}

/** Removes a group, and those whose time is over. */
export async function showFailures(connection: Connection, cause: IgnoredCause): Promise<void> {
  await connection.query(SHOW, [idOf(cause)]);
}

function idOf(cause: IgnoredCause): string {
  const { key, activityId, code, message, exceptMessages } = stored(cause);
  const group = [key, activityId, code, message];
  return nameBasedId(NAMESPACE, JSON.stringify(exceptMessages === undefined ? group : [...group, exceptMessages]));
}

/** Texts in the form of the tables of failures; excepted messages once each, in one order. */
function stored({ key, activityId, code, message, exceptMessages = [] }: IgnoredCause): IgnoredCause {
  const group = {
    key: columnText(key),
    activityId: columnText(activityId),
    code: columnText(code),
    message: columnText(message),
  };
  const excepted = [...new Set(exceptMessages.map((text) => columnText(text)))].sort();
  return excepted.length === 0 ? group : { ...group, exceptMessages: excepted };
}
