import type { Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { DecisionCall } from '../engine/model.ts';

const INSERT: Statement = {
  name: 'insert-decision-references',
  text: `insert into decision_reference (definition_id, decision_key, binding, value)
    select definition_id, decision_key, binding, value from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      as t (definition_id, decision_key, binding, value)`,
};

/** Decisions of other deploys that a process version uses: their last matching version cannot be deleted. */
export function insertReferences(
  transaction: Transaction,
  definitions: readonly { readonly definitionId: string; readonly decisions?: readonly DecisionCall[] | undefined }[],
): void {
  const rows = definitions.flatMap(({ definitionId, decisions = [] }) => decisions.map((call) => ({ definitionId, ...call })));
  if (rows.length === 0) return;
  transaction.enqueue(INSERT, [
    rows.map(({ definitionId }) => definitionId),
    rows.map(({ key }) => key),
    rows.map(({ binding }) => binding),
    rows.map(({ value }) => value),
  ]);
}
