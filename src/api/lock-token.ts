import type { CustomTaskLock } from '../messages/commands.ts';
import type { Signer } from './signatures.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})(?:\.([\w-]{43}))?$/;
/** Runs are counted from one: under this number nobody ever holds a lock. */
const NO_ATTEMPT = 0;

/** What a token stands for. `isIssued`: the service gave it for this lock; else the lock is one that nobody holds. */
export interface ReadToken {
  readonly lock: CustomTaskLock;
  readonly isIssued: boolean;
}

/** The token of a lock: it names instance and attempt, so that no look-up is needed, and proves that the holder got it from us. */
export function writeLockToken(lock: CustomTaskLock, signer: Signer): string {
  return `${lock.instanceId}.${lock.attempt}.${signer.sign('lock-token', signedText(lock))}`;
}

/**
 * Reads the token that a worker shows for a task; undefined: it has not the form of one. One that we have not issued for this task goes on
 * as a lock that nobody holds: the worker of the engine refuses it, under the same lock and with the same words as one that is over.
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
