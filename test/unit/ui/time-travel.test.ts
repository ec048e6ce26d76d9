import { expect } from 'chai';
import { restorable } from '../../../src/engine/state/snapshot.ts';
import { describeFrame, elementOf } from '../../../src/ui/web/pages/instance/describe-frame.ts';
import { iterationWords } from '../../../src/ui/web/pages/instance/entries.ts';
import { marksOf, visit } from '../../../src/ui/web/pages/instance/moment-marks.ts';
import { PreparedJournal } from '../../../src/ui/web/pages/instance/prepared-journal.ts';
import { type ElementExecution, type Frame, framesOf, type Moment, Replay } from '../../../src/ui/web/pages/instance/replay.ts';
import type { JournalRowView } from '../../../src/ui/wire/instances.ts';
import { complete, start } from '../../support/given-when-then.ts';
import { Driver, type Stimulus } from '../../support/given-when-then-driver.ts';
import { textOfState } from '../../support/given-when-then-invariants.ts';
import { processOf } from '../../support/process-builder.ts';

const LOOPED = `
  s: start
  sub: sub {
    i: start
    ask: task
    g1: i -> ask
  }
  bad: script x = missing.name
  e: end
  f1: s -> sub
  f2: sub -> bad
  f3: bad -> e
  @sub multi over items as item`;
/** Where `bad` fails, the instance ends while `a` waits. */
const BRANCHED = `
  s: start
  x: and
  a, b: task
  bad: script y = missing.name
  f1: s -> x
  f2: x -> a
  f3: x -> b
  f4: b -> bad`;
const BEGUN = Date.UTC(2026, 0, 31);

