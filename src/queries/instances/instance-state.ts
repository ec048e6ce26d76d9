import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnText } from '../../db/column-text.ts';
import { EVENT_VERSION } from '../../engine/events.ts';
import type { EndedActivityInstance, EvaluatedCondition, LiveState } from '../../engine/model/read-model.ts';
import { applyToLive, liveStateOf, openLive } from '../../engine/state/live.ts';
import { LoopTurn } from '../../platform/loops.ts';
import { offsetOf, type Paging } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';
import { countStepItems, readStepItems, type StepList, type StepRange, storedSizeOfSteps } from './instance-steps.ts';

const MAX_WAIT_MS = 2000;
const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 100;
/** Stored size of a state that is parsed and written without yielding, in a few ms. */
const SMALL_BYTES = 64 * 1024;
const STATES_PER_READ = 50;

/** See docs/contributing/spec/http/instances.md#state. Activity instances and scopes have ordinals instead of ids. */
interface InstanceStateHead {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly businessId: string | null;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  /** kinds of suspension in effect; empty: not suspended */
  readonly suspendedBy: readonly string[];
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly live: LiveState;
}

export interface InstanceStateItem extends InstanceStateHead {
  /** ordered by their end */
  readonly ended: readonly EndedActivityInstance[];
  /** ordered by evaluation */
  readonly conditions: readonly EvaluatedCondition[];
}

/** State whose steps are read when the client needs them. It stays consistent: steps are only appended. */
export interface LargeInstanceState extends InstanceStateHead {
  /** JSON texts of {@link EndedActivityInstance}, ordered by their end */
  readonly ended: StepReader;
  /** elements of the ended activity instances, as JSON texts */
  readonly endedElements: StepReader;
  /** JSON texts of {@link EvaluatedCondition}, ordered by evaluation */
  readonly conditions: StepReader;
}

type StepReader = () => AsyncIterable<readonly string[]>;

/** Items in the lists of a state. */
export interface StateTotals {
  readonly entries: number;
  readonly ended: number;
  readonly variableScopes: number;
  readonly conditions: number;
}

/** `large`: the lists of steps are read when the client needs them. `behind`: the query tables did not contain the current state in time. */
export type InstanceStateAnswer =
  | { readonly kind: 'found'; readonly state: InstanceStateItem }
  | { readonly kind: 'large'; readonly state: LargeInstanceState; readonly totals: StateTotals }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'behind' };

/** One page of each list, also of the lists in `live`. */
export type InstanceStatePage = Exclude<InstanceStateAnswer, { readonly kind: 'found' }>;

/**
 * Reads a state at least as new as at the start of the read. Waits up to 2 seconds for the projection, but not for later changes: a busy instance cannot
 * delay a reader.
 */
export async function readInstanceState(db: ReadDatabase, instanceId: string): Promise<InstanceStateAnswer> {
  const read = await readProjected(db, instanceId);
  if (read.kind !== 'head') return read;
  const range = { instanceId, lastSeq: read.lastSeq };
  const isSmall = !read.isLarge && (await storedSizeOfSteps(db, range)) <= SMALL_BYTES;
  if (isSmall) return { kind: 'found', state: { ...read.head, ...(await readSteps(db, range)) } };
  return { kind: 'large', state: largeState(db, read.head, range), totals: await totalsOf(db, read.head, range) };
}

/** One page of each list. The cost does not grow with the rest of the lists, except for counting. */
export async function readInstanceStatePage(db: ReadDatabase, instanceId: string, paging: Paging): Promise<InstanceStatePage> {
  const read = await readProjected(db, instanceId);
  if (read.kind !== 'head') return read;
  const { head } = read;
  const range = { instanceId, lastSeq: read.lastSeq };
  const skipped = offsetOf(paging);
  const cut = <T>(list: readonly T[]) => list.slice(skipped, skipped + paging.pageSize);
  const live = { entries: cut(head.live.entries), variableScopes: cut(head.live.variableScopes) };
  const state = largeState(db, { ...head, live }, range, { skipped, most: paging.pageSize });
  return { kind: 'large', state, totals: await totalsOf(db, head, range) };
}

