import { z } from 'zod';
import { BATCH_OPERATIONS, type BatchOperation, type BatchParameters } from '../../messages/batches.ts';
import type { CommandKind } from '../../messages/commands.ts';
import type { Right } from '../../platform/access-roles.ts';
import { type Answer, errorAnswer, problemAnswer } from '../../platform/answer.ts';
import { repeated } from '../../requests/request-texts.ts';
import { instruction, migrationPair } from '../schemas/instructions.ts';
import {
  optionalFlag,
  optionalObjects,
  optionalText,
  optionalTexts,
  optionalVariables,
  optionalWhole,
  requiredText,
} from '../schemas/members.ts';
import { readInstructions, readMigrationOrder } from './instructions.ts';
import type { Members } from './members.ts';
import type { JsonBody } from './parse-json.ts';
import { removalFault } from './variables.ts';

/** Rate so high that it has no effect. */
const MOST_PER_SECOND = 1_000_000;

export const createBatchRequest = z
  .object({
    Operation: requiredText(
      'Operation is required',
      '`retry` or `resolve` of incidents; `cancel`, `revive`, `suspend`, `resume`, `modify`, `variables`, `migrate` or `delete` of instances.',
    ),
    Ids: optionalTexts(
      'Ids of incidents or of instances, depending on the operation. Duplicates count once. Send either `Ids` or `Filters`.',
    ),
    Filters: optionalText(
      'Selects all items that `GET /Incidents` or `GET /Instances` lists with this text as `filters`. Send either `Ids` or `Filters`.',
    ),
    DryRun: optionalFlag('If true, Sluice only counts the items and creates no batch. Default: `false`.'),
    ItemsPerSecond: optionalWhole(
      1,
      MOST_PER_SECOND,
      'Most items per second, over all workers. Default: the setting of the service.',
    ),
    Variables: optionalVariables('For `retry`: set in each instance before its incidents are retried.'),
    Delete: optionalTexts('For `variables`: names to remove.'),
    Reason: optionalText(
      'For `cancel`, `revive`, `suspend`, `resume`, `modify` and `variables`: as in the endpoint for one instance. For `retry`: of the change of `Variables`.',
    ),
    CalledInstances: optionalFlag('For `suspend`: whether to suspend called instances too. Default: `true`.'),
    DefinitionId: optionalText('For `migrate`: the target version. Required.'),
    Plan: optionalObjects(migrationPair, 'For `migrate`: as in the endpoint for one instance.'),
    Timers: optionalText('For `migrate`: `keep` or `renew`.'),
    Subscriptions: optionalText('For `migrate`: `keep` or `renew`.'),
    Instructions: optionalObjects(instruction, 'For `modify`: 1 to 1000 instructions, as in the endpoint for one instance.'),
  })
  .meta({ id: 'CreateBatchRequest' });

type BatchMembers = Members<typeof createBatchRequest>;
/** Members of some operations only. */
type OwnMember =
  | 'Variables'
  | 'Delete'
  | 'Reason'
  | 'CalledInstances'
  | 'Instructions'
  | 'DefinitionId'
  | 'Plan'
  | 'Timers'
  | 'Subscriptions';

interface RequestedOperation {
  /** permission for a single item */
  readonly right: Right;
  /** command for each item */
  readonly command: CommandKind;
  /** allowed own members */
  readonly members: readonly OwnMember[];
}

const OPERATIONS: Readonly<Record<BatchOperation, RequestedOperation>> = {
  retry: { right: 'operate', command: 'RetryIncident', members: ['Variables', 'Reason'] },
  resolve: { right: 'operate', command: 'ResolveIncident', members: ['Variables'] },
  cancel: { right: 'operate', command: 'CancelInstance', members: ['Reason'] },
  revive: { right: 'operate', command: 'ReviveInstance', members: ['Variables', 'Reason'] },
  suspend: { right: 'operate', command: 'SuspendInstance', members: ['Reason', 'CalledInstances'] },
  resume: { right: 'operate', command: 'ResumeInstance', members: ['Reason'] },
  modify: { right: 'operate', command: 'ModifyInstance', members: ['Instructions', 'Reason'] },
  variables: { right: 'operate', command: 'EditVariables', members: ['Variables', 'Delete', 'Reason'] },
  delete: { right: 'operate', command: 'DeleteInstance', members: [] },
  migrate: { right: 'operate', command: 'MigrateInstance', members: ['DefinitionId', 'Plan', 'Timers', 'Subscriptions'] },
};

