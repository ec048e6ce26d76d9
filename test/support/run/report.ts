import { readFileSync } from 'node:fs';
import { KINDS, type TestFile } from './files.ts';
import type { FileResult, TestState } from './messages.ts';

export type Say = (text: string) => void;

const DOTS_IN_A_LINE = 100;
const SLOWEST = 15;
const SLOW_WITH_REASON = /\/\/ slow: \S/;
const MARKS: Readonly<Record<TestState, string>> = { passed: '.', failed: '!', leftOut: ',' };

/** A mark for every test that ends, in lines. */
export function dots(write: Say): (state: TestState) => void {
  let inLine = 0;
  return (state) => {
    write(`${inLine++ % DOTS_IN_A_LINE === 0 ? '\n  ' : ''}${MARKS[state]}`);
  };
}

export interface RanFile extends FileResult {
  readonly testFile: TestFile;
}

/** Prints the time of each kind, and the slowest files. */
export function sayTimes(ran: readonly RanFile[], say: Say): void {
  say('\nwhere the time went             files    tests    took      own processor time');
  for (const kind of KINDS) {
    const files = ran.filter(({ testFile }) => testFile.kind === kind);
    if (files.length > 0) say(`  ${kind.padEnd(28)}${row(files)}`);
  }
  const alone = ran.filter(({ testFile }) => testFile.aloneBecause !== undefined);
  if (alone.length > 0) say(`  ${'(of these alone)'.padEnd(28)}${row(alone)}`);
  const slowest = [...ran].sort((a, b) => b.tookMs - a.tookMs).slice(0, SLOWEST);
  if (ran.length > SLOWEST) say('\nthe slowest files');
  if (ran.length > SLOWEST)
    for (const { testFile, tookMs, cpuMs } of slowest) say(`  ${seconds(tookMs)} s${seconds(cpuMs)} s  ${testFile.name}`);
}

/** Lists the tests of the commit tier that took longer than 3 s and have no line `// slow: reason` in their file (test/README.md). */
export function saySlowTests(ran: readonly RanFile[], say: Say): void {
  const tests = ran
    .filter(({ testFile }) => testFile.tier === 'commit' && !SLOW_WITH_REASON.test(readFileSync(testFile.path, 'utf8')))
    .flatMap(({ testFile, slow }) => slow.map((test) => ({ name: testFile.name, ...test })));
  if (tests.length > 0) say('\ntests of the commit tier that took longer than 3 s without a reason');
  for (const { name, title, tookMs } of tests.sort((a, b) => b.tookMs - a.tookMs))
    say(`  ${seconds(tookMs)} s  ${name}: ${title}`);
}

function row(files: readonly RanFile[]): string {
  const sum = (of: (file: RanFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const tests = sum(({ passed, failures }) => passed + failures.length);
  const times = `${seconds(sum(({ tookMs }) => tookMs))} s${seconds(sum(({ cpuMs }) => cpuMs))} s`;
  return `${String(files.length).padStart(9)}${String(tests).padStart(9)}${times}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(10);
}

/** All failures in full, numbered, each under its file. */
export function sayFailures(ran: readonly RanFile[], complaints: readonly string[], say: Say): void {
  const failures = [
    ...ran.flatMap(({ testFile, failures }) => failures.map((text) => `${testFile.name}\n     ${text}`)),
    ...complaints,
  ];
  if (failures.length === 0) return;
  say(`\n  ${failures.length} failing`);
  for (const [index, text] of failures.entries()) say(`\n  ${index + 1}) ${text}`);
}
