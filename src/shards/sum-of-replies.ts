import { BATCH_STATES } from '../messages/batches.ts';
import type { CommandKind, CommandResults } from '../messages/commands.ts';
import type { HandledLetter } from '../messages/dead-letters.ts';

type Sums = { readonly [K in CommandKind]?: (results: readonly CommandResults[K][]) => CommandResults[K] };
const MAX_KEYS = 100;

const handled: Sums['RetryDeadLetters'] = (results) => ({
  letters: inOrderOfParking(results.flatMap(({ letters }) => letters)),
  remaining: sum(results, 'remaining'),
  refused: sum(results, 'refused'),
});

/** Results by number of the shard; of events, that of the first shard is the last. */
const SUMS: Sums = {
  DeliverMessage: (results) => ({ instanceIds: results.flatMap(({ instanceIds }) => instanceIds) }),
  BroadcastSignal: (results) => ({
    deliveredCount: sum(results, 'deliveredCount'),
    instanceIds: results.flatMap(({ instanceIds }) => instanceIds),
  }),
  EvaluateConditions: (results) => ({
    startedInstanceIds: results.flatMap(({ startedInstanceIds }) => startedInstanceIds),
    errors: [...new Set(results.flatMap(({ errors }) => errors))],
  }),
  LockCustomTasks: (results) => ({ tasks: results.flatMap(({ tasks }) => tasks) }),
  RetryDeadLetters: handled,
  DropDeadLetters: handled,
  CreateBatch: (results) => ({
    batchId: results[0]?.batchId ?? null,
    total: sum(results, 'total'),
    keys: countsByKey(results.flatMap(({ keys }) => keys)),
    unknown: sum(results, 'unknown'),
  }),
  SteerBatch: (results) => ({
    state: BATCH_STATES.find((state) => results.some((result) => result.state === state)) ?? 'Completed',
  }),
  SteerWebhook: (results) => ({ state: results[0]?.state ?? 'Active', instances: sum(results, 'instances') }),
  EraseInstances: (results) => ({
    erased: sum(results, 'erased'),
    ...(results.some(({ evaluations }) => evaluations !== undefined) && { evaluations: sum(results, 'evaluations') }),
    cancelled: results.flatMap(({ cancelled }) => cancelled),
    archives: [...new Set(results.flatMap(({ archives }) => archives))],
    isComplete: results.every(({ isComplete }) => isComplete),
  }),
};

/** Adds the results of a command; if it runs in one shard, returns the only result. */
export function sumOfReplies(kind: CommandKind, results: readonly CommandResults[CommandKind][]): CommandResults[CommandKind] {
  const add = SUMS[kind] as ((results: readonly CommandResults[CommandKind][]) => CommandResults[CommandKind]) | undefined;
  return add?.(results) ?? results[0] ?? {};
}

/** The oldest first. */
export function inOrderOfParking<Letter extends Pick<HandledLetter, 'letterId' | 'parkedAt'>>(
  letters: readonly Letter[],
): Letter[] {
  const place = ({ parkedAt = '', letterId }: Letter) => `${parkedAt} ${letterId}`;
  return [...letters].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

function sum<Name extends string>(results: readonly { readonly [N in Name]?: number }[], name: Name): number {
  return results.reduce((total, result) => total + (result[name] ?? 0), 0);
}

function countsByKey(counts: readonly { readonly key: string; readonly count: number }[]) {
  const byKey = new Map<string, number>();
  for (const { key, count } of counts) byKey.set(key, (byKey.get(key) ?? 0) + count);
  const sorted = [...byKey].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count);
  return sorted.slice(0, MAX_KEYS);
}
