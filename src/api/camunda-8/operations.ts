import type { CommandResults } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { Answer } from '../../platform/answer.ts';
import { entityId, isGuid } from '../../platform/ids.ts';
import { readInstanceState } from '../../queries/instances/instance-state.ts';
import { done, resultOf, shown } from '../camunda-results.ts';
import { decisionOf } from './decisions.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import { invalid } from './problems.ts';
import { doneByKey, notFound, ownerWithin } from './results.ts';

/** Variables, incidents, and evaluation of decisions. */
export const operationEndpoints: readonly Camunda8Endpoint[] = [
  {
    method: 'PUT',
    pattern: '/v2/element-instances/{elementInstanceKey}/variables',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'WorkflowMutation',
    audit: ['operator', 'EditVariables'],
    summary: 'of an active element or a process instance; without `local` in the scope that has them',
    handle: setVariables,
  },
  {
    method: 'POST',
    pattern: '/v2/incidents/{incidentKey}/resolution',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryIncident'],
    summary: 'repeats the failed part with new retries',
    handle: (call, services) => doneByKey(call, services, 'incident', (incidentId) => ({ kind: 'RetryIncident', incidentId })),
  },
  {
    method: 'POST',
    pattern: '/v2/decision-definitions/evaluation',
    permission: 'work',
    keepsKeys: true,
    rateLimit: 'TaskOperation',
    audit: 'none',
    summary: 'the latest version by `decisionDefinitionId`, or one by `decisionDefinitionKey`',
    handle: evaluateDecision,
  },
];

async function setVariables(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const [key = ''] = call.params;
  const fields = new BodyFields(call);
  const variables = fields.variables();
  const isLocal = fields.flag('local') === true;
  fields.ignore('operationReference');
  if (Object.keys(variables).length === 0) fields.fail('No variables provided.');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const owner = await ownerWithin(call, services);
  if (owner?.instanceId === undefined || !isGuid(owner.id)) return notFound('element instance', key, call.path);
  const { id, instanceId } = owner;
  const isElement = id !== instanceId;
  const scope = !isElement ? null : isLocal ? id : await scopeOfNames(services, { id, instanceId }, Object.keys(variables));
  if (scope === undefined)
    return invalid('The variables belong to different scopes. Set those of each scope with a separate request.', call.path);
  return done(call, services, { kind: 'EditVariables', instanceId, scope, variables, removed: [] });
}

/** Innermost scope around an element with the variables; null: process instance, also if none has them; undefined: several scopes. */
async function scopeOfNames(
  { db }: Camunda8Services,
  { id, instanceId }: { readonly id: string; readonly instanceId: string },
  names: readonly string[],
): Promise<string | null | undefined> {
  const read = await readInstanceState(db, instanceId);
  if (read.kind !== 'found' && read.kind !== 'large') return null;
  const { entries, variableScopes } = read.state.live;
  const byNumber = new Map(variableScopes.map((scope) => [scope.variableScope, scope]));
  const innermost = entries.find(({ entry }) => entityId(instanceId, entry) === id)?.variableScope;
  const found = names.map((name) => {
    let scope = innermost === undefined ? undefined : byNumber.get(innermost);
    while (scope !== undefined && scope.parent !== null && !Object.hasOwn(scope.values, name)) scope = byNumber.get(scope.parent);
    return scope === undefined || scope.parent === null ? null : entityId(instanceId, scope.variableScope);
  });
  return new Set(found).size > 1 ? undefined : found[0];
}

async function evaluateDecision(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const id = fields.text('decisionDefinitionId');
  const numericKey = fields.key('decisionDefinitionKey');
  const variables = fields.variables();
  fields.tenant();
  if ((id === undefined) === (numericKey === undefined)) {
    fields.fail('Exactly one of decisionDefinitionId and decisionDefinitionKey is required.');
  }
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const ofVersion = decisionOf(await services.keys.idOf(numericKey ?? ''));
  const key = id ?? ofVersion?.key;
  if (key === undefined || (id === undefined && !isWithin(call.limits, key)))
    return notFound('decision', numericKey ?? '', call.path);
  const version = ofVersion?.version ?? null;
  const made = await resultOf(call, services, { kind: 'EvaluateDecision', key, version, variables });
  return made.ok ? evaluatedAnswer(key, made.result, services) : made.answer;
}

async function evaluatedAnswer(
  key: string,
  { version, decisions }: CommandResults['EvaluateDecision'],
  { keys }: Camunda8Services,
): Promise<Answer> {
  const idOf = (decision: string) => `decision:${decision}:${version}`;
  const keyOf = await keys.of(decisions.map((decision) => ({ id: idOf(decision.key) })));
  const requested = decisions.at(-1);
  const evaluationKey = await keys.next();
  return shown({
    decisionDefinitionId: key,
    decisionDefinitionKey: keyOf(idOf(key)),
    decisionDefinitionName: requested?.name ?? key,
    decisionDefinitionVersion: version,
    decisionRequirementsId: key,
    decisionRequirementsKey: keyOf(idOf(key)),
    decisionEvaluationKey: evaluationKey,
    decisionInstanceKey: evaluationKey,
    output: JSON.stringify(requested?.value ?? null),
    failedDecisionDefinitionId: null,
    failureMessage: null,
    tenantId: DEFAULT_TENANT,
    evaluatedDecisions: decisions.map((decision, index) => ({
      decisionEvaluationInstanceKey: `${evaluationKey}-${index + 1}`,
      decisionDefinitionId: decision.key,
      decisionDefinitionKey: keyOf(idOf(decision.key)),
      decisionDefinitionName: decision.name ?? decision.key,
      decisionDefinitionVersion: version,
      decisionDefinitionType: decision.tables.length > 0 ? 'DECISION_TABLE' : 'LITERAL_EXPRESSION',
      output: JSON.stringify(decision.value ?? null),
      tenantId: DEFAULT_TENANT,
      matchedRules: decision.tables.flatMap(({ rules }) =>
        rules.map(({ number, id }) => ({ ruleId: id ?? String(number), ruleIndex: number, evaluatedOutputs: [] })),
      ),
      evaluatedInputs: [],
    })),
  });
}
