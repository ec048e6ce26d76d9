import type { EngineContext } from '../context.ts';
import type { DecisionModel } from '../model.ts';
import type { Json, Variables } from '../values.ts';
import { makeDecision } from './make-decision.ts';
import { type DecidedTable, type Made, type Making, made, notMade } from './making.ts';

/** Texts that may be evaluated for one decision of a task, or of a client. Fixed tests of cells are none. */
export const MAX_TEXTS = 2000;

/** A decision with what led to it; those that it requires come before it. */
export interface MadeDecision {
  readonly key: string;
  readonly name: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** A decision that a client asks for, and what it may read. `id`: of the command; GUIDs are derived from it. */
export interface DecisionRequest {
  readonly id: string;
  readonly key: string;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly variables: Variables;
}

/** Makes a decision for a client, outside of any instance (docs/spec/http/decisions.md#evaluate). The last one is that which was asked for. */
export function makeTraced(
  { id, key, decisions, variables }: DecisionRequest,
  { evaluator, now, guid }: Pick<EngineContext, 'evaluator' | 'now' | 'guid'>,
): Made<readonly MadeDecision[]> {
  const all: MadeDecision[] = [];
  let tables: DecidedTable[] = [];
  let texts = 0;
  let guids = 0;
  const newGuid = () => {
    guids += 1;
    return guid(id, `guid:${guids}`);
  };
  const execution = { instanceId: id, businessId: null, activityId: key, now, newGuid };
  const making: Making = {
    decisions,
    evaluate(text, { values, isClosed }) {
      texts += 1;
      if (texts > MAX_TEXTS) return notMade(`more than ${MAX_TEXTS} texts would have to be evaluated`);
      const read = isClosed ? values : { ...variables, ...values };
      const reader = { get: (name: string) => (Object.hasOwn(read, name) ? read[name] : undefined), all: () => ({ ...read }) };
      if (text.kind === 'script') return evaluator.run(text, reader, execution);
      const result = evaluator.evaluate(text, reader, execution);
      return result.ok ? result : { ...result, reason: `${text.slot} '${text.text}': ${result.reason}` };
    },
    onTable: (table) => tables.push(table),
    onMade({ id: madeKey, name }, value) {
      all.push({ key: madeKey, name, value, tables });
      tables = [];
    },
  };
  const result = makeDecision(key, making);
  return result.ok ? made(all) : result;
}
