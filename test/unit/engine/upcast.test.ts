import { expect } from 'chai';
import {
  applyEventSteps,
  knowsEvents,
  type Stored,
  UnknownVersion,
  upcastEvents,
  upcastSnapshot,
} from '../../../src/engine/events/upcast.ts';
import { EVENT_VERSION } from '../../../src/engine/events.ts';

const ROW = { seq: 3, subjectId: '0f8fad5b-d9cb-469f-a165-70867728950e' };

describe('the events of a journal row', () => {
  it('are the very same when the row has the present version', () => {
    const events = [{ type: 'FlowTaken', flow: 'f', entry: 1 }];
    expect(upcastEvents(events, { ...ROW, v: EVENT_VERSION })).to.equal(events);
  });

  for (const v of [EVENT_VERSION + 1, 0, 1.5]) {
    it(`are not guessed when the row has version ${v}`, () => {
      expect(knowsEvents(v)).to.equal(false);
      expect(() => upcastEvents([], { ...ROW, v })).to.throw(
        UnknownVersion,
        `row 3 of the journal of ${ROW.subjectId} has version ${v}; this release knows versions up to ${EVENT_VERSION}`,
      );
    });
  }

  it('go through every step in order when they are older: changed, split, dropped or left alone', () => {
    const steps = [
      { Named: ({ name, ...rest }: Stored) => [{ ...rest, title: name }], Dropped: () => [] },
      {
        Named: (event: Stored) => [{ ...event, title: `${event['title']}!` }],
        Both: () => [
          { type: 'First', n: 1 },
          { type: 'Second', n: 2 },
        ],
      },
    ];
    const events = [{ type: 'Named', name: 'a' }, { type: 'Dropped' }, { type: 'Both' }, { type: 'constructor', x: 1 }];
    expect(applyEventSteps(steps, events)).to.deep.equal([
      { type: 'Named', title: 'a!' },
      { type: 'First', n: 1 },
      { type: 'Second', n: 2 },
      { type: 'constructor', x: 1 },
    ]);
  });
});

describe('a stored snapshot', () => {
  const steps = { 2: (s: Stored) => ({ ...s, v: 3, a: 1 }), 3: (s: Stored) => ({ ...s, v: 4, b: 2 }) };

  it('is the very same when it has the present version', () => {
    const snapshot = { v: 4 };
    expect(upcastSnapshot(snapshot, 4, steps)).to.equal(snapshot);
  });

  it('goes through every step when it is older', () => {
    expect(upcastSnapshot({ v: 2, n: 0 }, 4, steps)).to.deep.equal({ v: 4, n: 0, a: 1, b: 2 });
  });

  for (const [what, snapshot] of [
    ['no step begins at its version', { v: 1 }],
    ['a newer release has written it', { v: 5 }],
    ['it has no version', {}],
  ] as const) {
    it(`is left to the journal when ${what}`, () => {
      expect(upcastSnapshot(snapshot, 4, steps)).to.equal(undefined);
    });
  }
});
