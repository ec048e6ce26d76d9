import type { Transaction } from '../../db/connection.ts';
import { type IndexedValue, indexedValueAt } from '../../db/indexed-value.ts';
import type { Live } from '../../engine/state/live.ts';
import type { Json } from '../../engine/values.ts';

/** Values in the root variable scope. Omits paths without a searchable value. */
export function valuesAt(
  { variableScopes }: Pick<Live, 'variableScopes'>,
  paths: readonly string[],
): ReadonlyMap<string, IndexedValue> {
  const values = new Map<string, IndexedValue>();
  if (paths.length === 0) return values;
  let root: Json | undefined;
  for (const scope of variableScopes.values()) {
    if (scope.kind !== 'root') continue;
    root = scope.values;
    break;
  }
  for (const path of paths) {
    const value = indexedValueAt(root, path.split('.'));
    if (value !== undefined) values.set(path, value);
  }
  return values;
}

export interface VariableWrite extends VariableChange {
  readonly instanceId: string;
  /** start of the instance */
  readonly begunAt: Date;
}

/** `value` undefined: the row is deleted. */
export interface VariableChange {
  readonly path: string;
  readonly value: IndexedValue | undefined;
}

/** Paths to delete, and new or changed values. */
export function changesOf(
  before: ReadonlyMap<string, IndexedValue>,
  now: ReadonlyMap<string, IndexedValue>,
): readonly VariableChange[] {
  const gone = [...before.keys()].filter((path) => !now.has(path)).map((path) => ({ path, value: undefined }));
  const there = [...now].filter(([path, value]) => before.get(path) !== value).map(([path, value]) => ({ path, value }));
  return [...gone, ...there];
}

const WRITE = {
  name: 'projector-write-instance-variable',
  text: `
    insert into q_instance_variable (instance_id, path, number_value, text_value, boolean_value, begun_at)
    select * from unnest($1::uuid[], $2::text[], $3::float8[], $4::text[], $5::bool[], $6::timestamptz[])
    on conflict (instance_id, path) do update set
      number_value = excluded.number_value, text_value = excluded.text_value, boolean_value = excluded.boolean_value`,
};
const DELETE = {
  name: 'projector-delete-instance-variable',
  text: `
    delete from q_instance_variable v using unnest($1::uuid[], $2::text[]) as t (instance_id, path)
    where v.instance_id = t.instance_id and v.path = t.path`,
};

export function write(transaction: Transaction, writes: readonly VariableWrite[]): void {
  const gone = writes.filter(({ value }) => value === undefined);
  const there = writes.filter(({ value }) => value !== undefined);
  if (gone.length > 0) transaction.enqueue(DELETE, [gone.map(({ instanceId }) => instanceId), gone.map(({ path }) => path)]);
  if (there.length === 0) return;
  transaction.enqueue(WRITE, [
    there.map(({ instanceId }) => instanceId),
    there.map(({ path }) => path),
    there.map(({ value }) => (typeof value === 'number' ? value : null)),
    there.map(({ value }) => (typeof value === 'string' ? value : null)),
    there.map(({ value }) => (typeof value === 'boolean' ? value : null)),
    there.map(({ begunAt }) => begunAt),
  ]);
}
