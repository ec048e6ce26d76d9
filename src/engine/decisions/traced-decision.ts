import type { DecisionAnswer } from '../evaluator.ts';
import type { DecisionModel, DecisionResult } from '../model/model-decisions.ts';
import type { EngineContext } from '../running/context.ts';
import { type Json, noVariables, type Variables } from '../values.ts';
import type { DecidedTable, Made } from './decided.ts';
import type { DecisionOutcome } from './make-decision.ts';
import { made, notMade } from './making.ts';

/** Decision with its trace; required decisions come before it. */
export interface MadeDecision {
  readonly key: string;
  readonly name: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** `id`: of the command; GUIDs are derived from it. `businessId`: for expressions. */
interface DecisionRequest {
  readonly id: string;
  readonly key: string;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly variables: Variables;
  readonly businessId?: string | undefined;
  readonly withCells?: boolean | undefined;
}

/** Needs no instance. The requested decision is the last one (docs/contributing/spec/decisions.md#evaluate). */
export function makeTraced(
  { id, key, decisions, variables, businessId, withCells = false }: DecisionRequest,
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
  const result = evaluator.decide({ decisions, ids: [key], isTraced: true, withCells }, reader, execution);
  if (!result.ok) return result;
  const { made: all = [] } = result.value as unknown as DecisionAnswer;
  return made(all.map(({ id: one, value, tables }) => ({ key: one, name: decisions[one]?.name ?? one, value, tables })));
}

/** `stored` becomes variables, `read` is for output mappings. */
interface KeptResult {
  readonly stored: Variables;
  readonly read: Variables;
}

/** Name for output parameters in Camunda 7. */
const DECISION_RESULT = 'decisionResult';

/** Maps the value of a decision to variables (docs/contributing/spec/decisions.md#results). */
export function keptOf(result: DecisionResult, decision: DecisionModel, { value, rows }: DecisionOutcome): Made<KeptResult> {
  switch (result.kind) {
    case 'value':
      return both({ [result.variable]: value });
    case 'names':
      return made({ stored: noVariables(), read: { [decision.name]: value } });
    case 'outputs': {
      const [first = noVariables()] = rows;
      if (rows.length === 0 && result.throwsWithoutHit) return notMade('no rule matches');
      return both(Array.isArray(value) ? { [decision.id]: mapsOf(rows) } : { ...first });
    }
    default: {
      const mapped = mappedRows(result.kind, rows);
      if (!mapped.ok) return mapped;
      const stored = result.variable === undefined ? noVariables() : { [result.variable]: mapped.value };
      return made({ stored, read: { [DECISION_RESULT]: mapped.value, ...stored } });
    }
  }
}

function both(values: Variables): Made<KeptResult> {
  return made({ stored: values, read: values });
}

function mapsOf(rows: readonly Variables[]): Json {
  return rows.map((row) => ({ ...row }));
}

/** Camunda 7: mapping of the matched rules. */
function mappedRows(kind: 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries', rows: readonly Variables[]): Made<Json> {
  if (kind === 'rows') return made(mapsOf(rows));
  if (kind !== 'singleResult' && rows.some((row) => Object.keys(row).length > 1)) return notMade(`${kind} needs a single output`);
  const entries = rows.map((row) => Object.values(row)[0] ?? null);
  if (kind === 'collectEntries') return made(entries);
  if (rows.length > 1) return notMade(`${kind} needs one matching rule, there are ${rows.length}`);
  const [row] = rows;
  return made(kind === 'singleEntry' ? (entries[0] ?? null) : row === undefined ? null : { ...row });
}