function largeState(db: ReadDatabase, head: InstanceStateHead, range: StepRange, part = {}): LargeInstanceState {
  const reader =
    (list: StepList): StepReader =>
    () =>
      readStepItems(db, range, list, part);
  return { ...head, ended: reader('completed'), endedElements: reader('elements'), conditions: reader('conditions') };
}

async function totalsOf(db: ReadDatabase, { live }: InstanceStateHead, range: StepRange): Promise<StateTotals> {
  const { completed, conditions } = await countStepItems(db, range);
  return { entries: live.entries.length, ended: completed, variableScopes: live.variableScopes.length, conditions };
}

interface ReadHead {
  readonly kind: 'head';
  readonly head: InstanceStateHead;
  /** last included row of the event history */
  readonly lastSeq: number;
  /** the live state is larger than SMALL_BYTES */
  readonly isLarge: boolean;
}

/** Waits for the projection of the state at the start of the read, at most MAX_WAIT_MS. */
async function readProjected(
  db: ReadDatabase,
  instanceId: string,
): Promise<ReadHead | { readonly kind: 'unknown' } | { readonly kind: 'behind' }> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return { kind: 'unknown' };
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * 2)) {
    const read = await readHead(db, instanceId, known.seq);
    if (read !== undefined) return read;
    if (performance.now() + pollMs > deadline) return { kind: 'behind' };
    await delay(pollMs);
  }
}

async function readHead(db: ReadDatabase, instanceId: string, minSeq: number): Promise<ReadHead | undefined> {
  const row = await selectHead(db, instanceId)
    .select(sql<string | null>`case when pg_column_size(live) <= ${SMALL_BYTES} then live::text end`.as('live'))
    .where('last_seq', '>=', minSeq)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.live === null) return readLargeHead(db, instanceId);
  const live = await applyRest(db, instanceId, row, JSON.parse(row.live) as LiveState);
  return { kind: 'head', head: headOf(instanceId, row, live), lastSeq: row.last_seq, isLarge: false };
}

/** Item by item, so that parsing does not block the process. Uses one database snapshot, because the row can change. */
async function readLargeHead(db: ReadDatabase, instanceId: string): Promise<ReadHead> {
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => ({
      row: await selectHead(snapshot, instanceId).executeTakeFirstOrThrow(),
      entries: await readLiveList(snapshot, instanceId, 'entries'),
      variableScopes: await readLiveList(snapshot, instanceId, 'variableScopes'),
    }));
  const stored = { entries: await parseEach(read.entries), variableScopes: await parseEach(read.variableScopes) } as LiveState;
  const live = await applyRest(db, instanceId, read.row, stored);
  return { kind: 'head', head: headOf(instanceId, read.row, live), lastSeq: read.row.last_seq, isLarge: true };
}

function selectHead(db: ReadDatabase, instanceId: string) {
  return db
    .selectFrom('q_instance')
    .select(['definition_id', 'business_id', 'is_completed', 'is_cancelled', 'is_failed'])
    .select(['created_at', 'started_at', 'completed_at', 'last_seq', 'live_seq'])
    .select(suspendedBy.as('suspended_by'))
    .where('instance_id', '=', instanceId);
}

/** SQL list of what suspends the instance, from the transactional tables. Contains a suspended process key also before its instances are in sync. */
export const suspendedBy = sql<readonly string[] | null>`(
  select array_agg(held_by order by held_by) from (
    select suspended_by as held_by from suspension
    where suspension.instance_id = q_instance.instance_id and suspension.process_key is null
    union all
    select 'processKey' from key_suspension where key_suspension.key = q_instance.key and not q_instance.is_completed) held)`;

type HeadRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectHead>['executeTakeFirst']>>>;

function headOf(instanceId: string, row: HeadRow, live: LiveState): InstanceStateHead {
  return {
    instanceId,
    definitionId: row.definition_id,
    businessId: row.business_id,
    isCompleted: row.is_completed,
    isCancelled: row.is_cancelled,
    isFailed: row.is_failed,
    suspendedBy: row.suspended_by ?? [],
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    live,
  };
}

