import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ACCESS_ROLES, RIGHTS, RIGHTS_OF_ROLE, rightIsMissing, rolesWith } from '../../../../src/platform/access-roles.ts';
import { rowsUnder } from '../../../support/page-tables.ts';

const PAGE = readFileSync(new URL('../../../../docs/contributing/spec/roles.md', import.meta.url), 'utf8');

describe('access roles', () => {
  it('have the permissions of the page, cell by cell', () => {
    const rows = RIGHTS.map((right) => [
      `\`${right}\``,
      ...ACCESS_ROLES.map((role) => (RIGHTS_OF_ROLE[role].includes(right) ? 'yes' : '–')),
    ]);
    const written = rowsUnder(PAGE, '## Access roles').map(([right = '', ...cells]) => [right, ...cells.slice(0, -1)]);
    expect(written).to.deep.equal(rows);
  });

  it('are all of them but the admin without the right to administer, which the admin alone has', () => {
    expect(rolesWith('administer')).to.deep.equal(['admin']);
    expect(RIGHTS_OF_ROLE.admin).to.deep.equal([...RIGHTS]);
  });

  it('are named in the refusal, in a sentence', () => {
    expect(rightIsMissing('administer')).to.equal('This needs the role admin.');
    expect(rightIsMissing('author')).to.equal('This needs the role author or admin.');
    expect(rightIsMissing('see')).to.equal('This needs the role viewer, operator, author or admin.');
  });
});
