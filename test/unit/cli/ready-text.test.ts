import { expect } from 'chai';
import { type ReadyFacts, readyText } from '../../../src/cli/start-all.ts';

const facts: ReadyFacts = {
  apiUrl: 'http://localhost:8080',
  uiUrl: 'http://localhost:8081',
  hasDocs: true,
  dataDir: undefined,
  asksForToken: false,
  hasSignIn: false,
  seconds: 1.25,
  hasSample: false,
};

describe('the block that ends the start', () => {
  it('shows where API, pages and documentation are', () => {
    const lines = readyText(facts).split('\n');
    expect(lines).to.include.members([
      '    API    http://localhost:8080',
      '    UI     http://localhost:8081',
      '    Docs   http://localhost:8080/docs',
      '    Data   the database of DATABASE_URL',
    ]);
  });

  it('reports nothing of documentation when none exists', () => {
    expect(readyText({ ...facts, hasDocs: false })).not.to.contain('Docs');
  });

  it('reports that the pages are read-only when the API requires tokens and sign-in is off', () => {
    expect(readyText({ ...facts, asksForToken: true })).to.contain('The pages are read-only because sign-in is off');
    for (const others of [{}, { hasSignIn: true }, { asksForToken: true, hasSignIn: true }]) {
      expect(readyText({ ...facts, ...others })).not.to.contain('read-only');
    }
  });
});
