import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../../src/platform/version.ts';
import { COMMAND_LINE_PAGE, commandLinePage } from '../../support/command-line-page/page.ts';

describe('the page of all verbs', () => {
  it('shows the declared commands when one of them is changed (npm run verbs:write)', () => {
    expect(readFileSync(join(packageRoot, COMMAND_LINE_PAGE), 'utf8')).to.equal(commandLinePage());
  });
});
