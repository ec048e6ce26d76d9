import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, Router } from 'express';
import type { EngineEvent } from '../../../engine/events.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { entityId } from '../../../platform/ids.ts';
import { isInstanceWithin } from '../../../queries/key-limits.ts';
import { type JournalListRow, readJournalRows } from '../../../queries/operator/journal-rows.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type { JournalRowView, JournalView } from '../../wire/instances.ts';
import { found, view } from '../http/answer.ts';
import { instanceIdOf, optionalNumber, parametersOf } from '../http/parameters.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser } from '../rights.ts';

type Part = NonNullable<Awaited<ReturnType<typeof readJournalRows>>>;

/** Events in parts for time travel, or all as a file (docs/contributing/spec/pages.md#time-travel). */
export function journalRoutes({ db }: UiPorts): Router {
  const routes = Router();
  const readFrom = async (request: Request, from: number) => {
    const instanceId = instanceIdOf(request);
    const isWithin = await isInstanceWithin(db, instanceId, limitsOfUser(request));
    return found(
      isWithin ? await readJournalRows(db, instanceId, from) : undefined,
      'unknown-instance',
      `Instance ${instanceId} not found.`,
    );
  };
  routes.get(
    '/instances/:instanceId/journal',
    view<JournalView>(async (request) => {
      const from = optionalNumber(parametersOf(request), 'from') ?? 0;
      const { lastSeq, rows } = await readFrom(request, from);
      const instanceId = instanceIdOf(request);
      return { lastSeq, rows: rows.map((row) => ({ ...rowView(row), entryIds: entryIdsOf(instanceId, row.events) })) };
    }),
  );
  routes.get('/instances/:instanceId/journal/file', async (request, response) => {
    const instanceId = instanceIdOf(request);
    const first = await readFrom(request, 0);
    const name = `${instanceId}.journal.json`;
    response.set({ 'Content-Disposition': `attachment; filename="${name}"`, 'Cache-Control': 'no-store' }).type('json');
    await pipeline(Readable.from(wholeJournal(db, instanceId, first)), response).catch((error: unknown) => {
      if (!request.destroyed) throw error; // otherwise the client disconnected
    });
  });
  return routes;
}

/** Reads the next part when the previous one is sent. */
async function* wholeJournal(db: ReadDatabase, instanceId: string, first: Part): AsyncGenerator<string> {
  yield `{"lastSeq":${first.lastSeq},"rows":[`;
  let sent = 0;
  for (let rows = first.rows; rows.length > 0; rows = (await readJournalRows(db, instanceId, sent))?.rows ?? []) {
    yield `${sent === 0 ? '' : ',\n'}${rows.map((row) => JSON.stringify(rowView(row))).join(',\n')}`;
    sent = rows.at(-1)?.seq ?? sent;
    if (sent >= first.lastSeq) break;
  }
  yield ']}\n';
}

/** Ids by ordinal, from events that start or restore activity instances. */
function entryIdsOf(instanceId: string, events: JournalListRow['events']): Readonly<Record<string, string>> {
  const ordinals = (events as readonly EngineEvent[]).flatMap((event) => {
    if (event.type === 'ElementActivated') return [event.entry];
    return event.type === 'InstanceRestored' ? event.state.entries.map(({ n }) => n) : [];
  });
  return Object.fromEntries(ordinals.map((ordinal) => [ordinal, entityId(instanceId, ordinal)]));
}

function rowView(row: JournalListRow): JournalRowView {
  return { ...row, at: formatTimestamp(row.at) };
}
