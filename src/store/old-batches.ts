import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

const ITEMS_PER_STATEMENT = 5000;

const EMPTY: Statement = {
  name: 'empty-old-batches',
  text: `delete from batch_item where (batch_id, position) in (
    select i.batch_id, i.position from batch_item i join batch b on b.id = i.batch_id
    where b.ended_at < statement_timestamp() - make_interval(secs => $1) limit ${ITEMS_PER_STATEMENT})
    returning position`,
};
const FORGET: Statement = {
  name: 'forget-batches',
  text: `delete from batch b where ended_at < statement_timestamp() - make_interval(secs => $1)
    and not exists (select from batch_item i where i.batch_id = b.id)`,
};

/** Deletes batches that ended more than `seconds` ago: first their items in parts. */
export async function forgetBatches(connection: Connection, seconds: number): Promise<void> {
  while ((await connection.query(EMPTY, [seconds])).length === ITEMS_PER_STATEMENT);
  await connection.query(FORGET, [seconds]);
}
