import type { BatchParameters } from '../../../messages/batches.ts';
import type { CommandBody, CommandKind, CommandRejection, CommandResults, RejectionCode } from '../../../messages/commands.ts';
import type { UnitOfWork } from '../../unit-of-work/unit-of-work.ts';

/** What a batch does to one of its items (docs/contributing/spec/batches.md#batch-operations). One per file. */
export interface ItemOperation<K extends CommandKind = CommandKind> {
  /** the command that an operator would send for this one */
  commandOf(subjectId: string, parameters: BatchParameters): Extract<CommandBody, { readonly kind: K }>;
  /** why there is nothing to be done, where the command itself would not say it */
  whySkipped?(unit: UnitOfWork, subjectId: string): CommandRejection | undefined;
  /** rejections that say that there is nothing to be done: with any other one the item has failed */
  readonly skips: readonly RejectionCode[];
  /** it cannot be carried out with others: what they would do was looked up before */
  readonly isAlone?: true;
  /** the instance that goes on, where it may be another one */
  resultIdOf?(result: CommandResults[K], subjectId: string): string | undefined;
}
