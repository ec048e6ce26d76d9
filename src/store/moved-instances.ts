import type { Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Migrating instance, whose waiting rows get the ids of the new version. `elements`: new ids by the old ones. */
export interface MovedInstance {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly elements: ReadonlyMap<string, string>;
}

const MOVE_TASKS: Statement = {
  name: 'move-custom-tasks',
  text: `update custom_task set definition_id = t.definition_id from unnest($1::uuid[], $2::text[]) as t (instance_id, definition_id)
    where custom_task.instance_id = t.instance_id`,
};
const MOVE_INCIDENTS: Statement = {
  name: 'move-incidents',
  text: `update incident set definition_id = t.definition_id from unnest($1::uuid[], $2::text[]) as t (instance_id, definition_id)
    where incident.instance_id = t.instance_id`,
};
const RENAME_TASKS: Statement = {
  name: 'rename-custom-tasks',
  text: `update custom_task set activity_id = t.now from unnest($1::uuid[], $2::text[], $3::text[]) as t (instance_id, was, now)
    where custom_task.instance_id = t.instance_id and custom_task.activity_id = t.was`,
};
const RENAME_INCIDENTS: Statement = {
  name: 'rename-incidents',
  text: `update incident set activity_id = t.now from unnest($1::uuid[], $2::text[], $3::text[]) as t (instance_id, was, now)
    where incident.instance_id = t.instance_id and incident.activity_id = t.was`,
};
const RENAME_TIMERS: Statement = {
  name: 'rename-timers',
  text: `update timer set element = t.now from unnest($1::uuid[], $2::text[], $3::text[]) as t (instance_id, was, now)
    where timer.instance_id = t.instance_id and timer.element = t.was`,
};

/** Updates older rows. Runs before rows are added and removed. */
export function moveInstances(transaction: Transaction, moved: readonly MovedInstance[]): void {
  if (moved.length === 0) return;
  const versions = [moved.map(({ instanceId }) => instanceId), moved.map(({ definitionId }) => definitionId)];
  transaction.enqueue(MOVE_TASKS, versions);
  transaction.enqueue(MOVE_INCIDENTS, versions);
  const renamed = moved.flatMap(({ instanceId, elements }) => [...elements].map(([was, now]) => ({ instanceId, was, now })));
  if (renamed.length === 0) return;
  const names = [renamed.map(({ instanceId }) => instanceId), renamed.map(({ was }) => was), renamed.map(({ now }) => now)];
  for (const statement of [RENAME_TASKS, RENAME_INCIDENTS, RENAME_TIMERS]) transaction.enqueue(statement, names);
}
