import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import type { JournalRowView, JournalView } from '../../../wire/instances.ts';
import { getView } from '../../api/client.ts';
import { loadPart } from '../../components/load-part.ts';
import type { JournalEntry } from './entries.ts';
import type { PreparedJournal } from './prepared-journal.ts';
import type { Frame, Replay } from './replay.ts';

/** Longer histories would block the page. */
const ROWS_LIMIT = 20_000;

/** Undefined members: loading. `isWhole` false: the page cannot show the whole history; true while it loads. */
export interface LoadedJournal {
  readonly frames: readonly Frame[] | undefined;
  /** moves through the frames to the shown moment */
  readonly replay: Replay | undefined;
  /** source of the frames */
  readonly rows: readonly JournalRowView[] | undefined;
  readonly isWhole: boolean;
  readonly error: Error | null;
  readonly readAgain: () => void;
  /** activity instance ids by ordinal */
  readonly entryIds: ReadonlyMap<number, string>;
  /** activity instances by id */
  readonly entries: ReadonlyMap<string, JournalEntry>;
}

/** Loaded with the first history: the facts of an instance are shown before. */
const preparing = () => loadPart(() => import('./prepared-journal.ts'));

const NO_IDS: ReadonlyMap<number, string> = new Map();
const NO_ENTRIES: ReadonlyMap<string, JournalEntry> = new Map();

/** Reads the history in parts, up to ROWS_LIMIT rows. */
export function useJournal(instanceId: string): LoadedJournal {
  const { data, error, refetch } = useQuery({
    queryKey: [`instances/${instanceId}/journal`, 'whole'],
    queryFn: (context) => readAll(instanceId, context),
    // rows never change; comparing all would block the page
    structuralSharing: false,
  });
  return {
    entryIds: data?.entryIds ?? NO_IDS,
    entries: data?.entries ?? NO_ENTRIES,
    frames: data?.frames,
    replay: data?.replay,
    rows: data?.rows,
    isWhole: data === undefined || (data.rows.at(-1)?.seq ?? 0) >= data.lastSeq,
    error,
    readAgain: () => void refetch(),
  };
}

/** Reads new rows. Without any, returns the same object, to avoid a render. */
async function readAll(instanceId: string, { client, queryKey, signal }: QueryFunctionContext): Promise<PreparedJournal> {
  const known = client.getQueryData<PreparedJournal>(queryKey);
  const rows: JournalRowView[] = [...(known?.rows ?? [])];
  for (;;) {
    const from = rows.at(-1)?.seq ?? 0;
    const { lastSeq, rows: more } = await getView<JournalView>(`instances/${instanceId}/journal`, { from }, signal);
    if (rows.length < ROWS_LIMIT) rows.push(...more);
    const isEnd = more.length === 0 || (rows.at(-1)?.seq ?? 0) >= lastSeq;
    if (!isEnd && rows.length < ROWS_LIMIT) continue;
    if (known !== undefined && known.lastSeq === lastSeq && known.rows.length === rows.length) return known;
    return (await preparing()).PreparedJournal.of(lastSeq, rows);
  }
}
