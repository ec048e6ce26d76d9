import type { ApiClient } from '../api-client.ts';
import { askingApi } from '../asking-api.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { readOptions } from '../read-options.ts';
import { tableText } from '../table.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = { json: { type: 'boolean' }, table: { type: 'boolean' }, url: { type: 'string' } } as const;
/** The most that one answer has (docs/spec/http/lists.md#paging). */
const PAGE_SIZE = 100;

const HISTORY_USAGE = `Usage: sluice history <instance id>

  --json         what the API answers, all of it; so it is when the output is no terminal
  --table        a table, also when it is none
  --url <url>    the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

const EXPORT_USAGE = `Usage: sluice export <instance id>

  --url <url>    the API, in place of SLUICE_URL (http://localhost:8080)

Prints the state of an instance and its whole history as one JSON document. A token is read from SLUICE_TOKEN.
`;

interface HistoryItem {
  readonly sequence: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly activityId: string | null;
  readonly data: object;
  readonly actor?: string;
}

/** `sluice history`: everything that happened in an instance (docs/spec/http/instances.md). */
export async function runHistory(args: readonly string[]): Promise<void> {
  await askingApi(
    HISTORY_USAGE,
    () => readArguments('history', args),
    async (client, { id, options: { json, table } }) => {
      const items = await wholeHistory(client, id);
      if (table !== true && wantsJson(json)) return printJson({ items, totalCount: items.length });
      const rows = items.map(({ sequence, occurredAt, type, activityId, actor, data }) => {
        return [String(sequence), occurredAt, type, activityId ?? '-', actor ?? '-', JSON.stringify(data)];
      });
      return print(tableText(['#', 'AT', 'TYPE', 'ELEMENT', 'BY', 'DATA'], rows));
    },
  );
}

/** `sluice export`: an instance as one document. */
export async function runExport(args: readonly string[]): Promise<void> {
  await askingApi(
    EXPORT_USAGE,
    () => readArguments('export', args),
    async (client, { id }) => {
      const state = await client.get<object>(`/Instances/${encodeURIComponent(id)}/state`);
      return printJson({ state, history: await wholeHistory(client, id) });
    },
  );
}

async function wholeHistory(client: ApiClient, id: string): Promise<readonly HistoryItem[]> {
  const items: HistoryItem[] = [];
  for (let page = 1; ; page++) {
    const path = `/Instances/${encodeURIComponent(id)}/history?page=${page}&pageSize=${PAGE_SIZE}`;
    const answer = await client.get<{ items: readonly HistoryItem[]; totalCount: number; pageSize: number }>(path);
    items.push(...answer.items);
    if (answer.items.length === 0 || items.length >= answer.totalCount) return items;
  }
}

function readArguments(verb: string, args: readonly string[]) {
  const { values: options, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new WrongArguments(`${verb} takes the id of one instance`);
  if (options.json === true && options.table === true) throw new WrongArguments('give --json or --table, not both');
  return { id, options };
}
