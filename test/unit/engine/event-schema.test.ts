import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { type EventSchema, readEventSchema, type Shape } from '../../support/history/event-schema.ts';
import { breakingChanges } from '../../support/history/event-schema-changes.ts';
import { withoutNewMembers } from '../../support/history/new-members.ts';

function schemaOf(members: Shape, types: Record<string, Shape> = {}): EventSchema {
  return { eventVersion: 1, snapshotVersion: 1, events: { Thing: members }, types };
}

describe('the schema of the events', () => {
  it('follows names, unions, generic types and what an interface extends when it is read from the source', () => {
    const { events, types } = readEventSchema(new URL('../../../src/engine/', import.meta.url));
    expect(events['ElementFailed']).to.include({ entry: 'number', elementType: 'ElementType', since: 'number', code: 'string' });
    expect(events['ElementActivated']).to.include({ 'loop?': "'multiInstance' | 'standardLoop'", 'index?': 'number' });
    expect(String(types['ElementType'])).to.contain("'userTask'");
    expect(types['SubscriptionSubject']).to.be.an('array').with.length(4);
  });

  const was = schemaOf({ a: 'number', 'b?': 'string', c: 'Inner' }, { Inner: [{ kind: "'x'" }, { kind: "'y'", n: 'number' }] });
  for (const [what, now] of [
    [
      'nothing has changed but the name of a type',
      schemaOf({ a: 'number', 'b?': 'string', c: 'Other' }, { Other: [{ kind: "'x'" }, { kind: "'y'", n: 'number' }] }),
    ],
    ['a member has come that may be absent', schemaOf({ a: 'number', 'b?': 'string', c: 'Inner', 'd?': 'number' }, was.types)],
    [
      'the same in one of several alternatives',
      schemaOf({
        a: 'number',
        'b?': 'string',
        c: [
          { kind: "'x'", 'm?': 'string' },
          { kind: "'y'", n: 'number' },
        ],
      }),
    ],
  ] as const) {
    it(`breaks nothing when ${what}`, () => {
      expect(breakingChanges(was, now)).to.deep.equal([]);
    });
  }
  for (const [change, now] of [
    ['Thing.a is gone', { 'b?': 'string', c: 'Inner' }],
    ['Thing.a was number and is string', { a: 'string', 'b?': 'string', c: 'Inner' }],
    ['Thing.a can be absent now', { 'a?': 'number', 'b?': 'string', c: 'Inner' }],
    ['Thing.b could be absent and cannot any more', { a: 'number', b: 'string', c: 'Inner' }],
    ['Thing.d is new and cannot be absent', { a: 'number', 'b?': 'string', c: 'Inner', d: 'number' }],
    ['Thing.c has lost or changed {"kind":"\'x\'"}', { a: 'number', 'b?': 'string', c: [{ kind: "'y'", n: 'number' }] }],
    [
      'Thing.c has got {"kind":"\'z\'"}',
      { a: 'number', 'b?': 'string', c: [{ kind: "'x'" }, { kind: "'y'", n: 'number' }, { kind: "'z'" }] },
    ],
  ] as const) {
    it(`needs another version when ${change}`, () => {
      expect(breakingChanges(was, schemaOf(now, was.types))).to.deep.equal([change]);
    });
  }

  it('names events that were added or removed', () => {
    const other = { ...was, events: { Other: {} } };
    expect(breakingChanges(was, other)).to.deep.equal(['Other is a new event', 'Thing is gone']);
  });
});

describe('events without the members that were added since', () => {
  it('lose what a recording could not have, at every depth, and nothing else', () => {
    const recorded = schemaOf(
      { a: 'number', list: { 'list of': 'One' } },
      { One: [{ kind: "'x'" }, { kind: "'y'", n: 'number' }] },
    );
    const present = schemaOf(
      { a: 'number', 'why?': 'string', list: { 'list of': 'One' } },
      { One: [{ kind: "'x'" }, { kind: "'y'", n: 'number', 'why?': 'string' }] },
    );
    const event = { type: 'Thing', a: 1, why: 'new', odd: 1, list: [{ kind: 'x' }, { kind: 'y', n: 1, why: 'new' }] };
    expect(withoutNewMembers(recorded, present, [event as unknown as EngineEvent])).to.deep.equal([
      { type: 'Thing', a: 1, odd: 1, list: [{ kind: 'x' }, { kind: 'y', n: 1 }] },
    ]);
  });
});
