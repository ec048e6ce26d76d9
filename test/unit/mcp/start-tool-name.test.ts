import { expect } from 'chai';
import fc from 'fast-check';
import { TOOLS } from '../../../src/mcp/server.ts';
import { keyBehind, startToolName } from '../../../src/mcp/start-tools.ts';
import { anyCharacter } from '../../support/any-character.ts';

const FORM = /^[A-Za-z0-9_-]{1,64}$/;

describe('the names of start tools (docs/contributing/spec/mcp.md#tool-names)', () => {
  it('are unchanged when the key is plain', () => {
    for (const key of ['loan', 'Loan_2', 'a-b', 'x'.repeat(58)]) {
      expect(startToolName(key)).to.equal(`start_${key}`);
      expect(keyBehind(`start_${key}`)).to.deep.equal({ text: key, isExact: true });
    }
  });

  it('are changed and marked when the key is not plain, too long, or looks as if it were marked', () => {
    for (const key of ['a.b', 'ä', 'x'.repeat(59), '', '__proto__.x', `a_${'0'.repeat(20)}`, '../x', 'a b\n']) {
      const name = startToolName(key);
      expect(name).to.match(/^start_.*_[0-9a-f]{20}$/);
      expect(keyBehind(name)?.isExact).to.equal(false);
    }
  });

  it('are safe and differ when keys differ, whatever they are made of', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[a-f0-9_.-]{0,70}$/));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(startToolName(one)).to.match(FORM);
        if (one !== other) expect(startToolName(one)).not.to.equal(startToolName(other));
        // also when an author names a process after the tool of another
        const named = startToolName(one).slice('start_'.length);
        if (named !== one) expect(startToolName(named)).not.to.equal(startToolName(one));
      }),
    );
  });

  it('begin the search for their key with what has not been changed of it', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const behind = keyBehind(startToolName(key));
        expect(behind).not.to.equal(undefined);
        if (behind?.isExact === false) expect(key.startsWith(behind.text)).to.equal(true);
        else expect(behind?.text).to.equal(key);
      }),
    );
  });

  it('are never those of the tools that are always there', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).to.equal(TOOLS.length);
    for (const { name } of TOOLS) {
      expect(name).to.match(FORM);
      expect(keyBehind(name)).to.equal(undefined);
    }
  });
});
