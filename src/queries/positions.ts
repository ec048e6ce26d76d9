import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { KeyLimits } from '../platform/key-patterns.ts';
import { type Position, type PositionMark, readPosition } from '../requests/position.ts';
import { keyCondition } from './key-limits.ts';
import type { ReadDatabase } from './read-database.ts';

const MAX_WAIT_MS = 2000;
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 100;
/** How long the service remembers a position (docs/spec/http.md#positions); an older one counts as reached. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** `never-issued`: a position names something that was never written. */
export type ProjectionProgress = 'reached' | 'behind' | 'never-issued';

/**
 * Waits until the query tables contain all of these positions, at most 2 seconds. Exact and cheap: a position names the rows that one command
 * wrote, and every query table row says up to which row of its subject it has come, so two look-ups by key answer, on any replica. Of an instance that was
 * deleted meanwhile everything is reached once the read side has it no more.
 */
export async function untilProjected(
  db: ReadDatabase,
  positions: readonly Position[],
  limits?: KeyLimits,
): Promise<ProjectionProgress> {
  const marks = await marksWithin(db, await marksOf(db, positions), limits);
  let missing = await unprojected(db, marks);
  if (missing.length > 0 && !(await areWritten(db, missing))) return 'never-issued';
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let pollMs = FIRST_POLL_MS; missing.length > 0; pollMs = Math.min(MAX_POLL_MS, pollMs * 2)) {
    if (performance.now() + pollMs > deadline) return 'behind';
    await delay(pollMs);
    missing = await unprojected(db, missing);
  }
  return 'reached';
}

/** The rows that positions name; those of a command come from its recorded reply, which is kept as long as positions are remembered. */
async function marksOf(db: ReadDatabase, positions: readonly Position[]): Promise<readonly PositionMark[]> {
  const oldest = Date.now() - REMEMBERED_MS;
  const remembered = positions.filter(({ issuedAt }) => issuedAt >= oldest);
  const commandIds = remembered.flatMap((position) => ('commandId' in position ? [position.commandId] : []));
  const named = remembered.flatMap((position) => ('marks' in position ? position.marks : []));
  if (commandIds.length === 0) return named;
  const rows = await db.selectFrom('inbox').select('reply').where('command_id', 'in', commandIds).execute();
  const recorded = rows.flatMap(({ reply }) => {
    const { reached } = JSON.parse(reply) as { readonly reached?: string };
    const position = reached === undefined ? undefined : readPosition(reached);
    return position !== undefined && 'marks' in position ? position.marks : [];
  });
  return [...named, ...recorded];
}

/**
 * The rows whose subject is of a key within limits: whether others are there, and how far the read side has come with them, would tell of what somebody may not see. They
 * count as reached (docs/spec/roles.md#positions).
 */
async function marksWithin(
  db: ReadDatabase,
  marks: readonly PositionMark[],
  limits: KeyLimits,
): Promise<readonly PositionMark[]> {
  const condition = keyCondition(sql.ref('subject.key'), limits);
  if (condition === undefined || marks.length === 0) return marks;
  const { rows } = await sql<PositionMark>`
    select m.kind, m.subject_id as "subjectId", m.seq from ${unnested(marks)}
    join lateral (
      select d.key from instance i join definition_version d on d.definition_id = i.definition_id where m.kind = 'i' and i.id = m.subject_id
      union all select p.key from process p where m.kind = 'd' and p.subject_id = m.subject_id) subject on ${condition}`.execute(
    db,
  );
  return rows;
}

/** An id that was deleted may be that of an instance again: a fork that was revived anew. */
const IS_GONE = sql`not exists (select from instance i where i.id = g.instance_id)`;

async function unprojected(db: ReadDatabase, marks: readonly PositionMark[]): Promise<readonly PositionMark[]> {
  if (marks.length === 0) return [];
  const { rows } = await sql<PositionMark>`
    select m.kind, m.subject_id as "subjectId", m.seq from ${unnested(marks)}
    where not exists (select from q_instance q where m.kind = 'i' and q.instance_id = m.subject_id and q.last_seq >= m.seq
        and not exists (select from deleted_instance g where g.instance_id = q.instance_id and ${IS_GONE}))
      and not (m.kind = 'i' and exists (select from deleted_instance g where g.instance_id = m.subject_id and ${IS_GONE})
        and not exists (select from q_instance q where q.instance_id = m.subject_id))
      and not exists (select from q_process q where m.kind = 'd' and q.subject_id = m.subject_id and q.last_seq >= m.seq)`.execute(
    db,
  );
  return rows;
}

async function areWritten(db: ReadDatabase, marks: readonly PositionMark[]): Promise<boolean> {
  const { rows } = await sql<object>`
    select from ${unnested(marks)} where not exists (select from journal j where j.subject_id = m.subject_id and j.seq = m.seq)
      and not exists (select from deleted_instance g where m.kind = 'i' and g.instance_id = m.subject_id)
    limit 1`.execute(db);
  return rows.length === 0;
}

function unnested(marks: readonly PositionMark[]) {
  const kinds = marks.map((mark) => mark.kind);
  const subjectIds = marks.map((mark) => mark.subjectId);
  const seqs = marks.map((mark) => mark.seq);
  return sql`unnest(${kinds}::text[], ${subjectIds}::uuid[], ${seqs}::int[]) as m (kind, subject_id, seq)`;
}
