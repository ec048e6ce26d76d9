import { z } from 'zod';
import { paging } from './responses.ts';
import { guid, orNull, timestamp, variables } from './values.ts';

const TOO_LONG = 'Absent if the value is too long to store.';
const left = (what: string) =>
  z
    .int()
    .min(1)
    .optional()
    .meta({ description: `Number of further ${what} that were not stored. Absent if none exist.` });

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
    decisionKeys: z.array(z.string()).meta({ description: 'Decisions that the activity requested.' }),
    version: orNull(z.int().min(1)).meta({
      description: 'Version of the decisions. Null if they were deployed with the process.',
    }),
    decisions: z.array(madeDecision).meta({ description: 'All evaluated decisions, required decisions first.' }),
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
    businessId: orNull(z.string()).meta({ description: 'Business id of the request. Null if it had none.' }),
    actor: orNull(z.string()).meta({ description: 'User who sent the request. Null if unknown.' }),
    failure: orNull(z.string()).meta({ description: 'Why the evaluation failed. Null if it succeeded.' }),
    variables: variables.optional().meta({ description: TOO_LONG }),
    decisions: z
      .array(madeDecision)
      .meta({ description: 'All evaluated decisions, required decisions first. Empty if the evaluation failed.' }),
    moreDecisions: left('decisions'),
  })
  .meta({ id: 'DecisionEvaluation' });

export const decisionEvaluationPage = z
  .object({ items: z.array(decisionEvaluation), ...paging })
  .meta({ id: 'DecisionEvaluationPage' });

export const instanceDecisionPage = z
  .object({ items: z.array(instanceDecision), ...paging })
  .meta({ id: 'InstanceDecisionPage' });
