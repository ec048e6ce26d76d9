import type { CustomTaskLock } from '../messages/custom-tasks.ts';
import type { Signer } from './signatures.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})(?:\.([\w-]{43}))?$/;
/** Attempts are counted from one, so no lock has this number. */
const NO_ATTEMPT = 0;

/** Content of a token. `isIssued`: the service issued it for this lock; otherwise the lock has no holder. */
export interface ReadToken {
  readonly lock: CustomTaskLock;
  readonly isIssued: boolean;
}

/** Token of a lock. It names instance and attempt, so that no look-up is needed, and proves that the service issued it. */
export function writeLockToken(lock: CustomTaskLock, signer: Signer): string {
  return `${lock.instanceId}.${lock.attempt}.${signer.sign('lock-token', signedText(lock))}`;
}

/**
 * Reads the lock token of a worker; undefined if its form is wrong. A token that was not issued for this task becomes a lock
 * without holder. The engine rejects it like an expired lock, with the same text.
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
