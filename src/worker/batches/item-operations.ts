import { isTerminal } from '../../engine/state.ts';
import type { BatchOperation, BatchParameters } from '../../messages/batches.ts';
import type {
  Command,
  CommandBody,
  CommandKind,
  CommandOf,
  CommandRejection,
  CommandResults,
  RejectionCode,
} from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { TakenItem, TakenItems } from '../../store/batch-items.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Operation of a batch on one item (docs/contributing/spec/batches.md#batch-operations). */
export interface ItemOperation<K extends CommandKind = CommandKind> {
  commandOf(subjectId: string, parameters: BatchParameters): Extract<CommandBody, { readonly kind: K }>;
  /** unless the command itself would reject the item */
  skipReason?(unit: UnitOfWork, subjectId: string): CommandRejection | undefined;
  /** rejections that skip the item; any other fails it */
  readonly skips: readonly RejectionCode[];
  /** the command if an earlier item of the batch has changed the variables of the same instance; absent: each item changes them */
  withoutChange?(command: CommandOf<K>): CommandOf<K>;
  /** must not share a transaction: its rows are looked up before it starts */
  readonly isAlone?: true;
  /** id of the instance that continues; undefined: the subject itself */
  resultIdOf?(result: CommandResults[K], subjectId: string): string | undefined;
}

const cancel: ItemOperation<'CancelInstance'> = {
  commandOf: (instanceId, { reason = 'Cancelled by operator' }) => ({ kind: 'CancelInstance', instanceId, reason }),
  // on an ended instance, the command alone would succeed without effect
  skipReason(unit, instanceId) {
    const instance = unit.instance(instanceId);
    return instance !== undefined && isTerminal(instance.state) ? { code: 'INSTANCE_ENDED' } : undefined;
  },
  skips: ['INSTANCE_ENDED'],
};

/** Called instances are deleted with the instance at the top of the calls. */
const deleteEnded: ItemOperation<'DeleteInstance'> = {
  commandOf: (instanceId) => ({ kind: 'DeleteInstance', instanceId }),
  skips: ['INSTANCE_NOT_FOUND', 'INSTANCE_WAS_CALLED'],
  isAlone: true,
};

const migrate: ItemOperation<'MigrateInstance'> = {
  commandOf: (instanceId, { definitionId = '', plan = { pairs: [], timers: 'keep', subscriptions: 'keep' } }) => ({
    kind: 'MigrateInstance',
    instanceId,
    definitionId,
    plan,
  }),
  skips: ['INSTANCE_ENDED'],
};

const modify: ItemOperation<'ModifyInstance'> = {
  commandOf: (instanceId, { instructions = [], reason = null }) => ({
    kind: 'ModifyInstance',
    instanceId,
    instructions,
    reason,
    isDryRun: false,
  }),
  skips: ['INSTANCE_ENDED'],
};

const resolve: ItemOperation<'ResolveIncident'> = {
  commandOf: (incidentId, { variables = {} }) => ({ kind: 'ResolveIncident', incidentId, variables }),
  skips: ['INCIDENT_NOT_FOUND'],
};

const resume: ItemOperation<'ResumeInstance'> = {
  commandOf: (instanceId, { reason }) => ({
    kind: 'ResumeInstance',
    instanceId,
    by: 'operator',
    ...(reason !== undefined && { reason }),
  }),
  skips: ['INSTANCE_ENDED'],
};

/** An ended incident looks like an unknown one, so unknown ids are skipped too. */
const retry: ItemOperation<'RetryIncident'> = {
  commandOf: (incidentId, { variables, reason }) => ({
    kind: 'RetryIncident',
    incidentId,
    ...(variables !== undefined && { variables }),
    ...(reason !== undefined && { reason }),
  }),
  withoutChange: ({ variables: _variables, reason: _reason, ...command }) => command,
  skips: ['INCIDENT_NOT_FOUND'],
};

const revive: ItemOperation<'ReviveInstance'> = {
  commandOf: (instanceId, { variables = {}, reason }) => ({
    kind: 'ReviveInstance',
    instanceId,
    variables,
    isInBatch: true,
    ...(reason !== undefined && { reason }),
  }),
  skips: ['NOT_REVIVABLE', 'REVIVED_ALREADY', 'CALLER_HAS_ENDED'],
  resultIdOf: ({ instanceId }, subjectId) => (instanceId === subjectId ? undefined : instanceId),
};

const suspend: ItemOperation<'SuspendInstance'> = {
  commandOf: (instanceId, { reason, calledInstances = true }) => ({
    kind: 'SuspendInstance',
    instanceId,
    by: 'operator',
    calledInstances,
    ...(reason !== undefined && { reason }),
  }),
  skips: ['INSTANCE_ENDED'],
};

/** Root scope only: ids of inner scopes differ between instances. */
const variables: ItemOperation<'EditVariables'> = {
  commandOf: (instanceId, { variables: written = {}, removed = [], reason }) => ({
    kind: 'EditVariables',
    instanceId,
    scope: null,
    variables: written,
    removed,
    ...(reason !== undefined && { reason }),
  }),
  skips: ['INSTANCE_ENDED'],
};

const ITEM_OPERATIONS = {
  retry,
  resolve,
  cancel,
  revive,
  suspend,
  resume,
  modify,
  variables,
  migrate,
  delete: deleteEnded,
} as const satisfies Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each operation knows its own command and its result
  Record<BatchOperation, ItemOperation<any>>
>;

/** Throws for an unknown operation, which a newer release may have stored. */
export function itemOperation(operation: BatchOperation): ItemOperation {
  const found = Object.hasOwn(ITEM_OPERATIONS, operation) ? ITEM_OPERATIONS[operation] : undefined;
  if (found === undefined) throw new Error(`no operation '${operation}'`);
  return found as ItemOperation;
}

export interface ItemCommand {
  readonly item: TakenItem;
  readonly command: Command;
}

/** The command id is the same at each attempt; actor and limits are those of the batch's creator. */
export function itemCommand({ batchId, operation, parameters, actor, limits }: TakenItems, item: TakenItem): ItemCommand {
  const command = {
    ...itemOperation(operation).commandOf(item.subjectId, parameters),
    id: nameBasedId(batchId, `item:${item.position}`),
    ...(actor !== null && { actor }),
    ...(limits !== null && { limits }),
  } as Command;
  return { item, command };
}
