import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/api/idempotency.ts';
import { nameBasedId } from '../../src/platform/ids.ts';

/** A request as the forger of a key for it sees it. */
export interface ForgedRequest {
  readonly path: string;
  readonly body: object;
  /** whom the keys of the caller belong to; `-` while authentication is off */
  readonly owner?: string;
}

/** Everything a stranger can compute of the keys that the service gives with a 503, for a command id of his choice. */
export function forgedKeys(commandId: string, { path, body, owner = '-' }: ForgedRequest): readonly string[] {
  const text = `${owner}\nPOST ${path.toLowerCase()}\n${canonicalJson(body)}`;
  const fingerprint = createHash('sha256').update(text).digest('hex');
  const unsigned = `retry.${commandId}.${fingerprint}`;
  const digest = createHash('sha256').update(`${commandId}.${fingerprint}`).digest('base64url');
  return [
    unsigned,
    `retry.${commandId.toUpperCase()}.${fingerprint}`,
    `${unsigned}.`,
    `${unsigned}.${'A'.repeat(43)}`,
    `${unsigned}.${digest}`,
    `${unsigned}.${fingerprint}`,
    `${unsigned}.__proto__`,
  ];
}

/** Ids that the engine, its hosts and its endpoints derive from public ids. */
export const derivedIds = {
  resultOfPlugin: (taskId: string) => [nameBasedId(taskId, 'complete:1'), nameBasedId(taskId, 'fail:1')],
  resultOfWorker: (taskId: string, instanceId: string) => [
    nameBasedId(taskId, `remote-complete:${instanceId}.1`),
    nameBasedId(taskId, `remote-fail:${instanceId}.1`),
  ],
  /** of the first timers of an instance */
  followUpOfTimer: (instanceId: string) =>
    Array.from({ length: 8 }, (_, at) => nameBasedId(nameBasedId(instanceId, `timer:${at}`), 'follow-up:1')),
  publishedMessage: (taskId: string) => [nameBasedId('6d8a1f3e-2c57-4b0e-9f61-08d4c7a95e23', `message:${taskId}`)],
  keyOf: (key: string, owner: string) => [nameBasedId('0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11', `${key} ${owner}`)],
};
