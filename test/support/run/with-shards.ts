import type { Suite } from 'mocha';

/** Why tests are left out with several databases, their files, and a part of each title; `''`: all tests of the file. */
type LeftOut = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Tests that TEST_SHARDS leaves out (test/README.md#with-several-databases). */
const LEFT_OUT: LeftOut = {
  'tasks are locked shard by shard': {
    'test/contract/camunda-7.test.ts': ['gives tasks of a higher priority first'],
    'test/contract/remote-workers.test.ts': ['gives those that wait longest first'],
  },
  'pages after row 10,000 are refused': {
    'test/contract/lists.test.ts': ['shows the true total behind the last page'],
    'test/contract/queries.test.ts': ['"page":"2147483647","pageSize":"2"'],
  },
  'receivers are listed shard by shard': {
    'test/contract/message.test.ts': ['in the order of their subscriptions'],
    'test/contract/signal.test.ts': ['resumes everyone who waits and starts every active key'],
    'test/contract/signal-receivers.test.ts': ['resumes all who wait and starts all', 'those that do not interrupt again'],
  },
  'positions have a part for each shard': {
    'test/contract/positions.test.ts': ['a write that is too long for a header'],
    'test/contract/events.test.ts': [
      'when these are asked for',
      'when an instance is deleted',
      'when the position is of another feed',
    ],
  },
  'limits of calls are those of a plugin host, and each shard has one': {
    'test/contract/slow-calls.test.ts': [
      'do not keep calls of other processes and tasks of other types waiting',
      'keep no call of another process waiting for long',
    ],
  },
  'log lines and processes carry the name of the shard': {
    'test/contract/log-lines.test.ts': ['have ids of the catalogue'],
    'test/contract/deploy.test.ts': ['are logged with the ids of the catalogue'],
    'test/contract/custom-task-catalog.test.ts': ['lists what the worker itself offers'],
  },
  'events of an instance pass through the queue of each shard, with a span': {
    'test/contract/traces.test.ts': ['continues in follow-up commands between instances'],
  },
  'the second service of the test has another second database': {
    'test/contract/keys-across-replicas.test.ts': ['recognises a key when every process has been started again'],
  },
  'a role in a wrapper of the test starts once for each shard': {
    'test/contract/ui-beside-secured-api.test.ts': ['report it in the log (7056)'],
  },
};

/** Leaves out the listed tests of a file. @returns listed titles that no test has */
export function leaveOutWithShards(suite: Suite, file: string, listed: LeftOut = LEFT_OUT): readonly string[] {
  const titles = Object.values(listed).flatMap((files) => files[file] ?? []);
  const unknown = new Set(titles);
  suite.eachTest((test) => {
    const title = titles.find((part) => test.fullTitle().includes(part));
    if (title === undefined) return;
    unknown.delete(title);
    test.pending = true;
  });
  return [...unknown];
}
