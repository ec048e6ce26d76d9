import { z } from 'zod';
import { paging } from './responses.ts';
import { guid, orNull, timestamp, variables } from './values.ts';

const TOO_LONG = 'Absent: it is too long to be kept.';
const left = (what: string) =>
  z
    .int()
    .min(1)
    .optional()
    .meta({ description: `How many further ${what} are not kept; absent: none.` });

const table = z
  .object({
    inputs: z.array(z.object({ name: z.string(), value: z.unknown().optional().meta({ description: TOO_LONG }) })),
    rules: z
      .array(
        z.object({
          number: z.int().min(1).meta({ description: 'Of the row, from 1.' }),
          id: z.string().optional().meta({ description: 'Of the rule in the file; absent where it has none.' }),
          outputs: variables.optional().meta({ description: TOO_LONG }),
        }),
      )
      .meta({ description: 'The rules that matched, in the order of the table.' }),
    moreRules: left('rules that matched'),
  })
  .meta({ id: 'KeptTable' });

const madeDecision = z
  .object({
    decisionKey: z.string(),
    name: z.string(),
    result: z.unknown().optional().meta({ description: TOO_LONG }),
    tables: z.array(table),
    moreTables: left('tables'),
  })
  .meta({ id: 'KeptDecision' });

/** What one activity has decided (docs/contributing/spec/http/instances.md#decisions). */
export const instanceDecision = z
  .object({
    sequence: z.int().min(1),
    occurredAt: timestamp,
    activityId: z.string().nullable(),
    activityInstanceId: guid,
    decisionKeys: z.array(z.string()).meta({ description: 'The decisions that the activity asked for.' }),
    version: orNull(z.int().min(1)).meta({ description: 'Of them; null: they were deployed with the process.' }),
    decisions: z
      .array(madeDecision)
      .meta({ description: 'Every decision that was made, those that others require before them.' }),
    moreDecisions: left('decisions'),
  })
  .meta({ id: 'InstanceDecision' });

/** What one call of evaluate has decided (docs/contributing/spec/http/decisions.md#evaluations). */
export const decisionEvaluation = z
  .object({
    evaluationId: guid,
    version: z.int().min(1),
    evaluatedAt: timestamp,
    outcome: z.enum(['made', 'failed']),
    businessId: orNull(z.string()).meta({ description: 'Business id of the call; null: none.' }),
    actor: orNull(z.string()).meta({ description: 'The caller; null: unknown.' }),
    failure: orNull(z.string()).meta({ description: 'Why it could not be made; null: it was.' }),
    variables: variables.optional().meta({ description: TOO_LONG }),
    decisions: z
      .array(madeDecision)
      .meta({ description: 'Every decision that was made, those that others require before them; none of a failed call.' }),
    moreDecisions: left('decisions'),
  })
  .meta({ id: 'DecisionEvaluation' });

export const decisionEvaluationPage = z
  .object({ items: z.array(decisionEvaluation), ...paging })
  .meta({ id: 'DecisionEvaluationPage' });

export const instanceDecisionPage = z
  .object({ items: z.array(instanceDecision), ...paging })
  .meta({ id: 'InstanceDecisionPage' });
