import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { clientFiles } from '../../support/clients/files.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('the generated files of the client libraries', () => {
  for (const [path, text] of Object.entries(clientFiles()))
    it(`are up to date when the OpenAPI document changes: ${path}`, () => {
      const stored = readFileSync(join(ROOT, path), 'utf8');
      expect(stored === text, `${path} is old. Run npm run clients:write and commit it.`).to.equal(true);
    });
});