describe('time travel', () => {
  it('has the items of a loop, in the tree and by the ids of activity instances', async () => {
    const { frames, rows } = lifeOf(LOOPED, start({ items: [{ name: 'Ann' }, 'Cleo', [1]] }));
    const [, wrapper] = new Replay(frames).at(frames.length).executions;
    expect(wrapper?.inside.map(({ index, itemText }) => [index, itemText])).to.deep.equal([
      [0, 'Ann'],
      [1, 'Cleo'],
      [2, undefined],
    ]);
    const entryIds = Object.fromEntries((wrapper?.inside ?? []).map(({ ordinal }) => [ordinal, `id-${ordinal}`]));
    const journal = await PreparedJournal.of(
      1,
      rows.map((row, at) => (at === 0 ? { ...row, entryIds } : row)),
    );
    const words = [...journal.entries.values()].map(iterationWords);
    expect(words).to.deep.equal(['#1 Ann', '#2 Cleo', '#3']);
  });

  it('applies events as the engine does, whatever moment is asked for and in whatever order', () => {
    const { driver, frames } = lifeOf(LOOPED, start({ items: ['a', 'b'] }), complete('ask'));
    const replay = new Replay(frames);
    const last = frames.length;
    const texts = frames.map((_, index) => textOfState(replay.at(index + 1).state));
    for (const position of [last, 1, 5, 4, last, last - 1, 0, 3]) {
      const { state, frame } = replay.at(position);
      expect(frame?.number ?? 0).to.equal(position);
      if (position > 0) expect(textOfState(state)).to.equal(texts[position - 1]);
    }
    const { variables, rootVariables } = replay.at(last).state;
    expect(variables.get(rootVariables)?.values).to.deep.equal(driver.state.variables.get(driver.state.rootVariables)?.values);
    expect(replay.at(last + 10).frame?.number).to.equal(last);
  });

  it('numbers frames over all rows, each with the time of its row', () => {
    const { rows, frames } = lifeOf(LOOPED, start({ items: ['a'] }), complete('ask'));
    expect(frames.map(({ number }) => number)).to.deep.equal(frames.map((_, index) => index + 1));
    expect(frames.at(-1)).to.include({ seq: 2, at: Date.parse(rows[1]?.at ?? '') });
    expect([...framesOf([])]).to.deep.equal([]);
    expect(new Replay([]).at(1)).to.deep.include({ frame: null, executions: [] });
  });

  it('is prepared in turns when a history is long, so that the page never blocks', async () => {
    const looped =
      's: start\nup: script i = i + 1\ng: xor\ne: end\nf1: s -> up\nf2: up -> g\nf3: g -> up [i < 200]\nf4: g -> e [i == 200]';
    const { rows, frames } = lifeOf(looped, start({ i: 0 }));
    let turns = 0;
    const journal = await PreparedJournal.of(1, rows, async () => {
      turns += 1;
    });
    expect(frames.length).to.be.above(1000);
    expect(turns).to.equal(Math.floor(frames.length / 1000));
    expect(journal.frames).to.deep.equal(frames);
    expect(textOfState(journal.replay.at(frames.length).state)).to.equal(textOfState(new Replay(frames).at(frames.length).state));
    expect(JSON.stringify(journal)).to.equal('1');
  });

  it('keeps what has ended, inside what, and how', () => {
    const { frames } = lifeOf(LOOPED, start({ items: ['a', 'b'] }), complete('ask'), complete('ask'));
    const { executions, takenFlows } = new Replay(frames).at(frames.length);
    expect(namesOf(executions)).to.deep.equal([
      's completed',
      'sub completed',
      'sub completed #0',
      'i completed',
      'ask completed',
      'sub completed #1',
      'i completed',
      'ask completed',
      'bad failed',
    ]);
    expect(executions[1]?.elementType).to.equal('multiInstance');
    expect(executions.at(-1)?.note).to.match(/^\[500\] /);
    expect([...takenFlows]).to.deep.equal(['f1', 'g1', 'f2']);
    const [sub] = executions.slice(1);
    expect([sub?.startedAt, sub?.endedAt]).to.deep.equal([BEGUN + 1000, BEGUN + 3000]);
  });

  it('counts no time between the end of an instance and its retry', () => {
    const { driver } = lifeOf(BRANCHED, start());
    const state = JSON.parse(JSON.stringify(restorable(driver.state, true))) as object;
    const { rows } = lifeOf(BRANCHED, start(), complete('b'));
    const restored = { type: 'InstanceRestored', from: { instanceId: '', seq: 1 }, state };
    const retried = { ...rows[0], seq: 3, at: new Date(BEGUN + 62_000).toISOString(), events: [restored] } as JournalRowView;
    const frames = [...framesOf([...rows, retried])];
    const waiting = new Replay(frames).at(frames.length).executions.find(({ element }) => element === 'a');
    expect(waiting).to.include({ outcome: 'active', startedAt: BEGUN + 1000, endedAt: null, pausedMs: 60_000 });
  });

  it('shows tokens by number, and the gravest end of an element that ran several times', () => {
    const { frames } = lifeOf(LOOPED, start({ items: ['a', 'b'] }));
    const replay = new Replay(frames);
    const { marks, badges, flows } = marksOf(replay.at(frames.length));
    expect(Object.fromEntries(marks)).to.deep.equal({ s: 'completed', sub: 'active', i: 'completed', ask: 'active' });
    expect(badges.get('ask')).to.deep.equal([{ kind: 'active', text: '2', label: '2 tokens' }]);
    expect([...flows]).to.deep.equal(['f1', 'g1']);
    const run = (element: string, outcome: ElementExecution['outcome']) =>
      ({ element, outcome, inside: [] }) as unknown as ElementExecution;
    const mixed = { executions: [run('a', 'failed'), run('a', 'completed'), run('b', 'cancelled'), run('b', 'active')] };
    const state = { incidents: new Map() };
    const shown = marksOf({ ...mixed, state, takenFlows: new Set<string>() } as unknown as Moment);
    expect(Object.fromEntries(shown.marks)).to.deep.equal({ a: 'failed', b: 'active' });
  });

  it('reports each frame in a few words', () => {
    const forked = 's: start\nx: xor\na, b: task\nf1: s -> x\nf2*: x -> a\nf3: x -> b [n > 1]';
    const told = lifeOf(forked, start({ n: 1 })).frames.map(({ event }) => describeFrame(event));
    expect(told[0]).to.equal('Instance started');
    expect(told).to.include.members(['Element activated: x', 'Condition evaluated: f3 is false', 'Flow taken: f2']);
    const named = lifeOf(forked, start({ n: 1 })).frames.map(({ event }) => describeFrame(event, (id) => `<${id}>`));
    expect(named).to.include.members(['Element activated: <x>', 'Condition evaluated: <f3> is false', 'Flow taken: <f2>']);
    const written = { type: 'VariablesWritten', variableScope: 2, values: { a: 1, b: 2 } } as const;
    expect(describeFrame(written)).to.equal('Variables written: a, b');
    expect(elementOf(written)).to.equal(null);
    const at = { incident: 3, entry: 2, element: 'a' };
    const failed = {
      code: '500',
      message: 'no',
      cause: { kind: 'givenByPlugin' },
      repeat: { kind: 'job' },
      count: 1,
      since: 0,
    } as const;
    expect(describeFrame({ type: 'IncidentRaised', ...at, ...failed })).to.equal('Incident raised: a [500] no');
    expect(describeFrame({ type: 'IncidentRaised', ...at, ...failed }, () => 'A')).to.equal('Incident raised: A [500] no');
    expect(describeFrame({ type: 'IncidentEnded', ...at, outcome: 'retried' })).to.equal('Incident ended: a, retried');
  });
});

/** The events of an instance as in its journal: a row per command, a second apart. */
function lifeOf(notation: string, ...commands: readonly Stimulus[]): { driver: Driver; rows: JournalRowView[]; frames: Frame[] } {
  const driver = new Driver(processOf(notation));
  for (const command of commands) expect(driver.send(command).ok).to.equal(true);
  const rows = driver.batches.map((events, index) => ({
    seq: index + 1,
    at: new Date(BEGUN + (index + 1) * 1000).toISOString(),
    commandId: '',
    actor: null,
    events: JSON.parse(JSON.stringify(events)) as unknown[],
  }));
  return { driver, rows, frames: [...framesOf(rows)] };
}

function namesOf(executions: readonly ElementExecution[]): string[] {
  const names: string[] = [];
  visit(executions, ({ element, outcome, index }) => names.push(`${element} ${outcome}${index === null ? '' : ` #${index}`}`));
  return names;
}