async function readLiveList(db: ReadDatabase, instanceId: string, name: keyof LiveState): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select item.value::text as text from q_instance
    cross join lateral json_array_elements(live -> ${name}::text) with ordinality as item (value, place)
    where instance_id = ${instanceId} order by place`.execute(db);
  return rows.map(({ text }) => text);
}

async function parseEach(texts: readonly string[]): Promise<readonly unknown[]> {
  const turn = new LoopTurn();
  const parsed: unknown[] = [];
  for (const text of texts) {
    if (turn.isOver) await turn.begin();
    parsed.push(JSON.parse(text));
  }
  return parsed;
}

/** Live state at the last projected row: the stored state plus later rows of the event history. */
async function applyRest(
  db: ReadDatabase,
  instanceId: string,
  { live_seq: liveSeq, last_seq: lastSeq }: Pick<HeadRow, 'live_seq' | 'last_seq'>,
  stored: LiveState,
): Promise<LiveState> {
  if (liveSeq === null || liveSeq === lastSeq) return stored;
  const live = openLive(stored);
  for await (const row of readJournalInTurns(db, instanceId, { after: liveSeq, upTo: lastSeq })) {
    for (const event of readEvents(instanceId, row)) applyToLive(live, event, row.at.getTime());
  }
  return liveStateOf(live);
}

interface StateRow {
  readonly id: string;
  /** JSON text */
  readonly live: string;
  readonly live_seq: number | null;
  readonly last_seq: number;
}

/** Variables of the root scopes of projected instances, in several turns. */
export async function* readRootVariables(
  db: ReadDatabase,
  instanceIds: readonly string[],
): AsyncGenerator<{ readonly instanceId: string; readonly values: unknown }> {
  const turn = new LoopTurn();
  for (let at = 0; at < instanceIds.length; at += STATES_PER_READ) {
    const { rows } = await sql<StateRow>`select instance_id as id, live::text as live, live_seq, last_seq from q_instance
      where instance_id = any(${instanceIds.slice(at, at + STATES_PER_READ)}::uuid[])`.execute(db);
    for (const { id, live: text, ...seqs } of rows) {
      if (turn.isOver) await turn.begin();
      const live = await applyRest(db, id, seqs, JSON.parse(text) as LiveState);
      yield { instanceId: id, values: live.variableScopes.find(({ kind }) => kind === 'root')?.values };
    }
  }
}

const MOVES = 'VariablesMoved|VariableScopeClosed|InstanceRestored';
const WRITES = 'VariablesWritten|VariablesEdited|ItemsAdded';

/**
 * SQL condition on a row `q` of q_instance: events after its stored state may have changed one of the variables. Events of another version, and values that
 * move between scopes without their names, count as a change.
 */
export function mayHaveChanged(names: readonly string[]): RawBuilder<SqlBool> {
  const texts = names.map((name) => sql`strpos(j.events::text, ${columnText(JSON.stringify(name))}) > 0`);
  return sql<SqlBool>`(q.live_seq <> q.last_seq and exists (select from journal j
    where j.subject_id = q.instance_id and j.seq > q.live_seq and j.seq <= q.last_seq and (j.v <> ${EVENT_VERSION}
      or j.events::text ~ ${MOVES} or (j.events::text ~ ${WRITES} and (${sql.join(texts, sql` or `)})))))`;
}

async function readSteps(
  db: ReadDatabase,
  { instanceId, lastSeq }: StepRange,
): Promise<Pick<InstanceStateItem, 'ended' | 'conditions'>> {
  const rows = await db
    .selectFrom('q_instance_step')
    .select(['completed', 'conditions'])
    .where('instance_id', '=', instanceId)
    .where('seq', '<=', lastSeq)
    .orderBy('seq')
    .execute();
  return {
    ended: rows.flatMap(({ completed }) => JSON.parse(completed) as readonly EndedActivityInstance[]),
    conditions: rows.flatMap(({ conditions }) => JSON.parse(conditions) as readonly EvaluatedCondition[]),
  };
}
