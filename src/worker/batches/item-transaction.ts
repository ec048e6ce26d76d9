import type { Connection } from '../../db/connection.ts';
import type { Statement } from '../../db/statement.ts';
import type { CommandRejection, Reply } from '../../messages/commands.ts';
import {
  doneInstances,
  type ItemOutcome,
  lockItems,
  saveOutcomes,
  type TakenItem,
  type TakenItems,
} from '../../store/batch-items.ts';
import { rejected } from '../commands/command-handler.ts';
import { refusalOfLimits } from '../commands/key-limits.ts';
import { handle, prepare } from '../commands/registry.ts';
import { loadRows } from '../loading/load-rows.ts';
import { archiveRemoved } from '../transaction/archive-removed.ts';
import type { TransactionFacts, TransactionTools } from '../transaction/tools.ts';
import { type Deciding, type Loaded, type Script, transact } from '../transaction/transact.ts';
import type { LoadedRows } from '../unit-of-work/loaded-rows.ts';
import { MAX_SHARED_RUN_MS, TimeSlices, yieldToEventLoop } from '../unit-of-work/run-budget.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type ItemCommand, itemCommand, itemOperation } from './item-operations.ts';

/** Short, because the instances that the transaction has locked wait too. */
const WAIT_TOGETHER: Statement = {
  name: 'wait-for-locks-of-items',
  text: `select set_config('lock_timeout', '500ms', true)`,
};
const WAIT_ALONE: Statement = { name: 'wait-for-locks-of-item', text: `select set_config('lock_timeout', '5s', true)` };

interface ItemWork extends Loaded {
  readonly commands: readonly ItemCommand[];
  /** instances whose variables an item of the batch has changed */
  readonly changed: Set<string>;
}

export interface ExecutedItems {
  readonly unit: UnitOfWork;
  /** outcomes by position; items that are no longer leased, and those after a slow one, have none */
  readonly outcomes: readonly ItemOutcome[];
}

/**
 * Stores items and outcomes in one transaction: after a kill, both or neither. Locks only rows that this worker still leases, so no item runs twice. Stores
 * nothing if it rejects.
 * @returns undefined if no item is left: other workers have them, or the batch was paused or stopped
 */
export async function executeItems(
  tools: TransactionTools,
  taken: TakenItems,
  items: readonly TakenItem[],
  facts: TransactionFacts = {},
): Promise<ExecutedItems | undefined> {
  const preparation = { reader: tools.models.reader, branchVariables: tools.branchVariables };
  for (const item of items) await prepare(itemCommand(taken, item).command, preparation);
  const script: Script<ItemWork | undefined, readonly ItemOutcome[]> = {
    async load(loading, opened) {
      const { connection } = loading;
      const locked = await lockItems(connection, taken.batchId, items);
      if (locked.length === 0) return undefined;
      await connection.query(locked.length > 1 ? WAIT_TOGETHER : WAIT_ALONE, []);
      const commands = locked.map((item) => itemCommand(taken, item));
      const { rows, inbox } = await loadRows(
        loading,
        commands.map(({ command }) => command),
        opened,
      );
      const commandIds = commands.map(({ command }) => command.id);
      const changed = await changedInstances(connection, taken, rows);
      return { rows, now: inbox.now, surroundings: { log: tools.log }, commandIds, commands, changed };
    },
    async decide(deciding, work) {
      const outcomes = await decideAll(deciding, taken, work);
      await archiveRemoved(tools, deciding);
      saveOutcomes(deciding.transaction, taken.batchId, outcomes);
      return outcomes;
    },
  };
  const committed = await transact(tools, script, facts);
  return committed && { unit: committed.unit, outcomes: committed.result };
}

/** Reads after the locks: no other transaction changes these instances until the commit. */
async function changedInstances(
  connection: Connection,
  { batchId, operation, parameters }: TakenItems,
  { incidents }: LoadedRows,
): Promise<Set<string>> {
  if (itemOperation(operation).withoutChange === undefined || parameters.variables === undefined) return new Set();
  return doneInstances(connection, batchId, [...new Set([...incidents.values()].map(({ instanceId }) => instanceId))]);
}

async function decideAll(
  deciding: Deciding,
  taken: TakenItems,
  { commands, changed }: ItemWork,
): Promise<readonly ItemOutcome[]> {
  const { unit, budget, transaction, executeEffects } = deciding;
  const outcomes: ItemOutcome[] = [];
  if (commands.length > 1) unit.maxSharedRunMs = MAX_SHARED_RUN_MS;
  for (const one of commands) {
    if (outcomes.length > 0 && (unit.isSpent || budget.isSlow)) break;
    if (budget.isSliceOver) {
      await yieldToEventLoop(transaction, 0);
      budget.beginSlice();
    }
    const instanceId = unit.loaded.incidents.get(one.item.subjectId)?.instanceId;
    const { withoutChange } = itemOperation(taken.operation);
    const isChanged = withoutChange !== undefined && instanceId !== undefined && changed.has(instanceId);
    const reply = await decide(deciding, taken, isChanged ? { ...one, command: withoutChange(one.command) } : one);
    await executeEffects();
    outcomes.push(outcomeOf(taken, one.item, reply));
    if (reply.ok && instanceId !== undefined) changed.add(instanceId);
  }
  return outcomes;
}

async function decide(
  { unit, budget, transaction }: Deciding,
  taken: TakenItems,
  { item, command }: ItemCommand,
): Promise<Reply> {
  budget.beginCommand({ key: '', commandId: command.id });
  const refusal = refusalOfLimits(unit, command) ?? itemOperation(taken.operation).skipReason?.(unit, item.subjectId);
  const handled = refusal === undefined ? handle(unit, command) : rejected(refusal);
  const reply = 'next' in handled ? await new TimeSlices((ms) => yieldToEventLoop(transaction, ms)).through(handled) : handled;
  budget.endCommand();
  return reply;
}

function outcomeOf({ operation }: TakenItems, { position, subjectId }: TakenItem, reply: Reply): ItemOutcome {
  const { skips, resultIdOf } = itemOperation(operation);
  if (!reply.ok)
    return {
      position,
      state: isAmong(skips, reply.rejection) ? 'Skipped' : 'Failed',
      rejection: reply.rejection,
      resultId: undefined,
    };
  return { position, state: 'Succeeded', rejection: undefined, resultId: resultIdOf?.(reply.result, subjectId) };
}

function isAmong(skips: readonly string[], { code }: CommandRejection): boolean {
  return skips.includes(code);
}
