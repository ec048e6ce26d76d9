import type { Command } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { TakenItem, TakenItems } from '../../store/batch-items.ts';
import { itemOperation } from './operations/item-operations.ts';

export interface ItemCommand {
  readonly item: TakenItem;
  readonly command: Command;
}

/** Builds the command of an item. Its id is the same at each attempt; actor and limits are those of the batch's creator. */
export function itemCommand({ batchId, operation, parameters, actor, limits }: TakenItems, item: TakenItem): ItemCommand {
  const command = {
    ...itemOperation(operation).commandOf(item.subjectId, parameters),
    id: nameBasedId(batchId, `item:${item.position}`),
    ...(actor !== null && { actor }),
    ...(limits !== null && { limits }),
  } as Command;
  return { item, command };
}
