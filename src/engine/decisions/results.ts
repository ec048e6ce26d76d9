import type { DecisionModel, DecisionResult } from '../model-decisions.ts';
import { type Json, noVariables, type Variables } from '../values.ts';
import type { DecisionOutcome } from './make-decision.ts';
import { type Made, made, notMade } from './making.ts';

/** What a task keeps of a decision: `stored` becomes variables, `read` is what its output mappings can read. */
export interface KeptResult {
  readonly stored: Variables;
  readonly read: Variables;
}

/** The name under which Camunda 7 keeps a result for output parameters. */
const DECISION_RESULT = 'decisionResult';

/** What becomes of the value of a decision, as the task says (docs/contributing/spec/decisions.md#results). */
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

/** The mappings of Camunda 7, which begins with the list of matched rows. */
function mappedRows(kind: 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries', rows: readonly Variables[]): Made<Json> {
  if (kind === 'rows') return made(mapsOf(rows));
  if (kind !== 'singleResult' && rows.some((row) => Object.keys(row).length > 1)) return notMade(`${kind} needs a single output`);
  const entries = rows.map((row) => Object.values(row)[0] ?? null);
  if (kind === 'collectEntries') return made(entries);
  if (rows.length > 1) return notMade(`${kind} needs one matching rule, there are ${rows.length}`);
  const [row] = rows;
  return made(kind === 'singleEntry' ? (entries[0] ?? null) : row === undefined ? null : { ...row });
}
