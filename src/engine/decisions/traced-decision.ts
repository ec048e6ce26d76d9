import type { EngineContext } from '../context.ts';
import type { DecisionAnswer } from '../evaluator.ts';
import type { DecisionModel } from '../model.ts';
import type { Json, Variables } from '../values.ts';
import { type DecidedTable, type Made, made } from './making.ts';

/** A decision with what led to it; those that it requires come before it. */
export interface MadeDecision {
  readonly key: string;
  readonly name: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** A decision that a client asks for, and what it may read. `id`: of the command; GUIDs are derived from it. `businessId`: whom or what it is about. */
export interface DecisionRequest {
  readonly id: string;
  readonly key: string;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly variables: Variables;
  readonly businessId?: string | undefined;
}

/** Makes a decision for a client, outside of any instance (docs/contributing/spec/http/decisions.md#evaluate). The last one is that which was asked for. */
export function makeTraced(
  { id, key, decisions, variables, businessId }: DecisionRequest,
  { evaluator, now, guid }: Pick<EngineContext, 'evaluator' | 'now' | 'guid'>,
): Made<readonly MadeDecision[]> {
  let guids = 0;
  const newGuid = () => {
    guids += 1;
    return guid(id, `guid:${guids}`);
  };
  const execution = { instanceId: id, businessId: businessId ?? null, activityId: key, now, newGuid };
  const reader = {
    get: (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    all: () => ({ ...variables }),
  };
  const result = evaluator.decide({ decisions, ids: [key], isTraced: true }, reader, execution);
  if (!result.ok) return result;
  const { made: all = [] } = result.value as unknown as DecisionAnswer;
  return made(all.map(({ id: one, value, tables }) => ({ key: one, name: decisions[one]?.name ?? one, value, tables })));
}
