import type { Suite } from 'mocha';

/** Why tests are left out with several databases, their files, and a part of each title; `''`: all tests of the file. */
type LeftOut = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Tests that TEST_SHARDS leaves out (test/README.md#with-several-databases). */
const LEFT_OUT: LeftOut = {};

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
