import { expect } from 'chai';
import { REJECTION_ROWS } from '../../src/api/http-errors.ts';
import { ERROR_CODES } from '../../src/platform/error-codes.ts';
import { SOURCE_FILES } from './source-files.ts';

const CODES = Object.keys(ERROR_CODES);
const DECLARATION = 'platform/error-codes.ts';

describe('the codes of errors', () => {
  it('are words of lower case letters joined by hyphens', () =>
    expect(CODES.filter((code) => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).to.deep.equal([]));

  it('have one meaning each, which is one line and ends in a full stop', () => {
    const meanings = Object.values(ERROR_CODES).map(([, meaning]) => meaning);
    expect(meanings.filter((meaning) => !/^[A-Z`].{1,100}\.$/.test(meaning))).to.deep.equal([]);
    expect([...new Set(meanings)]).to.have.length(meanings.length);
  });

  it('are all sent by some server when the list names them', () => {
    const code = SOURCE_FILES.filter(({ path }) => path !== DECLARATION && /^(?:api|platform|mcp|ui\/server)\//.test(path))
      .map(({ text }) => text)
      .join('\n');
    expect(CODES.filter((name) => !code.includes(`'${name}'`))).to.deep.equal([]);
  });

  it('are there for each rejection of the worker', () => {
    const unknown = Object.entries(REJECTION_ROWS).filter(([, row]) => !CODES.includes(row.code));
    expect(unknown).to.deep.equal([]);
  });
});