export function requestedOperation(operation: BatchOperation): RequestedOperation {
  return OPERATIONS[operation];
}

/** Returns the operation with this name in the API. */
export function operationNamed(name: string): BatchOperation | undefined {
  return BATCH_OPERATIONS.find((operation) => operation === name);
}

/** Parameters, or the error answer. */
export type ReadParameters =
  | { readonly ok: true; readonly parameters: BatchParameters }
  | { readonly ok: false; readonly answer: Answer };

/** Parameters for each item, with the rules of the endpoint for one. Rejects members that the operation would ignore. */
export function readParameters(operation: BatchOperation, members: BatchMembers, body: JsonBody, path: string): ReadParameters {
  const own = OPERATIONS[operation].members;
  const foreign = givenMembers(members).find((name) => !own.includes(name));
  if (foreign !== undefined) return refused(path, `${foreign} cannot be used with the operation '${operation}'.`);
  const { Variables: variables, Delete: removed, Reason: reason, CalledInstances: calledInstances } = members;
  if (operation === 'variables') {
    if (!isGiven(variables) && removed.length === 0)
      return { ok: false, answer: errorAnswer('missing-field', 'Variables or Delete is required') };
    const fault = removalFault(variables, removed);
    return fault === undefined
      ? { ok: true, parameters: { variables, removed, ...(reason !== undefined && { reason }) } }
      : refused(path, fault);
  }
  if (operation === 'modify') {
    if (members.Instructions.length === 0) return { ok: false, answer: errorAnswer('missing-field', 'Instructions is required') };
    const instructions = readInstructions(members.Instructions, body);
    if (!instructions.ok) return refused(path, instructions.detail);
    return { ok: true, parameters: { instructions: instructions.value, ...(reason !== undefined && { reason }) } };
  }
  if (operation === 'migrate') return readMigration(members, path);
  if (operation === 'retry') return readRetry(members, path);
  return {
    ok: true,
    parameters: {
      ...(own.includes('Variables') && { variables }),
      ...(reason !== undefined && { reason }),
      ...(calledInstances !== undefined && { calledInstances }),
    },
  };
}

/** Parameters without variables are those of an earlier release. */
function readRetry({ Variables: variables, Reason: reason }: BatchMembers, path: string): ReadParameters {
  if (isGiven(variables)) return { ok: true, parameters: { variables, ...(reason !== undefined && { reason }) } };
  return reason === undefined
    ? { ok: true, parameters: {} }
    : refused(path, "Reason cannot be used with the operation 'retry' without Variables.");
}

function readMigration(members: BatchMembers, path: string): ReadParameters {
  const { DefinitionId: definitionId } = members;
  if (definitionId === undefined) return { ok: false, answer: errorAnswer('missing-field', 'DefinitionId is required') };
  const plan = readMigrationOrder(members);
  return plan.ok ? { ok: true, parameters: { definitionId, plan: plan.value } } : refused(path, plan.detail);
}

export function unknownOperation(name: string, path: string): Answer {
  return problemAnswer(
    'invalid-field',
    `Operation '${repeated(name)}' is unknown. Known are: ${BATCH_OPERATIONS.join(', ')}.`,
    path,
  );
}

function givenMembers(members: BatchMembers): readonly OwnMember[] {
  const given: Readonly<Record<OwnMember, boolean>> = {
    Variables: isGiven(members.Variables),
    Delete: members.Delete.length > 0,
    Reason: members.Reason !== undefined,
    CalledInstances: members.CalledInstances !== undefined,
    Instructions: members.Instructions.length > 0,
    DefinitionId: members.DefinitionId !== undefined,
    Plan: members.Plan.length > 0,
    Timers: members.Timers !== undefined,
    Subscriptions: members.Subscriptions !== undefined,
  };
  return (Object.keys(given) as OwnMember[]).filter((name) => given[name]);
}

function isGiven(variables: object): boolean {
  return Object.keys(variables).length > 0;
}

function refused(path: string, detail: string): { readonly ok: false; readonly answer: Answer } {
  return { ok: false, answer: problemAnswer('invalid-field', detail, path) };
}
