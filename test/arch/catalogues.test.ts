import { expect } from 'chai';
import { REJECTION_ROWS } from '../../src/api/http-errors.ts';
import { LOG_EVENTS } from '../../src/platform/log-events.ts';
import { codeOf, SOURCE_FILES } from './source-files.ts';

describe('catalogues', () => {
  it('have every log event that is used', () => {
    const known = new Set(Object.keys(LOG_EVENTS));
    const unknown: string[] = [];
    for (const { path, text } of SOURCE_FILES) {
      for (const [, id = ''] of codeOf(text).matchAll(/\.event\(\s*(\d+)/g))
        if (!known.has(id)) unknown.push(`src/${path}: ${id}`);
    }
    expect(unknown, `${unknown.join('\n')}\nAdd the id to platform/log-events.ts; one id, one meaning, for ever.`).to.deep.equal(
      [],
    );
  });

  it('have an answer for every rejection of the engine and the worker', () => {
    const codes = new Set<string>();
    for (const { path, text } of SOURCE_FILES) {
      if (path !== 'engine/commands.ts' && path !== 'messages/commands.ts') continue;
      for (const [, code = ''] of text.matchAll(/readonly code: '([A-Z_]+)'/g)) codes.add(code);
    }
    expect(codes.size).to.be.greaterThan(10);
    expect(
      Object.keys(REJECTION_ROWS).sort(),
      'Add the row to api/http-errors.ts: status, shape and text from the contract.',
    ).to.deep.equal([...codes].sort());
  });

  it('have every rejection code that is returned', () => {
    const unknown: string[] = [];
    for (const { path, text } of SOURCE_FILES) {
      for (const [, code = ''] of text.matchAll(/\{ code: '([A-Z]+_[A-Z_]+)'/g))
        if (!Object.hasOwn(REJECTION_ROWS, code)) unknown.push(`src/${path}: ${code}`);
    }
    expect(unknown, 'Declare the rejection in messages/commands.ts and give it a row in api/http-errors.ts.').to.deep.equal([]);
  });
});
