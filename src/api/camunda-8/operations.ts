import { hash } from 'node:crypto';
import type { CommandResults } from '../../messages/commands.ts';
import { isWithin } from '../../platform/access-roles.ts';
import type { Answer } from '../../platform/answer.ts';
import { entityId, isGuid } from '../../platform/ids.ts';
import { readInstanceState } from '../../queries/instances/instance-state.ts';
import { done, resultOf, shown } from '../camunda-results.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import { invalid } from './problems.ts';
import { doneByKey, notFound, ownerWithin } from './results.ts';
import { pageAnswer, readPage } from './search.ts';

/** Work of operators on running instances, and decisions. */
export const operationEndpoints: readonly Camunda8Endpoint[] = [
  {
    method: 'PUT',
    pattern: '/v2/element-instances/{elementInstanceKey}/variables',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'WorkflowMutation',
    audit: ['operator', 'EditVariables'],
    summary: 'of a process instance, or with `local` of an open job or user task',
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
  {
    method: 'POST',
    pattern: '/v2/variables/search',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    audit: 'none',
    summary: 'with `processInstanceKey`, and `name` as equality; variables of the process instance itself',
    handle: searchVariables,
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
  if (id !== instanceId && !isLocal) {
    return invalid(
      `Only local variables can be set on an element. Set local to true, or use the key of the process instance.`,
      call.path,
    );
  }
  const scope = id === instanceId ? null : id;
  return done(call, services, { kind: 'EditVariables', instanceId, scope, variables, removed: [] });
}

const DECISION_KEY = /^decision:(.*):(\d+)$/s;

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
  const [, keyOfVersion, ofKey] = DECISION_KEY.exec((await services.keys.idOf(numericKey ?? '')) ?? '') ?? [];
  const key = id ?? keyOfVersion;
  if (key === undefined || (id === undefined && !isWithin(call.limits, key)))
    return notFound('decision', numericKey ?? '', call.path);
  const version = ofKey === undefined ? null : Number(ofKey);
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
  return shown({
    decisionDefinitionId: key,
    decisionDefinitionKey: keyOf(idOf(key)),
    decisionDefinitionName: requested?.name ?? key,
    decisionDefinitionVersion: version,
    decisionRequirementsId: key,
    decisionRequirementsKey: keyOf(idOf(key)),
    decisionEvaluationKey: await keys.next(),
    decisionInstanceKey: await keys.next(),
    output: JSON.stringify(requested?.value ?? null),
    failedDecisionDefinitionId: null,
    failureMessage: null,
    tenantId: DEFAULT_TENANT,
    evaluatedDecisions: decisions.map((decision) => ({
      decisionDefinitionId: decision.key,
      decisionDefinitionKey: keyOf(idOf(decision.key)),
      decisionDefinitionName: decision.name,
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

/** Values longer than this are shown in part, as in Camunda 8. Unit: characters. */
const PREVIEW = 8192;
/** Longest name of a variable in an id. Unit: characters. */
const MAX_NAME = 256;

async function searchVariables(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const { limit, offset } = readPage(fields);
  const filter = fields.object('filter');
  const key = filter?.key('processInstanceKey');
  const name = filter?.text('name');
  filter?.tenant();
  if (key === undefined) fields.fail('A search of variables needs the filter processInstanceKey.');
  const { refusal } = fields;
  if (refusal !== undefined || key === undefined) return refusal ?? shown({});
  const isWhole = new URLSearchParams(call.queryText).get('truncateValues') === 'false';
  const owner = await ownerWithin(call, services, key);
  const instanceId = owner?.instanceId;
  if (instanceId === undefined || owner?.id !== instanceId) return pageAnswer([], 0, offset);
  const read = await readInstanceState(services.db, instanceId);
  if (read.kind !== 'found' && read.kind !== 'large') return pageAnswer([], 0, offset);
  const values = Object.entries(read.state.live.variableScopes[0]?.values ?? {});
  const found = values.filter(([each]) => name === undefined || each === name);
  const shownOnes = found.slice(offset, offset + limit);
  const keyOf = await services.keys.of(shownOnes.map(([each]) => ({ id: variableId(instanceId, each), instanceId })));
  const items = shownOnes.map(([each, value]) => {
    const text = JSON.stringify(value);
    const isCut = !isWhole && text.length > PREVIEW;
    return {
      variableKey: keyOf(variableId(instanceId, each)),
      name: each,
      value: isCut ? text.slice(0, PREVIEW) : text,
      isTruncated: isCut,
      scopeKey: key,
      processInstanceKey: key,
      rootProcessInstanceKey: null,
      tenantId: DEFAULT_TENANT,
    };
  });
  return pageAnswer(items, found.length, offset);
}

/** An id is a text in an index of the database, so a long name is hashed. */
function variableId(instanceId: string, name: string): string {
  return `variable:${entityId(instanceId, 0)}:${name.length > MAX_NAME ? hash('sha256', name, 'hex') : name}`;
}
