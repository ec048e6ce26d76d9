import type { BatchParameters } from '../../../messages/batches.ts';
import type { CommandBody, CommandKind, CommandRejection, CommandResults, RejectionCode } from '../../../messages/commands.ts';
import type { UnitOfWork } from '../../unit-of-work/unit-of-work.ts';

/** Operation of a batch on one item (docs/contributing/spec/batches.md#batch-operations). One per file. */
export interface ItemOperation<K extends CommandKind = CommandKind> {
  commandOf(subjectId: string, parameters: BatchParameters): Extract<CommandBody, { readonly kind: K }>;
  /** reason to skip the item, if the command itself would not reject it */
  skipReason?(unit: UnitOfWork, subjectId: string): CommandRejection | undefined;
  /** rejections that skip the item; with any other rejection the item has failed */
  readonly skips: readonly RejectionCode[];
  /** must not share a transaction: its rows are looked up before it starts */
  readonly isAlone?: true;
  /** id of the instance that continues, if it can differ from the subject */
  resultIdOf?(result: CommandResults[K], subjectId: string): string | undefined;
}
