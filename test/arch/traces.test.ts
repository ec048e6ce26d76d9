import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fileOfCase } from '../support/golden/replay.ts';

const PAGE = readFileSync(new URL('../../docs/contributing/spec/traces.md', import.meta.url), 'utf8');

/** The traces of the page: a golden folder, and one line per command that did something. */
const SHOWN = [...PAGE.matchAll(/^`([\w/-]+)`:\n\n```\n([\s\S]*?)\n```$/gm)].map(([, folder = '', lines = '']) => ({
  folder,
  traces: lines.split('\n').map((line) => line.slice(line.search(/ {2}\S/)).trim()),
}));

describe('the page of worked traces', () => {
  it('shows a score of recorded cases when it is read by a machine', () => {
    expect(SHOWN.length).to.be.greaterThan(19);
  });

  for (const { folder, traces } of SHOWN) {
    it(`shows the recordings when it describes ${folder}`, () => {
      const recorded = fileOfCase(folder, 'trace.jsonl').trimEnd().split('\n');
      const told = recorded.map((line) => (JSON.parse(line) as { trace?: string }).trace ?? '').filter((trace) => trace !== '');
      expect(traces.map((trace) => trace.replace(/ +/g, ' '))).to.deep.equal(told);
    });
  }
});
