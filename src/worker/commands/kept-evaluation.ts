import { TraceKeeper } from '../../engine/decisions/decided.ts';
import type { MadeDecision } from '../../engine/decisions/traced-decision.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { cutText } from '../../platform/cut-text.ts';
import type { DecisionEvaluation } from '../../store/decision-evaluations.ts';

/** Larger variables are not stored. Unit: characters of JSON. */
const MAX_VARIABLES = 16 * 1024;
const MAX_FAILURE = 1000;

/** Stored record; long results are shortened as for tasks (docs/contributing/spec/decisions.md#kept-of-a-call). */
export function keptEvaluation(
  { id, key, variables, businessId, actor }: CommandOf<'EvaluateDecision'>,
  version: number,
  result: { readonly made: readonly MadeDecision[] } | { readonly failure: string },
): DecisionEvaluation {
  const keeper = new TraceKeeper([key]);
  for (const { key: one, name, value, tables } of 'made' in result ? result.made : []) {
    for (const table of tables) keeper.addTable(table);
    keeper.addDecision(one, name, value);
  }
  const { decisions, more } = keeper.kept;
  return {
    id,
    key,
    version,
    businessId: businessId ?? null,
    actor: actor ?? null,
    failure: 'made' in result ? null : cutText(result.failure, MAX_FAILURE),
    variables: JSON.stringify(variables).length > MAX_VARIABLES ? null : variables,
    decided: more === undefined ? { decisions } : { decisions, more },
  };
}
