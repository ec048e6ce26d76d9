// tier nightly: measures how long a long row takes to projection

import { expect } from 'chai';
import * as made from '../../support/hand-made-journal.ts';
import { projectInstance } from '../../support/instance-projections.ts';
import { processorMs } from '../../support/processor-time.ts';

const ID = '00000000-0000-5000-8000-000000000001';

describe('the time to projection a row', () => {
  it('is well under a second when a loop wrote 40,000 events', () => {
    const round = (n: number) => [
      ...made.passed(3 + n, 'script', 'scriptTask'),
      made.written(2, { [`v${n % 500}`]: n }),
      made.condition(3 + n, 'back', true),
    ];
    const events = [made.started(ID), ...Array.from({ length: 10_000 }, (_, n) => round(n)).flat()];
    expect(processorMs(() => projectInstance(ID, events))).to.be.below(800);
  });
});
