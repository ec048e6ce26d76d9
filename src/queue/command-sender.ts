import type { CommandKind, CommandOf, Reply } from '../messages/commands.ts';

/**
 * The outcome of a command.
 * `replayed`: the reply was on record from an earlier sending of the same command id (docs/contributing/spec/http.md#replay).
 */
export type SendOutcome<K extends CommandKind> =
  | { readonly kind: 'reply'; readonly reply: Reply<K>; readonly replayed: boolean }
  /** same command id, other fingerprint or another kind of command: docs/contributing/spec/http/errors.md#key-reused */
  | { readonly kind: 'conflict' }
  /** the outcome is unknown */
  | { readonly kind: 'timeout' }
  /** certainly not handed over */
  | { readonly kind: 'queue-unreachable' }
  /** too many commands wait; certainly not handed over */
  | { readonly kind: 'overloaded' };

/** Sends commands of clients to the workers. */
export interface CommandSender {
  /**
   * Resolves when a worker has answered, or when it is known that none will.
   * `fingerprint`: digest of the request behind a command id that a client can choose again (docs/contributing/spec/http.md#same-content); a command first sent
   * without a fingerprint matches every later one of its kind, because its id was made here, and clients can only have it from this service.
   */
  send<K extends CommandKind>(command: CommandOf<K>, options?: { fingerprint?: string }): Promise<SendOutcome<K>>;
  /** true when the queue's store answers */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
