import type { CommandKind, CommandOf, Reply } from '../messages/commands.ts';

/**
 * What came of a command (contract 1.6 rows 10 to 12b).
 * `replayed`: the reply was on record from an earlier sending of the same command id (contract 1.9).
 */
export type SendOutcome<K extends CommandKind> =
  | { readonly kind: 'reply'; readonly reply: Reply<K>; readonly replayed: boolean }
  /** same command id, other fingerprint or another kind of command (row 10, 422) */
  | { readonly kind: 'conflict' }
  /** row 12b: the outcome is unknown */
  | { readonly kind: 'timeout' }
  /** row 12a: certainly not handed over */
  | { readonly kind: 'queue-unreachable' }
  /** row 12a: too many commands wait; certainly not handed over */
  | { readonly kind: 'overloaded' };

/** The way from a client-facing process to the workers. */
export interface CommandSender {
  /**
   * Resolves when a worker has answered, or when it is known that none will.
   * `fingerprint`: digest of the request behind a command id that a client can choose again (contract 1.9, rule 4); a command first sent
   * without a fingerprint matches every later one of its kind, because its id was made here and only this service can hand it out.
   */
  send<K extends CommandKind>(command: CommandOf<K>, options?: { fingerprint?: string }): Promise<SendOutcome<K>>;
  /** true when the queue's store answers */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
