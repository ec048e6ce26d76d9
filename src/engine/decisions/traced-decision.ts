import type { EngineContext } from '../context.ts';
import type { DecisionAnswer } from '../evaluator.ts';
import type { DecisionModel } from '../model-decisions.ts';
import type { Json, Variables } from '../values.ts';
import { type DecidedTable, type Made, made } from './making.ts';

/** A decision with its trace; required decisions come before it. */
export interface MadeDecision {
  readonly key: string;
  readonly name: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** An evaluation request. `id`: of the command; GUIDs are derived from it. `businessId`: readable by expressions. */
export interface DecisionRequest {
  readonly id: string;
  readonly key: string;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly variables: Variables;
  readonly businessId?: string | undefined;
}

/** Evaluates a decision for a client, without an instance (docs/contributing/spec/http/decisions.md#evaluate). The requested decision is the last one. */
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
