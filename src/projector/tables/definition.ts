import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { DefinitionDeployed } from '../../engine/events/journal-events.ts';
import type { FormModel } from '../../engine/model.ts';

/** Row of q_definition. */
export interface DefinitionQueryRow {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: Date;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  readonly startForm: FormModel | undefined;
  readonly name: string | undefined;
  readonly taskNames: Readonly<Record<string, string>> | undefined;
}

/** See docs/contributing/spec/http/definitions.md#list-of-definitions. A version is immutable; it can only be deleted. */
export function project(event: DefinitionDeployed, at: Date): DefinitionQueryRow {
  const { definitionId, key, version, activitiesCount, sequenceFlowsCount, startForm, name, taskNames } = event;
  return { definitionId, key, version, deployedAt: at, activitiesCount, sequenceFlowsCount, startForm, name, taskNames };
}

const DELETE = {
  name: 'projector-delete-definitions',
  text: 'delete from q_definition where definition_id = any($1::text[])',
};
const WRITE = {
  name: 'projector-write-definition',
  text: `
    insert into q_definition (definition_id, key, version, deployed_at, activities_count, sequence_flows_count, start_form, name, task_names)
    select definition_id, key, version, deployed_at, activities_count, sequence_flows_count, start_form::json, name, task_names::json
    from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[])
      as t (definition_id, key, version, deployed_at, activities_count, sequence_flows_count, start_form, name, task_names)`,
};

/** Ignores versions without a row. */
export function remove(transaction: Transaction, definitionIds: readonly string[]): void {
  if (definitionIds.length > 0) transaction.enqueue(DELETE, [definitionIds]);
}

/** An existing row is an internal error: the primary key makes the commit fail. */
export function write(transaction: Transaction, rows: readonly DefinitionQueryRow[]): void {
  if (rows.length === 0) return;
  transaction.enqueue(WRITE, [
    rows.map((row) => row.definitionId),
    rows.map((row) => row.key),
    rows.map((row) => row.version),
    rows.map((row) => row.deployedAt),
    rows.map((row) => row.activitiesCount),
    rows.map((row) => row.sequenceFlowsCount),
    rows.map(({ startForm }) => (startForm === undefined ? null : JSON.stringify(startForm))),
    rows.map(({ name }) => columnText(name ?? null)),
    rows.map(({ taskNames }) => (taskNames === undefined ? null : JSON.stringify(taskNames, (_, value) => columnValue(value)))),
  ]);
}

function columnValue(value: unknown): unknown {
  return typeof value === 'string' ? columnText(value) : value;
}
