import { z } from 'zod';
import type { CommandResults } from '../../../messages/commands.ts';
import { jsonAnswer } from '../../../platform/answer.ts';
import { holdsUnstorableText } from '../../../requests/request-texts.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer } from '../../http-errors.ts';
import { optionalBusinessId, optionalFlag, optionalVariables, optionalWhole } from '../../schemas/members.ts';
import { type ResponseBody, variables } from '../../schemas/values.ts';
import { DECISION_NOT_DEPLOYED, DECISION_VERSION_NOT_DEPLOYED } from '../refusals.ts';

/** Maximum of the database column. */
const MAX_VERSION = 2_147_483_647;

const evaluateDecisionRequest = z
  .object({
    Variables: optionalVariables(),
    Version: optionalWhole(1, MAX_VERSION, 'Version to evaluate. Default: the latest version.'),
    BusinessId: optionalBusinessId(),
    Cells: optionalFlag('If true, the tables of the response have `Cells`. Default: false.'),
  })
  .meta({ id: 'EvaluateDecisionRequest' });

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
    Cells: z.array(z.array(z.boolean().nullable())).optional().meta({
      description:
        'For each rule, from the first one, its input cells: true if the cell holds, null if it could not be tested. At most 10,000 cells. Absent unless requested.',
    }),
  })
  .meta({ id: 'DecidedTable' });

const evaluateDecisionResponse = z
  .object({
    DecisionKey: z.string(),
    Version: z.int().min(1),
    Result: z.unknown().meta({ description: 'Result of the decision.' }),
    Decisions: z
      .array(z.object({ DecisionKey: z.string(), Name: z.string(), Result: z.unknown(), Tables: z.array(table) }))
      .meta({
        description: 'All evaluated decisions, required decisions first. The last one is the requested decision.',
      }),
  })
  .meta({ id: 'EvaluateDecisionResponse' });

/** See docs/contributing/spec/decisions.md#evaluate. */
export const evaluateDecision = writeEndpoint({
  method: 'POST',
  pattern: '/Decisions/{key}/evaluate',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'TaskOperation',
  audit: 'none',
  id: 'evaluateDecision',
  tag: 'Decisions',
  summary: 'Evaluate a decision',
  description: 'Returns the result and, for each decision in its graph, the inputs and the matching rules.',
  body: evaluateDecisionRequest,
  examples: { 'the latest version': { Variables: { amount: 250 } }, 'one version': { Variables: { amount: 50 }, Version: 1 } },
  answer: evaluateDecisionResponse,
  refusals: [
    DECISION_NOT_DEPLOYED,
    DECISION_VERSION_NOT_DEPLOYED,
    {
      status: 409,
      shape: 'P',
      text: "The decision cannot be made: decision '<id>': rule <n>, input '<name>' with <value>: <reason>",
    },
  ],
  handle(request, { run }) {
    const [key = ''] = request.params;
    const { Variables: variables, Version: version = null, BusinessId: businessId, Cells: cells } = request.members;
    if (holdsUnstorableText(key)) {
      return rejectionAnswer('EvaluateDecision', { code: 'DECISION_NOT_DEPLOYED', key, version }, request);
    }
    const named = businessId === undefined ? {} : { businessId };
    const command = { kind: 'EvaluateDecision', key, version, variables, ...named } as const;
    return run(request, cells === true ? { ...command, withCells: true } : command, (result) =>
      jsonAnswer(evaluatedJson(key, result)),
    );
  },
});

function evaluatedJson(key: string, { version, decisions }: CommandResults['EvaluateDecision']) {
  return {
    DecisionKey: key,
    Version: version,
    Result: decisions.at(-1)?.value ?? null,
    Decisions: decisions.map(({ key: made, name, value, tables }) => ({
      DecisionKey: made,
      Name: name,
      Result: value,
      Tables: tables.map(({ inputs, rules, cells }) => ({
        Inputs: inputs.map((input) => ({ Name: input.name, Value: input.value })),
        Rules: rules.map(({ number, id, outputs }) => ({
          Number: number,
          ...(id !== undefined && { Id: id }),
          Outputs: outputs,
        })),
        ...(cells !== undefined && { Cells: cells.map((row) => [...row]) }),
      })),
    })),
  } satisfies ResponseBody<typeof evaluateDecisionResponse>;
}
