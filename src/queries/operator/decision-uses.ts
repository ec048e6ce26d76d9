import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { indexedKeyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';

type Decided = Extract<ReturnType<typeof readEvents>[number], { type: 'ElementCompleted' }>['decided'];

/** Evaluation by an instance. `decided` undefined: the event history is not readable here. */
export interface DecisionUse {
  readonly instanceId: string;
  readonly entry: number;
  readonly businessId: string | null;
  readonly processKey: string;
  readonly activityId: string;
  readonly version: number;
  readonly rules: readonly number[];
  readonly at: Date;
  readonly decided: Decided;
}

interface DecisionUses {
  /** newest first, at most {@link MOST_USES} */
  readonly items: readonly DecisionUse[];
  /** of the version, among the newest {@link MOST_COUNTED} of all versions; `rule` 0: none matched */
  readonly rules: readonly { readonly rule: number; readonly count: number }[];
  /** newest evaluations of all versions that were counted */
  readonly counted: number;
  /** those that match the filter */
  readonly matching: number;
  /** false: there are older ones */
  readonly isWhole: boolean;
}

export const MOST_USES = 20;
const MOST_COUNTED = 10_000;

export interface UsesWish {
  readonly key: string;
  /** for the counts of rules */
  readonly version: number;
  /** only evaluations of the version in which this rule matched; 0: none; undefined: all of all versions */
  readonly rule: number | undefined;
  readonly limits: KeyLimits;
}

type UseRow = Omit<DecisionUse, 'decided'> & { readonly seq: number; readonly v: number | null; readonly events: string | null };

/** The index q_instance_decision_key has the order of the list. Inputs and results of the shown ones are read from the event history. */
export async function readDecisionUses(db: ReadDatabase, { key, version, rule, limits }: UsesWish): Promise<DecisionUses> {
  const within = indexedKeyCondition(sql.ref('i.key'), limits) ?? sql`true`;
  const newest = sql`newest as materialized (
      select d.*, i.business_id, i.key as process_key from q_instance_decision d join q_instance i using (instance_id)
      where d.key = ${key} and ${within} order by d.decided_at desc, d.instance_id limit ${MOST_COUNTED + 1}
    )`;
  const matched = sql`case when cardinality(rules) = 0 then '{0}'::int[] else rules end`;
  const wanted = rule === undefined ? sql`true` : sql`version = ${version} and ${rule} = any(${matched})`;
  const [{ rows }, counts] = await Promise.all([
    sql<UseRow>`with ${newest}
      select w.instance_id as "instanceId", w.seq, w.entry, w.business_id as "businessId", w.process_key as "processKey",
        w.activity_id as "activityId", w.version, w.rules, w.decided_at as at, j.v, j.events::text as events
      from (select * from newest where ${wanted} order by decided_at desc, instance_id limit ${MOST_USES}) w
        left join journal j on j.subject_id = w.instance_id and j.seq = w.seq
      order by w.decided_at desc, w.instance_id`.execute(db),
    sql<{ total: number; matching: number; rules: string }>`with ${newest}, hit as (
        select rule, count(*)::int as count from newest, unnest(${matched}) rule where version = ${version} group by rule
      )
      select count(*)::int as total, count(*) filter (where ${wanted})::int as matching,
        (select coalesce(json_agg(json_build_object('rule', rule, 'count', count) order by rule), '[]') from hit)::text as rules
      from newest`.execute(db),
  ]);
  const { total = 0, matching = 0, rules = '[]' } = counts.rows[0] ?? {};
  return {
    items: rows.map(({ seq, v, events, ...row }) => ({ ...row, decided: decidedIn({ ...row, seq }, v, events) })),
    rules: JSON.parse(rules) as DecisionUses['rules'],
    counted: Math.min(total, MOST_COUNTED),
    matching: Math.min(matching, MOST_COUNTED),
    isWhole: total <= MOST_COUNTED,
  };
}

function decidedIn(
  { instanceId, entry, seq }: { readonly instanceId: string; readonly entry: number; readonly seq: number },
  v: number | null,
  events: string | null,
): Decided {
  if (v === null || events === null) return undefined;
  for (const event of readEvents(instanceId, { seq, v, events }))
    if (event.type === 'ElementCompleted' && event.entry === entry) return event.decided;
  return undefined;
}
