import type { Command } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { TakenItem, TakenItems } from '../../store/batch-items.ts';
import { itemOperation } from './operations/item-operations.ts';

/** An item with the command that carries it out. */
export interface ItemCommand {
  readonly item: TakenItem;
  readonly command: Command;
}

/** The command of an item has the same id at each attempt, and the actor and the limits of whoever made the batch. */
export function itemCommand({ batchId, operation, parameters, actor, limits }: TakenItems, item: TakenItem): ItemCommand {
  const command = {
    ...itemOperation(operation).commandOf(item.subjectId, parameters),
    id: nameBasedId(batchId, `item:${item.position}`),
    ...(actor !== null && { actor }),
    ...(limits !== null && { limits }),
  } as Command;
  return { item, command };
}
