import type { CommandKind, CommandOf, Reply } from '../messages/commands.ts';

/** `replayed`: the reply was on record from an earlier request (docs/contributing/spec/http.md#replay). */
export type SendOutcome<K extends CommandKind> =
  | { readonly kind: 'reply'; readonly reply: Reply<K>; readonly replayed: boolean }
  /** other fingerprint or kind of command: docs/contributing/spec/http/errors.md#key-reused */
  | { readonly kind: 'conflict' }
  /** unknown outcome */
  | { readonly kind: 'timeout' }
  /** not queued */
  | { readonly kind: 'queue-unreachable' }
  /** too many waiting commands; not queued */
  | { readonly kind: 'overloaded' };

/** Sends commands of clients to the workers. */
export interface CommandSender {
  /**
   * `fingerprint`: digest of the request behind a client's idempotency key (docs/contributing/spec/http.md#same-content). A command first sent without one
   * matches every later one of its kind, because this service has created its id.
   */
  send<K extends CommandKind>(command: CommandOf<K>, options?: { fingerprint?: string }): Promise<SendOutcome<K>>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
