import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findTestFiles } from '../support/run/files.ts';
import { isMeasured, secondsOf } from '../support/run/times.ts';

/** What the files of the commit tier may take together, several at a time on 2 processors. It may only become smaller. Unit: s. */
const BUDGET = 1900;
/** Waits that do not end with an event or a condition. */
const SLEEPS = /^\s*await (?:pause|sleep|delay|setTimeout)\((?!0\b)/;
/** A negative check that only becomes weaker on a slow machine, or a wait for a moment of the clock. */
const ALLOWED = /\/\/ waits: \S/;

const files = findTestFiles([]).filter(({ tier }) => tier === 'commit');

describe('the commit tier', () => {
  it('stays within its budget', () => {
    const slowest = [...files].sort((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 10);
    const list = slowest.map((file) => `${secondsOf(file)} s ${file.name}`).join('\n');
    const sum = files.reduce((total, file) => total + secondsOf(file), 0);
    expect(Math.round(sum), `Move or shorten tests, then run npm test -- --write-times. The longest files:\n${list}`).to.be.below(
      BUDGET,
    );
  });

  it('has a measured time for nearly every file', () => {
    const unmeasured = files.filter((file) => !isMeasured(file)).map(({ name }) => name);
    expect(unmeasured.length, `Run npm test -- --write-times. Not measured:\n${unmeasured.join('\n')}`).to.be.below(20);
  });

  it('has no file that must run alone', () => {
    expect(files.filter(({ aloneBecause }) => aloneBecause !== undefined).map(({ name }) => name)).to.deep.equal([]);
  });

  it('waits for events and conditions, not for time', () => {
    const found = files.flatMap(({ path, name }) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      return lines
        .map((line, index) => ({ line, before: lines[index - 1] ?? '', at: `${name}:${index + 1}` }))
        .filter(({ line, before }) => SLEEPS.test(line) && !ALLOWED.test(line) && !ALLOWED.test(before))
        .map(({ line, at }) => `${at} ${line.trim()}`);
    });
    expect(found, 'Wait for a condition (support/eventually.ts), or give a reason in a line // waits: reason').to.deep.equal([]);
  });
});
