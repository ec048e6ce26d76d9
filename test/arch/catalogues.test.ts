import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { REJECTION_ROWS } from '../../src/api/http-errors.ts';
import { LOG_EVENTS } from '../../src/platform/log-events.ts';
import { codeOf, SOURCE_FILES } from './source-files.ts';

/** Ids in the first column of the table of those that cannot occur. */
function idsWithReason(): ReadonlySet<string> {
  const page = readFileSync(new URL('../../docs/reference/log-events.md', import.meta.url), 'utf8');
  const table = page.split('## Ids that are never written')[1]?.split(/\n#{1,6} /, 1)[0] ?? '';
  return new Set([...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, ids = '']) => ids.split(', ')));
}

describe('catalogues', () => {
  // slow: parses every file of src
  it('are asked for log events by name, never by number', () => {
    const numbered: string[] = [];
    for (const { path, text } of SOURCE_FILES)
      for (const [call] of codeOf(text).matchAll(/\.(?:event|isEnabled)\(\s*\d+/g)) numbered.push(`src/${path}: ${call}`);
    expect(numbered, 'Use the name in platform/log-events.ts; one id, one meaning, for ever.').to.deep.equal([]);
  });

  it('have no log event that no one writes, but for those that log-events.md gives a reason for', () => {
    const written = new Set<string>();
    for (const { path, text } of SOURCE_FILES) {
      if (path === 'platform/log-events.ts') continue;
      for (const [name, { id }] of Object.entries(LOG_EVENTS)) if (text.includes(`'${name}'`)) written.add(String(id));
    }
    const ids = Object.values(LOG_EVENTS).map(({ id }) => String(id));
    const reasons = idsWithReason();
    const silent = ids.filter((id) => !written.has(id) && !reasons.has(id));
    expect(
      silent,
      'Write the line where the fact is known, or say in docs/reference/log-events.md why it cannot happen.',
    ).to.deep.equal([]);
    expect(
      [...reasons].filter((id) => written.has(id)),
      'docs/reference/log-events.md says that these are never written.',
    ).to.deep.equal([]);
  });

  it('have an answer for every rejection of the engine and the worker', () => {
    const codes = new Set<string>();
    for (const { path, text } of SOURCE_FILES) {
      if (!['engine/commands.ts', 'messages/commands.ts', 'messages/decisions.ts', 'messages/instance-changes.ts'].includes(path))
        continue;
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
