import { type RawBuilder, sql } from 'kysely';
import { readPrepared } from '../db/kysely.ts';
import type { KeyLimits } from '../platform/access-roles.ts';
import { type Position, type PositionMark, readPosition } from '../requests/position.ts';
import { keyCondition } from './key-limits.ts';
import { type MissingMark, PositionWatch, type ProjectionProgress } from './position-watch.ts';
import type { ReadDatabase } from './read-database.ts';

/** Validity of a consistency token (docs/contributing/spec/http.md#positions). An older one counts as reached. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Shared by all requests. */
const watches = new WeakMap<ReadDatabase, PositionWatch>();

/**
 * Waits at most 2 seconds. A position contains the rows of one command, and each row of q_instance and q_process contains the last projected row of its event
 * history. So two look-ups by key are enough, on any replica. A deleted instance counts as reached when its rows are deleted. `limits`: positions of other
 * process keys count as reached.
 */
export async function untilProjected(
  db: ReadDatabase,
  positions: readonly Position[],
  limits?: KeyLimits,
): Promise<ProjectionProgress> {
  const marks = await marksWithin(db, await marksOf(db, positions), limits);
  return watchOf(db).until(marks);
}

function watchOf(db: ReadDatabase): PositionWatch {
  const known = watches.get(db);
  if (known !== undefined) return known;
  const watch = new PositionWatch((marks) => findMissing(db, marks));
  watches.set(db, watch);
  return watch;
}

/** Rows of the positions; those of a command id from the recorded reply, which is stored as long as a position is valid. */
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

/** Rows outside of the limits count as reached, because a wait would reveal data that the caller must not see (docs/contributing/spec/roles.md#positions). */
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

/**
 * The inner limits force one index look-up per row, independent of planner statistics. An instance with the id of a deleted one may exist: a fork that was
 * restarted a second time.
 */
const FIND_MISSING = {
  name: 'find-unprojected',
  text: `
    select m.kind, m.subject_id as "subjectId", m.seq,
      exists (select from journal j where j.subject_id = m.subject_id and j.seq = m.seq)
        or (m.kind = 'i' and exists (select from deleted_instance d where d.instance_id = m.subject_id)) as "isWritten"
    from unnest($1::text[], $2::uuid[], $3::int[]) as m (kind, subject_id, seq)
    left join lateral (select q.last_seq from q_instance q where m.kind = 'i' and q.instance_id = m.subject_id limit 1) instance on true
    left join lateral (select p.last_seq from q_process p where m.kind = 'd' and p.subject_id = m.subject_id limit 1) process on true
    left join lateral (
      select true as is_gone from deleted_instance g where m.kind = 'i' and g.instance_id = m.subject_id
        and not exists (select from instance i where i.id = g.instance_id) limit 1
    ) deleted on true
    where not case
      when deleted.is_gone then instance.last_seq is null
      else coalesce(instance.last_seq, process.last_seq, 0) >= m.seq end`,
};

function findMissing(db: ReadDatabase, marks: readonly PositionMark[]): Promise<readonly MissingMark[]> {
  return readPrepared<MissingMark>(db, FIND_MISSING, columnsOf(marks));
}

function columnsOf(marks: readonly PositionMark[]) {
  return [marks.map(({ kind }) => kind), marks.map(({ subjectId }) => subjectId), marks.map(({ seq }) => seq)] as const;
}

function unnested(marks: readonly PositionMark[]): RawBuilder<unknown> {
  const [kinds, subjectIds, seqs] = columnsOf(marks);
  return sql`unnest(${kinds}::text[], ${subjectIds}::uuid[], ${seqs}::int[]) as m (kind, subject_id, seq)`;
}
