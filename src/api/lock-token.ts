import type { CustomTaskLock } from '../messages/custom-tasks.ts';
import type { Signer } from './signatures.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})(?:\.([\w-]{43}))?$/;
/** Attempt number that no lock has, because attempts are counted from 1. */
const NO_ATTEMPT = 0;

/** Content of a token. `isIssued`: true if the service issued it for this task. If false, the lock has the attempt {@link NO_ATTEMPT}, which matches no lock. */
export interface ReadToken {
  readonly lock: CustomTaskLock;
  readonly isIssued: boolean;
}

/** Creates the token of a lock. It contains instance id and attempt, so that no look-up is necessary, and a signature. */
export function writeLockToken(lock: CustomTaskLock, signer: Signer): string {
  return `${lock.instanceId}.${lock.attempt}.${signer.sign('lock-token', signedText(lock))}`;
}

/**
 * Parses the lock token of a worker. Returns undefined if its form is invalid. For a token that was not issued for this task, returns a lock that
 * matches no attempt: the engine rejects it with the same text as an expired lock.
 */
export function readLockToken(taskId: string, token: string, signer: Signer): ReadToken | undefined {
  const [, instanceId, attempt, signature = ''] = TOKEN.exec(token) ?? [];
  if (instanceId === undefined) return undefined;
  const lock = { taskId, instanceId, attempt: Number(attempt) };
  const isIssued = signer.isSigned('lock-token', signedText(lock), signature);
  return { lock: isIssued ? lock : { ...lock, attempt: NO_ATTEMPT }, isIssued };
}

function signedText({ taskId, instanceId, attempt }: CustomTaskLock): string {
  return `${taskId}.${instanceId}.${attempt}`;
}
