import type { CustomTaskLock } from '../messages/custom-tasks.ts';
import type { Signer } from './signatures.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})(?:\.([\w-]{43}))?$/;
/** Attempt of no lock: attempts count from 1. */
const NO_ATTEMPT = 0;

/** `isIssued` false: the service did not issue the token for this task; the lock has {@link NO_ATTEMPT}. */
export interface ReadToken {
  readonly lock: CustomTaskLock;
  readonly isIssued: boolean;
}

/** Instance id and attempt, so that no look-up is necessary, and a signature. */
export function writeLockToken(lock: CustomTaskLock, signer: Signer): string {
  return `${lock.instanceId}.${lock.attempt}.${signer.sign('lock-token', signedText(lock))}`;
}

/**
 * Returns undefined for an invalid form. A token that was not issued for this task gives a lock that matches no attempt: the engine rejects it like
 * an expired lock.
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
