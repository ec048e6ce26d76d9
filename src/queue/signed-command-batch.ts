import { type CommandBatch, parseCommandBatch } from '../messages/command-batch.ts';
import type { Logger } from '../platform/log.ts';

/**
 * A replica of release 0.1 has written an unsigned job of the database queue during an upgrade, for this database. Not for Redis, where that release has
 * other queues.
 */
export function signedAtHome(data: unknown, installation: string): unknown {
  return typeof data === 'object' && data !== null && !Object.hasOwn(data, 'installation') ? { ...data, installation } : data;
}

/** Batch with its installation and, if known, the identity of its database. */
export type SignedCommandBatch = CommandBatch & { readonly installation: string; readonly home?: string };

export function signCommandBatch(commandBatch: CommandBatch, installation: string, home?: string): SignedCommandBatch {
  return { installation, ...(home === undefined ? {} : { home }), ...commandBatch };
}

/** Returns undefined if unreadable, or of another installation or a copy of this one, which is logged. Such commands must not run in this database. */
export function takeSigned(data: unknown, installation: string, log: Logger, home?: string): CommandBatch | undefined {
  const commandBatch = parseCommandBatch(data);
  if (commandBatch === undefined) return undefined;
  const { installation: found, home: from } = data as Partial<SignedCommandBatch>;
  const isOfCopy = typeof from === 'string' && home !== undefined && from !== home;
  if (found === installation && !isOfCopy) return commandBatch;
  log.event('foreign-envelope-refused', {
    EnvelopeId: commandBatch.id,
    CommandCount: commandBatch.commands.length,
    Installation: typeof found === 'string' ? found.slice(0, 36) : '-',
    ...(found === installation ? { Reason: 'of another database with the same id' } : {}),
  });
  return undefined;
}
