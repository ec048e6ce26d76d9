import { columnText } from '../db/column-text.ts';
import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { KeptTrace } from '../engine/decisions/decided.ts';
import type { Variables } from '../engine/values.ts';

/** Result of one evaluate call (docs/contributing/spec/decisions.md#evaluations). `id`: of the command. */
export interface DecisionEvaluation {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly businessId: string | null;
  /** user who called; null: unknown */
  readonly actor: string | null;
  /** error message; null: success */
  readonly failure: string | null;
  /** null: too long to store */
  readonly variables: Variables | null;
  readonly decided: Pick<KeptTrace, 'decisions' | 'more'>;
}

// ignores an entry of the same command
const SAVE: Statement = {
  name: 'save-decision-evaluations',
  text: `insert into decision_evaluation
      (evaluation_id, key, version, evaluated_at, outcome, business_id, actor, failure, variables, decided)
    select id, key, version, $9::timestamptz, case when failure is null then 'made' else 'failed' end, business_id, actor, failure,
      variables::json, decided::json
    from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      as t (id, key, version, business_id, actor, failure, variables, decided)
    on conflict (evaluation_id) do nothing`,
};

export function saveEvaluations(transaction: Transaction, evaluations: readonly DecisionEvaluation[], at: string): void {
  if (evaluations.length === 0) return;
  transaction.enqueue(SAVE, [
    evaluations.map(({ id }) => id),
    evaluations.map(({ key }) => key),
    evaluations.map(({ version }) => version),
    evaluations.map(({ businessId }) => businessId),
    evaluations.map(({ actor }) => columnText(actor)),
    evaluations.map(({ failure }) => columnText(failure)),
    evaluations.map(({ variables }) => variables && JSON.stringify(variables)),
    evaluations.map(({ decided }) => JSON.stringify(decided)),
    at,
  ]);
}

const FORGET: Statement = {
  name: 'forget-decision-evaluations',
  text: `delete from decision_evaluation where evaluation_id in (
    select evaluation_id from decision_evaluation where evaluated_at < statement_timestamp() - make_interval(secs => $1)
    order by evaluated_at limit $2 for update skip locked) returning evaluation_id`,
};

/** Deletes evaluations older than `seconds`. @returns the number of deleted evaluations */
export async function forgetEvaluations(connection: Connection, seconds: number, limit: number): Promise<number> {
  return (await connection.query(FORGET, [seconds, limit])).length;
}

const FIND: Statement = {
  name: 'find-decision-evaluations-to-erase',
  text: 'select evaluation_id as id from decision_evaluation where business_id = $1 order by evaluation_id limit $2',
};

/** Takes no locks, because rows never change. */
export async function findEvaluations(connection: Connection, businessId: string, limit: number): Promise<readonly string[]> {
  return (await connection.query<{ id: string }>(FIND, [businessId, limit])).map(({ id }) => id);
}

const ERASE: Statement = {
  name: 'erase-decision-evaluations',
  text: 'delete from decision_evaluation where evaluation_id = any($1::uuid[])',
};

export function eraseEvaluations(transaction: Transaction, ids: readonly string[]): void {
  if (ids.length > 0) transaction.enqueue(ERASE, [ids]);
}
