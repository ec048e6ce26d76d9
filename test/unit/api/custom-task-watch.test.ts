import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { openCustomTaskWatch } from '../../../src/api/custom-task-watch.ts';
import type { WantedTasks } from '../../../src/queries/custom-tasks.ts';

const FAR = Date.now() + 3_600_000;
const never = () => false;

/** A table whose numbers of free tasks a test sets; it notes what was looked for. */
function table(free: Record<string, number>) {
  const looks: (readonly WantedTasks[])[] = [];
  const watch = openCustomTaskWatch(async (wanted) => {
    looks.push(wanted);
    return new Map(wanted.map(({ wanted, most }) => [wanted, Math.min(most, free[wanted] ?? 0)]));
  });
  return { watch, looks, free };
}

describe('the watch of custom tasks', () => {
  it('looks once for all who ask in one turn', async () => {
    const { watch, looks } = table({ a: 5, b: 5 });
    const asked = ['a', 'b', 'a'].map((type) => watch.free(type, FAR, never));
    expect(await Promise.all(asked)).to.deep.equal([true, true, true]);
    expect(looks).to.deep.equal([
      [
        { wanted: 'a', most: 2 },
        { wanted: 'b', most: 1 },
      ],
    ]);
  });

  it('wakes those who wait longest, as many as there are tasks', async () => {
    const { watch, free } = table({ a: 2 });
    const answers: number[] = [];
    const asked = [0, 1, 2, 3].map((at) =>
      watch.free('a', FAR, () => free['a'] === -1).then((isFree) => isFree && answers.push(at)),
    );
    await Promise.all(asked.slice(0, 2));
    expect(answers).to.deep.equal([0, 1]);
    free['a'] = -1;
    await Promise.all(asked);
    expect(answers).to.deep.equal([0, 1]);
  });

  it('pauses four times as long as its last look took, so that slow looks do not fill the time', async () => {
    const looks: { readonly from: number; readonly to: number }[] = [];
    const watch = openCustomTaskWatch(async (wanted) => {
      const from = performance.now();
      // waits: the time of a slow look is what is tested
      await setTimeout(60);
      looks.push({ from, to: performance.now() });
      return new Map(wanted.map(({ wanted }) => [wanted, looks.length - 1]));
    });
    expect(await watch.free('a', FAR, never)).to.equal(true);
    const [first, second] = looks;
    expect((second?.from ?? 0) - (first?.to ?? 0)).to.be.at.least(200);
  });

  it('answers those who are over in the pause behind a slow look', async () => {
    let isStopping = false;
    const watch = openCustomTaskWatch(async () => {
      // waits: a slow look has a long pause behind it
      await setTimeout(500);
      return new Map();
    });
    const waiting = watch.free('a', FAR, () => isStopping);
    await watch.free('b', 0, never);
    isStopping = true;
    // waits: half of the pause; timers of one process end in order, however busy it is
    expect(await Promise.race([waiting, setTimeout(1000, 'in the pause')])).to.equal(false);
  });

  it('looks once when the time is over already', async () => {
    const { watch, looks } = table({});
    expect(await watch.free('a', 0, never)).to.equal(false);
    expect(looks).to.have.length(1);
  });

  it('finds a task that comes while a user waits', async () => {
    const { watch, free, looks } = table({});
    const waiting = watch.free('a', FAR, never);
    await watch.free('b', 0, never);
    free['a'] = 1;
    expect(await waiting).to.equal(true);
    expect(looks.length).to.be.greaterThan(1);
  });

  it('puts those who come behind those who wait when they want the same type', async () => {
    const { watch, free, looks } = table({});
    const first = watch.free('a', FAR, never);
    await watch.free('b', 0, never);
    free['a'] = 1;
    const second = watch.free('a', Date.now(), never);
    expect(await second).to.equal(false);
    expect(await first).to.equal(true);
    expect(looks).to.have.length(2);
  });

  it('looks for no one who has left', async () => {
    const { watch, looks } = table({ a: 1 });
    expect(await watch.free('a', FAR, () => true)).to.equal(false);
    expect(looks).to.deep.equal([]);
  });

  it('notifies everyone who waits when the tables cannot be read, and continues with the next', async () => {
    let isBroken = true;
    const watch = openCustomTaskWatch(async () => {
      if (isBroken) throw new Error('no database');
      return new Map([['a', 1]]);
    });
    const said = await Promise.allSettled([watch.free('a', FAR, never), watch.free('b', FAR, never)]);
    expect(said.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    isBroken = false;
    expect(await watch.free('a', FAR, never)).to.equal(true);
  });
});
