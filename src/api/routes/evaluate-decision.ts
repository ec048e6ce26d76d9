import type { CommandResults } from '../../messages/commands.ts';
import { type Answer, jsonAnswer } from '../../platform/answer.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type WriteEndpoint, type WriteRequest } from '../endpoint.ts';
import { rejectionAnswer } from '../http-errors.ts';
import { evaluateDecisionRequest, type evaluateDecisionResponse } from '../schemas/decisions.ts';
import type { ResponseBody } from '../schemas/responses.ts';

const readEvaluate = createMemberReader(evaluateDecisionRequest);

/** POST /Decisions/{key}/evaluate (docs/contributing/spec/http/decisions.md#evaluate). */
export function evaluateRoute(run: CommandRunner): WriteEndpoint {
  return {
    method: 'POST',
    pattern: '/Decisions/{key}/evaluate',
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    handle: (request) => evaluate(run, request),
  };
}

async function evaluate(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const [key = ''] = request.params;
  const read = readEvaluate(request.body, request.path);
  if (!read.ok) return read.answer;
  const { Variables: variables, Version: version = null, BusinessId: businessId } = read.members;
  if (holdsUnstorableText(key)) {
    return rejectionAnswer('EvaluateDecision', { code: 'DECISION_NOT_DEPLOYED', key, version }, request);
  }
  const named = businessId === undefined ? {} : { businessId };
  return run(request, { kind: 'EvaluateDecision', key, version, variables, ...named }, (result) =>
    jsonAnswer(evaluatedJson(key, result)),
  );
}

function evaluatedJson(key: string, { version, decisions }: CommandResults['EvaluateDecision']) {
  return {
    DecisionKey: key,
    Version: version,
    Result: decisions.at(-1)?.value ?? null,
    Decisions: decisions.map(({ key: made, name, value, tables }) => ({
      DecisionKey: made,
      Name: name,
      Result: value,
      Tables: tables.map(({ inputs, rules }) => ({
        Inputs: inputs.map((input) => ({ Name: input.name, Value: input.value })),
        Rules: rules.map(({ number, id, outputs }) => ({
          Number: number,
          ...(id !== undefined && { Id: id }),
          Outputs: outputs,
        })),
      })),
    })),
  } satisfies ResponseBody<typeof evaluateDecisionResponse>;
}
