import type { Lock } from '../lock.ts';
import { byNumber, byText, type Call, list, NO_ROWS, type Statements, value } from '../statement.ts';
import { timeOf, timeText } from '../time-text.ts';

/** The end of the feed: one row. */
export interface FeedHeadTableRow {
  readonly is_only: true;
  readonly position: number;
}

export interface FeedTableRow {
  readonly position: number;
  readonly instance_id: string;
  readonly process_key: string;
  readonly from_seq: number;
  /** 0: the instance was deleted */
  readonly to_seq: number;
  readonly at: Date;
}

const HEAD = 'true';
export const headKey = () => HEAD;

/** Events of an instance that must be published. */
interface Projected {
  readonly instance_id: string;
  readonly process_key: string;
  readonly to_seq: number;
}

/** Rows of the feed get the next positions; nothing is locked where none exists. */
function* append({ by, tables, now }: Call, rows: readonly Omit<FeedTableRow, 'position' | 'at'>[]): Generator<Lock, void> {
  if (rows.length === 0) return;
  const head = yield* tables.feedHead.update(by, HEAD, (old) => ({ ...old, position: old.position + rows.length }));
  const before = (head?.position ?? rows.length) - rows.length;
  for (const [n, row] of rows.entries()) yield* tables.feed.insert(by, { ...row, position: before + n + 1, at: new Date(now) });
}

/** For every instance the rows after the last published one. */
function* appendProjected(call: Call, instances: readonly Projected[]): Generator<Lock, readonly object[]> {
  const fed = new Map<string, number>();
  for (const row of call.tables.feed.rows(call.by).sort(byNumber(({ position }) => position)))
    fed.set(row.instance_id, row.to_seq);
  const fresh = instances
    .map((row) => ({ ...row, from_seq: (fed.get(row.instance_id) ?? 0) + 1 }))
    .filter(({ from_seq, to_seq }) => to_seq >= from_seq);
  yield* append(call, fresh);
  return fresh.map(() => ({ '?column?': 1 }));
}

/** The event feed, as projectors write it. */
export const FEED_STATEMENTS: Statements = {
  'projector-feed-durably': () => [{ set_config: 'on' }],
  *'projector-end-deleted-in-feed'(call) {
    const { by, tables } = call;
    const deleted = new Set(list(call, 1));
    const gone: FeedTableRow[] = [];
    for (const row of tables.feed.rows(by).filter(({ instance_id, to_seq }) => deleted.has(instance_id) && to_seq > 0)) {
      const removed = yield* tables.feed.delete(by, String(row.position));
      if (removed !== undefined) gone.push(removed);
    }
    const keys = new Map(gone.sort(byNumber(({ position }) => position)).map((row) => [row.instance_id, row.process_key]));
    const ended = [...keys].map(([instance_id, process_key]) => ({ instance_id, process_key, from_seq: 0, to_seq: 0 }));
    yield* append(call, ended.sort(byText(({ instance_id }) => instance_id)));
    return NO_ROWS;
  },
  'projector-append-to-feed': (call) =>
    appendProjected(
      call,
      list(call, 1).map((instance_id, n) => ({
        instance_id,
        process_key: list(call, 2)[n]!,
        to_seq: list<number>(call, 3)[n]!,
      })),
    ),
  'projector-append-projected-to-feed'(call) {
    const rows = list(call, 1).flatMap((id) => call.tables.qInstance.get(call.by, id) ?? []);
    const inOrder = rows.sort(
      (a, b) => a.created_at.getTime() - b.created_at.getTime() || byText<typeof a>(({ instance_id }) => instance_id)(a, b),
    );
    return appendProjected(
      call,
      inOrder.map(({ instance_id, key, last_seq }) => ({ instance_id, process_key: key, to_seq: last_seq })),
    );
  },
  'projector-next-to-feed'(call) {
    const [after, id] = [timeOf(value(call, 1)), value(call, 2)];
    const rows = call.tables.qInstance
      .rows(call.by)
      .filter((row) => row.created_at.getTime() > after || (row.created_at.getTime() === after && row.instance_id > id));
    return rows
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || byText<typeof a>((row) => row.instance_id)(a, b))
      .slice(0, value<number>(call, 3))
      .map(({ instance_id, created_at }) => ({ instance_id, at: timeText(created_at) }));
  },
};
