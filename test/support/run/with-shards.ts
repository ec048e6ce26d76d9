import type { Suite } from 'mocha';

/** Why tests are left out with several databases, their files, and a part of each title; `''`: all tests of the file. */
type LeftOut = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Tests that TEST_SHARDS leaves out (test/README.md#with-several-databases). */
const LEFT_OUT: LeftOut = {
  'messages with a time to live are refused': {
    'test/contract/openapi.test.ts': ['with 200 when each of its examples is sent'],
    'test/contract/message.test.ts': [
      'waits for the first subscription of its name and key',
      'waits for a start event of its name',
      'refuses a second message of an id',
    ],
    'test/contract/camunda-8.test.ts': ['keeps a message for its time to live'],
  },
  'tasks are locked shard by shard': {
    'test/contract/camunda-7.test.ts': ['gives tasks of a higher priority first'],
  },
  'pages after row 10,000 are refused': {
    'test/contract/lists.test.ts': ['shows the true total behind the last page'],
    'test/contract/queries.test.ts': ['"page":"2147483647","pageSize":"2"'],
  },
  'limits and counts are those of a shard': {
    'test/contract/batches.test.ts': ['when there would be too many items'],
    'test/contract/suspended-keys.test.ts': ['suspends all instances of all versions'],
    'test/contract/dead-letters.test.ts': ['take the oldest that fit, a batch at a time'],
  },
  'receivers are listed shard by shard': {
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
  'log lines and processes carry the name of the shard': {
    'test/contract/log-lines.test.ts': ['have ids of the catalogue'],
    'test/contract/deploy.test.ts': ['are logged with the ids of the catalogue'],
    'test/contract/custom-task-catalog.test.ts': ['lists what the worker itself offers'],
  },
  'events of an instance pass through the queue of each shard, with a span': {
    'test/contract/traces.test.ts': ['continues in follow-up commands between instances'],
  },
  'the test uses the first database or its queue only': {
    'test/contract/traces-of-custom-tasks.test.ts': [''],
    'test/contract/running-a-plugin.test.ts': [''],
    'test/contract/issued-keys.test.ts': ['takes over the result of a plugin'],
    'test/contract/role-key-patterns-of-instances.test.ts': ['go with a command when it is parked'],
    'test/contract/metrics.test.ts': ['how old the oldest unprojected event is'],
    'test/contract/waiting.test.ts': ['reports a dead letter of the instance'],
    'test/contract/listener-jobs.test.ts': ['to a release that skipped them'],
    'test/contract/ui-registered-events.test.ts': ['show who waits, with the event'],
  },
  'a role in a wrapper of the test starts once for each shard': {
    'test/contract/ui-beside-secured-api.test.ts': ['report it in the log (7056)'],
  },
  'the answers to generated requests depend on the ids of instances': {
    'test/contract/fuzz.test.ts': ['never get a 5xx'],
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
