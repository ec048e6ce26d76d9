// tier nightly: measures how long long filters take to read

import { expect } from 'chai';
import { sql } from 'kysely';
import { parseFilters } from '../../../src/queries/lists/list-filters.ts';
import { processorMs } from '../../support/processor-time.ts';

describe('the time to read filters', () => {
  it('is linear when they are long', () => {
    const text = `Key==${'\\'.repeat(30_000)}${'|='.repeat(15_000)}`;
    const fields = [{ name: 'Key', type: 'text', expression: sql`x` }] as const;
    expect(processorMs(() => parseFilters(text, fields))).to.be.below(500);
  });
});
