import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { FUNCTIONS_FILE, functionsText } from '../../support/feel-functions/functions-text.ts';

describe('the functions that the fields of the modeler offer', () => {
  it('are those of the engine, with their signatures, when one is added or changed (npm run feel-functions:write)', () => {
    expect(readFileSync(FUNCTIONS_FILE, 'utf8')).to.equal(functionsText());
  });
});
