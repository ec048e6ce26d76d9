import type { ModifyInstruction } from '../../messages/instance-changes.ts';
import type { Answer } from '../../platform/answer.ts';
import { done } from '../camunda-results.ts';
import type { Camunda8Call, Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { BodyFields } from './fields.ts';
import { invalid } from './problems.ts';
import { notFound, ownerWithin } from './results.ts';

const WRITE = { method: 'POST', permission: 'operate', keepsKeys: true, rateLimit: 'Admin' } as const;
/** Limit of the other endpoints. */
const MAX_PAIRS = 10_000;
const MAX_INSTRUCTIONS = 1000;

export const instanceChangeEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...WRITE,
    pattern: '/v2/process-instances/{processInstanceKey}/migration',
    audit: ['operator', 'MigrateInstance'],
    summary: 'to another version of the same process; elements without an instruction are mapped by their ids',
    handle: migrate,
  },
  {
    ...WRITE,
    pattern: '/v2/process-instances/{processInstanceKey}/modification',
    audit: ['operator', 'ModifyInstance'],
    summary: 'activate, terminate and move; variables of an activation belong to its element',
    handle: modify,
  },
];

async function migrate(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const { keys } = services;
  const fields = new BodyFields(call);
  const target = fields.key('targetProcessDefinitionKey');
  const pairs = fields.objects('mappingInstructions').map((instruction) => ({
    from: instruction.requiredText('sourceElementId'),
    to: instruction.requiredText('targetElementId'),
  }));
  fields.ignore('operationReference');
  if (target === undefined) fields.fail('No targetProcessDefinitionKey provided.');
  if (pairs.length > MAX_PAIRS) fields.fail(`At most ${MAX_PAIRS} mappingInstructions are supported.`);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const [key = ''] = call.params;
  const instanceId = await keys.guidOf(key);
  if (instanceId === undefined) return notFound('process instance', key, call.path);
  const definitionId = await keys.idOf(target ?? '');
  if (definitionId === undefined) return notFound('process definition', target ?? '', call.path);
  const plan = { pairs, timers: 'keep', subscriptions: 'keep' } as const;
  return done(call, services, { kind: 'MigrateInstance', instanceId, definitionId, plan });
}

async function modify(call: Camunda8Call, services: Camunda8Services): Promise<Answer> {
  const fields = new BodyFields(call);
  const activated = fields.objects('activateInstructions');
  const moved = fields.objects('moveInstructions');
  const terminated = fields.objects('terminateInstructions');
  fields.ignore('operationReference');
  const count = activated.length + 2 * moved.length + terminated.length;
  if (count === 0) fields.fail('No instructions provided.');
  // before the keys of the instructions are read
  if (count > MAX_INSTRUCTIONS) return invalid(`At most ${MAX_INSTRUCTIONS} instructions are supported.`, call.path);
  const instructions = [
    ...(await Promise.all(activated.map((each) => activation(each, call, services)))),
    ...(await Promise.all(moved.map((each) => move(each, call, services)))).flat(),
    ...(await Promise.all(terminated.map((each) => termination(each, services)))),
  ];
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const [key = ''] = call.params;
  const instanceId = await services.keys.guidOf(key);
  if (instanceId === undefined) return notFound('process instance', key, call.path);
  return done(call, services, { kind: 'ModifyInstance', instanceId, instructions, reason: null, isDryRun: false });
}

/** Ancestor element instance. Null: no key, -1, or the key of a process instance. An unknown key is a fault. */
async function scopeOf(fields: BodyFields, call: Camunda8Call, services: Camunda8Services): Promise<string | null> {
  const key = fields.key('ancestorElementInstanceKey');
  if (key === undefined || key === '-1') return null;
  const owner = await ownerWithin(call, services, key);
  if (owner?.instanceId === undefined) fields.fail(`No element instance has the key '${key}'.`);
  return owner === undefined || owner.id === owner.instanceId ? null : owner.id;
}

function variablesOf(fields: BodyFields, element: string) {
  const given = fields.objects('variableInstructions').map((instruction) => {
    const variables = instruction.variables();
    const scope = instruction.text('scopeId');
    if (scope !== undefined && scope !== element)
      instruction.fail(`The scopeId must be '${element}': Sluice sets variables of the element.`);
    return variables;
  });
  return given.length === 0 ? {} : { variables: Object.assign({}, ...given) };
}

async function activation(fields: BodyFields, call: Camunda8Call, services: Camunda8Services): Promise<ModifyInstruction> {
  const element = fields.requiredText('elementId');
  const scope = await scopeOf(fields, call, services);
  return { kind: 'startBefore', element, scope, ...variablesOf(fields, element) };
}

/** Start of the target, then cancellation of the source. */
async function move(fields: BodyFields, call: Camunda8Call, services: Camunda8Services): Promise<readonly ModifyInstruction[]> {
  const source = fields.object('sourceElementInstruction') ?? fields;
  source.ignore('sourceType');
  const element = fields.requiredText('targetElementId');
  const ancestor = fields.object('ancestorScopeInstruction');
  ancestor?.ignore('ancestorScopeType');
  const scope = ancestor === undefined ? null : await scopeOf(ancestor, call, services);
  const started = { kind: 'startBefore', element, scope, ...variablesOf(fields, element) } as const;
  return [started, await ended(source, services, 'source')];
}

function termination(fields: BodyFields, services: Camunda8Services): Promise<ModifyInstruction> {
  return ended(fields, services, '');
}

/** Cancels an element or one element instance; not exactly one is a fault. `prefix`: of the field names. */
async function ended(fields: BodyFields, { keys }: Camunda8Services, prefix: '' | 'source'): Promise<ModifyInstruction> {
  const nameOf = (name: string) => (prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  const element = fields.text(nameOf('elementId'));
  const key = fields.key(nameOf('elementInstanceKey'));
  if ((element === undefined) === (key === undefined))
    fields.fail(`Exactly one of ${nameOf('elementId')} and ${nameOf('elementInstanceKey')} is required.`);
  if (key === undefined) return { kind: 'cancelElement', element: element ?? '' };
  const entry = await keys.guidOf(key);
  if (entry === undefined) fields.fail(`No element instance has the key '${key}'.`);
  return { kind: 'cancelEntry', entry: entry ?? '' };
}
