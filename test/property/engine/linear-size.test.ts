// tier all: large counts; takes 7 s

import { expect } from 'chai';
import { complete, givenWith, start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { itFull } from '../../support/tier.ts';
import { rootVariablesOf } from '../../support/trace.ts';

/** The driver's own checks copy the whole state around every command; here the engine runs alone. The bench measures time. */
const UNCHECKED = { checked: false } as const;

const LOOP = `
  s: start
  m: xor
  count: script n = n + 1
  gw: xor
  e: end
  f1: s -> m
  f2: m -> count
  f3: count -> gw
  back: gw -> m [n < rounds]
  f4*: gw -> e`;

/** A fork to `branches` branches of one element each, and their join. */
function wide(gateway: 'and' | 'or', branches: number, element: string): string {
  const names = Array.from({ length: branches }, (_, i) => `t${i}`);
  const paths = names.map((name) => `f_${name}: fork -> ${name}\ng_${name}: ${name} -> join`);
  return `s: start\nfork, join: ${gateway}\n${names.join(', ')}: ${element}\ne: end\nf1: s -> fork\n${paths.join('\n')}\nf2: join -> e`;
}

/** Events and steps of a run that ends immediately. */
function sizeOf(model: string, variables: Record<string, number> = {}): { events: number; activations: number } {
  const { events, state } = givenWith(UNCHECKED, model).when(start(variables));
  expect(state.status).to.equal('completed');
  return { events: events.length, activations: events.filter((event) => event.type === 'ElementActivated').length };
}

describe('the size of a run', () => {
  itFull('is linear when a loop takes 10,000 rounds', () => {
    const half = sizeOf(LOOP, { n: 0, rounds: 5000 });
    const whole = sizeOf(LOOP, { n: 0, rounds: 10_000 });
    expect(whole.activations).to.equal(3 * 10_000 + 2);
    expect(whole.events - half.events).to.equal(5000 * ((half.events - sizeOf(LOOP, { n: 0, rounds: 1 }).events) / 4999));
  });

  for (const gateway of ['and', 'or'] as const) {
    it(`is linear when ${gateway} forks into 5,000 branches and joins them`, () => {
      const half = sizeOf(wide(gateway, 2500, 'pass'));
      const whole = sizeOf(wide(gateway, 5000, 'pass'));
      expect(whole.activations).to.equal(5000 + 4);
      // per branch: scope opened, activated, completed, two flows, arrived at the join or opened it, scope closed
      expect(whole.events - half.events).to.equal(2500 * 7);
    });

    // slow: completes 5,000 branches
    it(`of each command stays the same when 5,000 branches of ${gateway} are completed one by one`, () => {
      const driver = new Driver(processOf(wide(gateway, 5000, 'task')), UNCHECKED);
      driver.send(start());
      for (let i = 0; i < 5000; i += 1) driver.send(complete(`t${i}`, { [`v${i % 10}`]: i }));
      expect(driver.state.status).to.equal('completed');
      const sizes = driver.batches.slice(2, -1).map((batch) => batch.length);
      expect(new Set(sizes)).to.deep.equal(new Set([4]));
      expect(rootVariablesOf(driver.state)).to.include({ v0: 4990, v9: 4999 });
    });
  }

  it('is linear when 1,000 sub-processes are inside each other', () => {
    const depth = 1000;
    const opening = Array.from({ length: depth }, (_, i) => `s${i}: sub {`).join('\n');
    const { events, state } = givenWith(UNCHECKED, `${opening}\nt: script x = 1\n${'}\n'.repeat(depth)}`).when(start());
    expect(state.status).to.equal('completed');
    // per sub-process: activated, completed, scope and variable scope opened and closed
    expect(events.length).to.equal(6 * depth + 5);
  });
});
