import { expect } from 'chai';
import type { DefinitionEvent } from '../../../src/engine/events/journal-events.ts';
import { applyRow, newProjection, type ProcessProjection } from '../../../src/projector/subject-projection.ts';
import * as made from '../../support/hand-made-journal.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('process key', () => {
  it('has one definition row per version and the activity of the latest when it was deployed twice', () => {
    const projection = newProjection({ subjectId: ID, kind: 'd' }) as ProcessProjection;
    const last = made.deployed('order', 2, [], false);
    for (const row of made.journalOf(ID, [made.deployed('order', 1)], [last])) applyRow(projection, row);
    expect(projection.row).to.deep.equal({ subjectId: ID, key: 'order', isActive: false, isSuspended: false });
    expect([...projection.definitions.values()].map(({ version, activitiesCount }) => [version, activitiesCount])).to.deep.equal([
      [1, 5],
      [2, 5],
    ]);
  });

  it('is suspended until it is resumed when versions are deployed, disabled and enabled in between', () => {
    const projection = newProjection({ subjectId: ID, kind: 'd' }) as ProcessProjection;
    const seen: (boolean | undefined)[][] = [];
    const key = 'order';
    const events: DefinitionEvent[] = [
      made.deployed(key, 1),
      { type: 'DefinitionSuspended', key, reason: 'look' },
      made.deployed(key, 2),
      { type: 'DefinitionDisabled', key },
      { type: 'DefinitionResumed', key },
    ];
    for (const row of made.journalOf(ID, ...events.map((event) => [event]))) {
      expect(applyRow(projection, row)).to.equal(undefined);
      seen.push([projection.row?.isActive, projection.row?.isSuspended]);
    }
    expect(seen).to.deep.equal([
      [true, false],
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ]);
  });
});
