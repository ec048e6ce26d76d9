import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JournalRowView, JournalView } from '../../../wire/instances.ts';
import { getView } from '../../api/client.ts';
import { type Frame, framesOf } from './replay.ts';

/** Maximum number of rows to load, because longer histories would block the page. */
const ROWS_LIMIT = 20_000;

/** Event history of an instance. `isWhole` false: the history is longer than the page can show. Undefined while it loads. */
export interface LoadedJournal {
  readonly frames: readonly Frame[] | undefined;
  /** the rows that the frames come from */
  readonly rows: readonly JournalRowView[] | undefined;
  readonly isWhole: boolean;
  readonly error: Error | null;
  readonly readAgain: () => void;
  /** activity instance ids by ordinal */
  readonly entryIds: ReadonlyMap<number, string>;
}

/** Reads the whole journal, in parts. */
export function useJournal(instanceId: string): LoadedJournal {
  const { data, error, refetch } = useQuery({
    queryKey: [`instances/${instanceId}/journal`, 'whole'],
    queryFn: ({ signal }) => readAll(instanceId, signal),
  });
  const frames = useMemo(() => (data === undefined ? undefined : framesOf(data.rows)), [data]);
  const entryIds = useMemo(
    () => new Map(data?.rows.flatMap(({ entryIds = {} }) => Object.entries(entryIds).map(([n, id]) => [Number(n), id] as const))),
    [data],
  );
  return {
    entryIds,
    frames,
    rows: data?.rows,
    isWhole: data === undefined || (data.rows.at(-1)?.seq ?? 0) >= data.lastSeq,
    error,
    readAgain: () => void refetch(),
  };
}

async function readAll(instanceId: string, signal: AbortSignal): Promise<JournalView> {
  const rows: JournalRowView[] = [];
  for (;;) {
    const from = rows.at(-1)?.seq ?? 0;
    const part = await getView<JournalView>(`instances/${instanceId}/journal`, { from }, signal);
    rows.push(...part.rows);
    const isEnd = part.rows.length === 0 || (rows.at(-1)?.seq ?? 0) >= part.lastSeq;
    if (isEnd || rows.length >= ROWS_LIMIT) return { lastSeq: part.lastSeq, rows };
  }
}
