import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { type AuditItem, auditCondition, auditNames, auditPortions, listAudit } from '../../queries/audit.ts';
import { limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { csvParts } from '../csv.ts';
import type { Endpoint } from '../endpoint.ts';
import type { auditEntryRow } from '../schemas/audit.ts';
import type { ResponseBody } from '../schemas/responses.ts';

type Row = ResponseBody<typeof auditEntryRow>;

/** Columns of the CSV: the members of an entry, in their order. */
const CSV_COLUMNS = [
  ...(['at', 'act', 'result', 'status', 'code', 'count', 'identifiedBy', 'actor', 'session', 'surface'] as const),
  ...(['clientAddress', 'targetKind', 'targetId', 'processKey', 'traceId', 'commandId', 'entryId'] as const),
] satisfies readonly (keyof Row)[];

/** /Audit (docs/contributing/spec/audit.md). Rows are committed with the action, so reads need no wait. */
export function auditRoutes(db: ReadDatabase): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/Audit',
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), auditNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const { items, totalCount, page, pageSize } = await listAudit(db, limited(query.value, auditCondition(request.limits)));
        return jsonAnswer({ items: items.map(entryJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/Audit/csv',
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), auditNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const { conditions } = limited(query.value, auditCondition(request.limits));
        const headers = ['Content-Disposition', 'attachment; filename="audit.csv"'];
        const parts = csvParts(CSV_COLUMNS, rowsOf(auditPortions(db, conditions)));
        return { status: 200, contentType: 'text/csv; charset=utf-8', body: '', parts, headers };
      },
    },
  ];
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
