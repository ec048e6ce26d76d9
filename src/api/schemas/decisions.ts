import { z } from 'zod';
import { optionalBusinessId, optionalFlag, optionalResources, optionalVariables, optionalWhole, requiredXml } from './members.ts';
import { paging } from './responses.ts';
import { orNull, timestamp, variables } from './values.ts';

/** As many as a column of versions holds. */
const MAX_VERSION = 2_147_483_647;

export const deployDecisionsRequest = z
  .object({
    DmnXml: requiredXml('Invalid DMN: DmnXml is required', 'The DMN XML text.'),
    Resources: optionalResources('Further DMN files, deployed with the first one or not at all; at most 50.'),
    Strict: optionalFlag('Whether the deploy is refused where it would only be warned about. Left out or null: `false`.'),
  })
  .meta({ id: 'DeployDecisionsRequest' });

export const validateDecisionsRequest = z
  .object({
    DmnXml: requiredXml('Invalid DMN: DmnXml is required', 'The DMN XML text.'),
    Resources: optionalResources('Further DMN files that it is deployed with; at most 50.'),
  })
  .meta({ id: 'ValidateDecisionsRequest' });

const place = (description: string) => z.int().min(1).optional().meta({ description });

/** Findings about decision files (docs/contributing/spec/http/decisions.md#validate). */
export const validateDecisionsResponse = z
  .object({
    IsAccepted: z.boolean().meta({ description: 'Whether no finding is an error.' }),
    Findings: z
      .array(
        z.object({
          Severity: z.enum(['error', 'warning']),
          Rule: z.string().meta({ description: 'A rule about decisions.' }),
          Element: z.string().optional().meta({ description: 'Tag and id; absent when the text names it or it is the file.' }),
          Text: z.string(),
          Line: place('Counted from 1; absent when the place is not known.'),
          Column: place('Of the line.'),
          Row: place('Of a decision table: the rule, counted from 1.'),
          Input: place('The input column, counted from 1.'),
          Output: place('The output column, counted from 1.'),
          Resource: z
            .string()
            .optional()
            .meta({ description: 'Name of the further file; absent: it is the first one, or all of them.' }),
        }),
      )
      .meta({ description: 'In the order of the files and their lines, at most 1,000.' }),
  })
  .meta({ id: 'ValidateDecisionsResponse' });

export const evaluateDecisionRequest = z
  .object({
    Variables: optionalVariables(),
    Version: optionalWhole(1, MAX_VERSION, 'A version to use instead of the latest one.'),
    BusinessId: optionalBusinessId(),
  })
  .meta({ id: 'EvaluateDecisionRequest' });

const deployed = { DecisionKey: z.string(), Version: z.int().min(1) };
const unchanged = z
  .boolean()
  .optional()
  .meta({ description: 'The latest version is the same, nothing was deployed; absent when it is new.' });

export const deployDecisionsResponse = z
  .object({
    ...deployed,
    Unchanged: unchanged,
    AdditionalDecisions: z
      .array(
        z.object({
          ...deployed,
          Unchanged: unchanged,
          Resource: z.string().optional().meta({ description: 'Name of the further file that it came from.' }),
        }),
      )
      .optional()
      .meta({ description: 'Further decisions of the files, in their order; absent when there are none.' }),
    Warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the files; absent when there are none.' }),
  })
  .meta({ id: 'DeployDecisionsResponse' });

export const decisionRow = z
  .object({
    decisionKey: z.string(),
    version: z.int().min(1),
    name: z.string(),
    versionTag: orNull(z.string()),
    deployedAt: timestamp,
  })
  .meta({ id: 'Decision' });

export const decisionPage = z.object({ items: z.array(decisionRow), ...paging }).meta({ id: 'DecisionPage' });

const table = z
  .object({
    Inputs: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
    Rules: z
      .array(
        z.object({
          Number: z.int().min(1).meta({ description: 'Of the row, from 1.' }),
          Id: z.string().optional().meta({ description: 'Of the rule in the file; absent where it has none.' }),
          Outputs: variables,
        }),
      )
      .meta({ description: 'The rules that match, in the order of the table.' }),
  })
  .meta({ id: 'DecidedTable' });

export const evaluateDecisionResponse = z
  .object({
    ...deployed,
    Result: z.unknown().meta({ description: 'What the decision gives.' }),
    Decisions: z
      .array(z.object({ DecisionKey: z.string(), Name: z.string(), Result: z.unknown(), Tables: z.array(table) }))
      .meta({
        description: 'Every decision that was made, those that others require before them; the last is the one asked for.',
      }),
  })
  .meta({ id: 'EvaluateDecisionResponse' });

export const deleteDecisionResponse = z
  .object({
    ...deployed,
    LatestVersion: z.int().nullable().meta({ description: 'The latest version from now on; null: there is none.' }),
  })
  .meta({ id: 'DeleteDecisionResponse' });
