import { expect } from 'chai';
import { readLockToken, writeLockToken } from '../../../src/api/lock-token.ts';
import { createSigner } from '../../../src/api/signatures.ts';

const SIGNER = createSigner('a key for tests');
const [TASK, OTHER, INSTANCE] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-2222-4333-8444-555555555555`) as [
  string,
  string,
  string,
];
const LOCK = { taskId: TASK, instanceId: INSTANCE, attempt: 7 };

describe('the token of a lock', () => {
  const token = writeLockToken(LOCK, SIGNER);
  const [, , signature = ''] = token.split('.');

  it('gives back the lock it was made for', () => {
    expect(readLockToken(TASK, token, SIGNER)).to.deep.equal({ lock: LOCK, isIssued: true });
  });

  it('represents a lock without a holder when it was not issued for this task, instance and attempt', () => {
    const others: readonly (readonly [taskId: string, token: string])[] = [
      [OTHER, token],
      [TASK, `${INSTANCE}.7`],
      [TASK, `${INSTANCE}.8.${signature}`],
      [TASK, `${OTHER}.7.${signature}`],
      [TASK, `${INSTANCE}.7.${'A'.repeat(43)}`],
      [TASK, `${INSTANCE}.7.${SIGNER.sign('retry-key', `${TASK}.${INSTANCE}.7`)}`],
      [TASK, writeLockToken(LOCK, createSigner('another key'))],
    ];
    for (const [taskId, text] of others) {
      const read = readLockToken(taskId, text, SIGNER);
      expect([read?.isIssued, read?.lock.attempt, read?.lock.taskId], text).to.deep.equal([false, 0, taskId]);
    }
  });

  it('is undefined when it has another form', () => {
    for (const text of ['', 'x', TASK, `${token}=`, `${token}.`, ` ${token}`, `${token}\n`, `${INSTANCE}.-1`]) {
      expect(readLockToken(TASK, text, SIGNER), text).to.equal(undefined);
    }
  });
});
