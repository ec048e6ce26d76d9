import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type AuditItem, auditCondition, auditNames, auditPortions, listAudit } from '../../../queries/audit.ts';
import { limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import { merged } from '../../../shards/merged.ts';
import { csvParts } from '../../csv.ts';
import type { Endpoint } from '../../endpoint.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';

const auditQuery = listQuery(
  'At, Act, Actor, TargetId, ProcessKey, ClientAddress, TraceId, CommandId, Result, Code',
  'At',
  '-At',
);

/** Audited action, or rejections of it (docs/contributing/spec/audit.md#entry). */
const auditEntryRow = z
  .object({
    entryId: guid,
    at: timestamp.meta({ description: 'Time of the decision. If `count` is above 1: time of the last rejection.' }),
    act: z.string().meta({ description: 'For example `CancelInstance`, `DeployDefinition`, `SignIn`.' }),
    identifiedBy: z.enum(['token', 'session', 'anonymous']),
    actor: z.string().nullable().meta({ description: 'Subject of the token or of the sign-in. Null if unknown.' }),
    session: z.string().nullable().meta({ description: 'Digest of the session in the web UI.' }),
    surface: z.enum(['api', 'pages']),
    targetKind: z.string().nullable().meta({ description: 'For example `instance`, `process`, `definition`, `incident`.' }),
    targetId: z.string().nullable(),
    processKey: z.string().nullable(),
    clientAddress: z.string().nullable(),
    traceId: z.string().nullable(),
    commandId: orNull(guid),
    result: z.enum(['accepted', 'refused', 'failed']),
    status: z.int(),
    code: z.string().nullable().meta({ description: 'Reason of the rejection.' }),
    count: z.int().min(1).meta({ description: 'Number of rejections that this entry counts.' }),
  })
  .meta({ id: 'AuditEntry' });

const auditPage = z.object({ items: z.array(auditEntryRow), ...paging }).meta({ id: 'AuditPage' });

type Row = ResponseBody<typeof auditEntryRow>;

/** Members of an entry, in order. */
const CSV_COLUMNS = [
  ...(['at', 'act', 'result', 'status', 'code', 'count', 'identifiedBy', 'actor', 'session', 'surface'] as const),
  ...(['clientAddress', 'targetKind', 'targetId', 'processKey', 'traceId', 'commandId', 'entryId'] as const),
] satisfies readonly (keyof Row)[];

/** See docs/contributing/spec/audit.md. Accepted actions are written in their transaction, so no wait for the projection. */
export const auditReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Audit',
    permission: 'administer',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listAudit',
    tag: 'Audit',
    summary: 'List audit entries',
    description:
      'Accepted and rejected actions of users and operators, newest first. Sluice records them if `Audit:Enabled` is true.',
    shards: { sorts: '-At', id: 'entryId' },
    query: auditQuery,
    examples: {
      'of one person': { filters: 'Actor==ann,At>=2026-01-31T00:00:00Z' },
      refused: { filters: 'Result==refused', sorts: '-At' },
    },
    answer: auditPage,
    async handle(request, { db }) {
      const query = parseListQuery(readQueryParameters(request.queryText), auditNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
      const { items, totalCount, page, pageSize } = await listAudit(db, limited(query.value, auditCondition(request.limits)));
      return jsonAnswer({ items: items.map(entryJson), totalCount, page, pageSize });
    },
  },
  {
    method: 'GET',
    pattern: '/Audit/csv',
    permission: 'administer',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'exportAudit',
    tag: 'Audit',
    summary: 'Export audit entries as CSV',
    description:
      'All entries that match the filters, newest first. A text that a spreadsheet could read as a formula starts with an apostrophe.',
    shards: 'handler',
    query: auditQuery.pick({ filters: true }),
    examples: { 'of one process': { filters: 'ProcessKey==order' } },
    answer: { mediaType: 'text/csv' },
    handle(request, { db, ofShards = [{ db }] }) {
      const query = parseListQuery(readQueryParameters(request.queryText), auditNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
      const { conditions } = limited(query.value, auditCondition(request.limits));
      const headers = ['Content-Disposition', 'attachment; filename="audit.csv"'];
      const parts = csvParts(CSV_COLUMNS, rowsOf(inOneOrder(ofShards.map((shard) => auditPortions(shard.db, conditions)))));
      return { status: 200, contentType: 'text/csv; charset=utf-8', body: '', parts, headers };
    },
  },
];

/** Merges entries, newest first. */
async function* inOneOrder(shards: readonly AsyncIterable<readonly AuditItem[]>[]): AsyncIterable<readonly AuditItem[]> {
  const [first] = shards;
  if (shards.length === 1 && first !== undefined) return yield* first;
  const sources = shards.map((portions) => itemsOf(portions));
  const newestFirst = (a: AuditItem, b: AuditItem) => b.at.getTime() - a.at.getTime();
  for await (const item of merged(sources, newestFirst)) yield [item];
}

async function* itemsOf<T>(portions: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const portion of portions) yield* portion;
}

async function* rowsOf(portions: AsyncIterable<readonly AuditItem[]>) {
  for await (const portion of portions) {
    yield portion.map((item) => {
      const row = entryJson(item);
      return CSV_COLUMNS.map((name) => row[name]);
    });
  }
}

function entryJson(item: AuditItem): Row {
  return {
    entryId: item.entryId,
    at: formatTimestamp(item.at),
    act: item.act,
    identifiedBy: item.identifiedBy as Row['identifiedBy'],
    actor: item.actor,
    session: item.session,
    surface: item.surface as Row['surface'],
    targetKind: item.targetKind,
    targetId: item.targetId,
    processKey: item.processKey,
    clientAddress: item.clientAddress,
    traceId: item.traceId,
    commandId: item.commandId,
    result: item.result as Row['result'],
    status: item.status,
    code: item.code,
    count: item.count,
  };
}
