import type { Connection } from '../../db/connection.ts';
import { stateOf } from '../../store/instance-state.ts';
import type { StoredInstance } from '../../store/instances.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import type { ModelCache } from './model-cache.ts';

/** A locked row with its model and a state to decide on. */
export async function openInstance(connection: Connection, models: ModelCache, stored: StoredInstance): Promise<WorkingInstance> {
  const { id, definitionId, seq } = stored;
  const state = await stateOf(connection, stored);
  return { id, definitionId, model: await models.get(connection, definitionId), state, seq, isChanged: false };
}
