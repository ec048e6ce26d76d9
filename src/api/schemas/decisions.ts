import { z } from 'zod';
import { optionalBusinessId, optionalFlag, optionalResources, optionalVariables, optionalWhole, requiredXml } from './members.ts';
import { paging } from './responses.ts';
import { orNull, timestamp, variables } from './values.ts';

/** As many as a column of versions holds. */
const MAX_VERSION = 2_147_483_647;

export const deployDecisionsRequest = z
  .object({
    DmnXml: requiredXml('Invalid DMN: DmnXml is required', 'DMN XML text.'),
    Resources: optionalResources('Up to 50 further DMN files. Sluice deploys all files or none.'),
    Strict: optionalFlag('If true, warnings reject the deployment. Default: `false`.'),
  })
  .meta({ id: 'DeployDecisionsRequest' });

export const validateDecisionsRequest = z
  .object({
    DmnXml: requiredXml('Invalid DMN: DmnXml is required', 'DMN XML text.'),
    Resources: optionalResources('Up to 50 further DMN files to validate together with the first one.'),
  })
  .meta({ id: 'ValidateDecisionsRequest' });

const place = (description: string) => z.int().min(1).optional().meta({ description });

/** Findings about decision files (docs/contributing/spec/http/decisions.md#validate). */
export const validateDecisionsResponse = z
  .object({
    IsAccepted: z.boolean().meta({ description: 'True if no finding is an error.' }),
    Findings: z
      .array(
        z.object({
          Severity: z.enum(['error', 'warning']),
          Rule: z.string().meta({ description: 'Name of the rule.' }),
          Element: z
            .string()
            .optional()
            .meta({ description: 'Tag and id. Absent if the text names the element or the finding concerns the whole file.' }),
          Text: z.string(),
          Line: place('Counted from 1. Absent if unknown.'),
          Column: place('Counted from 1.'),
          Row: place('Row of the decision table, counted from 1.'),
          Input: place('Input column, counted from 1.'),
          Output: place('Output column, counted from 1.'),
          Resource: z
            .string()
            .optional()
            .meta({ description: 'Name of the further file. Absent if the finding concerns the first file or all files.' }),
        }),
      )
      .meta({ description: 'In the order of files and lines. At most 1000.' }),
  })
  .meta({ id: 'ValidateDecisionsResponse' });

export const evaluateDecisionRequest = z
  .object({
    Variables: optionalVariables(),
    Version: optionalWhole(1, MAX_VERSION, 'Version to evaluate. Default: the latest version.'),
    BusinessId: optionalBusinessId(),
  })
  .meta({ id: 'EvaluateDecisionRequest' });

const deployed = { DecisionKey: z.string(), Version: z.int().min(1) };
const unchanged = z
  .boolean()
  .optional()
  .meta({ description: 'True if the latest version is identical and Sluice deployed nothing. Otherwise absent.' });

export const deployDecisionsResponse = z
  .object({
    ...deployed,
    Unchanged: unchanged,
    AdditionalDecisions: z
      .array(
        z.object({
          ...deployed,
          Unchanged: unchanged,
          Resource: z.string().optional().meta({ description: 'Name of the further file that contains it.' }),
        }),
      )
      .optional()
      .meta({ description: 'Further decisions, in the order of the files. Absent if none exist.' }),
    Warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the files. Absent if none exist.' }),
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
          Number: z.int().min(1).meta({ description: 'Row of the table, counted from 1.' }),
          Id: z.string().optional().meta({ description: 'Id of the rule in the file. Absent if it has none.' }),
          Outputs: variables,
        }),
      )
      .meta({ description: 'Rules that match, in the order of the table.' }),
  })
  .meta({ id: 'DecidedTable' });

export const evaluateDecisionResponse = z
  .object({
    ...deployed,
    Result: z.unknown().meta({ description: 'Result of the decision.' }),
    Decisions: z
      .array(z.object({ DecisionKey: z.string(), Name: z.string(), Result: z.unknown(), Tables: z.array(table) }))
      .meta({
        description: 'All evaluated decisions, required decisions first. The last one is the requested decision.',
      }),
  })
  .meta({ id: 'EvaluateDecisionResponse' });

export const deleteDecisionResponse = z
  .object({
    ...deployed,
    LatestVersion: z.int().nullable().meta({ description: 'The latest remaining version. Null if none exists.' }),
  })
  .meta({ id: 'DeleteDecisionResponse' });
