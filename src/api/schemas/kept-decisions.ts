import { z } from 'zod';
import type { EvaluationItem } from '../../queries/history/decision-evaluations.ts';
import { variables } from './values.ts';

export const TOO_LONG = 'Absent if the value is too long to store.';

export const left = (what: string) =>
  z
    .int()
    .min(1)
    .optional()
    .meta({ description: `Number of further ${what} that were not stored. Absent if there are none.` });

const table = z
  .object({
    inputs: z.array(z.object({ name: z.string(), value: z.unknown().optional().meta({ description: TOO_LONG }) })),
    rules: z
      .array(
        z.object({
          number: z.int().min(1).meta({ description: 'Row of the table, counted from 1.' }),
          id: z.string().optional().meta({ description: 'Id of the rule in the file. Absent if it has none.' }),
          outputs: variables.optional().meta({ description: TOO_LONG }),
        }),
      )
      .meta({ description: 'Rules that matched, in the order of the table.' }),
    moreRules: left('rules that matched'),
  })
  .meta({ id: 'KeptTable' });

/** A decision as it is kept of tasks and calls. */
export const keptDecision = z
  .object({
    decisionKey: z.string(),
    name: z.string(),
    result: z.unknown().optional().meta({ description: TOO_LONG }),
    tables: z.array(table),
    moreTables: left('tables'),
  })
  .meta({ id: 'KeptDecision' });

/** Decisions as they are kept of tasks and calls. What is left out there stays left out: a value of null was one. */
export function keptDecisions(decisions: EvaluationItem['decided']['decisions']): readonly object[] {
  return decisions.map(({ key, name = key, value, tables, more: moreTables }) => ({
    decisionKey: key,
    name,
    result: value,
    tables: tables.map(({ inputs, rules, more: moreRules }) => ({ inputs, rules, moreRules })),
    moreTables,
  }));
}
