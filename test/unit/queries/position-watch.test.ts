import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { type FindMissing, type MissingMark, PositionWatch } from '../../../src/queries/position-watch.ts';
import type { PositionMark } from '../../../src/requests/position.ts';

const markOf = (subjectId = newId(), seq = 1): PositionMark => ({ kind: 'i', subjectId, seq });
const missing = (mark: PositionMark, isWritten = true): MissingMark => ({ ...mark, isWritten });
const NOTHING: readonly MissingMark[] = [];

/** A watch whose looks are answered in turn; the last answer is given again. */
function watchWith(...answers: readonly FindMissing[]) {
  const looks: (readonly PositionMark[])[] = [];
  const watch = new PositionWatch((marks) => {
    looks.push(marks);
    const answer = answers[Math.min(looks.length, answers.length) - 1] as FindMissing;
    return answer(marks);
  });
  return { watch, looks };
}

describe('waiting for positions', () => {
  it('asks no process when there is nothing to wait for', async () => {
    const { watch, looks } = watchWith(async () => NOTHING);
    expect(await watch.until([])).to.equal('reached');
    expect(looks).to.deep.equal([]);
  });

  it('shares one look when many come concurrently', async () => {
    const { watch, looks } = watchWith(async () => NOTHING);
    const marks = Array.from({ length: 50 }, () => markOf());
    const progress = await Promise.all(marks.map((mark) => watch.until([mark])));
    expect(new Set(progress)).to.deep.equal(new Set(['reached']));
    expect(looks).to.deep.equal([marks]);
  });

  it('looks again only for what was missing when others are there', async () => {
    const [early, late] = [markOf(), markOf()];
    const { watch, looks } = watchWith(
      async () => [missing(late)],
      async () => NOTHING,
    );
    expect(await Promise.all([watch.until([early]), watch.until([early, late])])).to.deep.equal(['reached', 'reached']);
    expect(looks).to.deep.equal([[early, early, late], [late]]);
  });

  it('distinguishes two rows of one subject when only the first is there', async () => {
    const id = newId();
    const [first, second] = [markOf(id, 1), markOf(id, 2)];
    const { watch, looks } = watchWith(
      async () => [missing(second)],
      async () => NOTHING,
    );
    await Promise.all([watch.until([first]), watch.until([second])]);
    expect(looks).to.deep.equal([[first, second], [second]]);
  });

  it('answers only the one that asked for it when a row was never written', async () => {
    const [invented, late] = [markOf(), markOf()];
    const { watch } = watchWith(
      async () => [missing(invented, false), missing(late)],
      async () => NOTHING,
    );
    expect(await Promise.all([watch.until([invented]), watch.until([late])])).to.deep.equal(['never-issued', 'reached']);
  });

  it('continues waiting when a row that was seen written is gone at the next look', async () => {
    const late = markOf();
    const { watch, looks } = watchWith(
      async () => [missing(late)],
      async () => [missing(late, false)],
      async () => NOTHING,
    );
    expect(await watch.until([late])).to.equal('reached');
    expect(looks).to.have.length(3);
  });

  it('takes no caller into a poll that has begun when they come during it', async () => {
    const [first, second] = [markOf(), markOf()];
    let coming: Promise<unknown> = Promise.resolve();
    const { watch, looks } = watchWith(
      async () => {
        coming = watch.until([second]);
        return NOTHING;
      },
      async () => NOTHING,
    );
    await watch.until([first]);
    await coming;
    expect(looks).to.deep.equal([[first], [second]]);
  });

  it('fails only those it was for when a look fails', async () => {
    const { watch } = watchWith(
      () => Promise.reject(new Error('the database is away')),
      async () => NOTHING,
    );
    const failed = await watch.until([markOf()]).catch((error: Error) => error.message);
    expect(failed).to.equal('the database is away');
    expect(await watch.until([markOf()])).to.equal('reached');
  });

  it('looks for others when one look does not end', async () => {
    let end: (found: readonly MissingMark[]) => void = () => {};
    let other: Promise<unknown> = Promise.resolve();
    let isHeld = true;
    let held: Promise<unknown> = Promise.resolve();
    const begun = new Promise<void>((resolve) => {
      const { watch } = watchWith(
        () => {
          other = watch.until([markOf()]);
          resolve();
          return new Promise((found) => (end = found));
        },
        async () => NOTHING,
      );
      held = watch.until([markOf()]).finally(() => (isHeld = false));
    });
    await begun;
    expect(await other).to.equal('reached');
    expect(isHeld).to.equal(true);
    end(NOTHING);
    expect(await held).to.equal('reached');
  });

  it('asks in parts, and for all of them, when more rows are waited for than one look asks for', async () => {
    const { watch, looks } = watchWith(async () => NOTHING);
    const many = Array.from({ length: 5 }, () => Array.from({ length: 600 }, () => markOf()));
    const huge = Array.from({ length: 3000 }, () => markOf());
    await Promise.all([...many, huge].map((marks) => watch.until(marks)));
    expect(looks.flat()).to.have.length(6000);
    expect(looks.map(({ length }) => length)).to.deep.equal([600, 600, 600, 600, 600, 3000]);
  });

  it('reports that the read side is behind when a row is not there in time', async () => {
    const late = markOf();
    const { watch, looks } = watchWith(async () => [missing(late)]);
    const since = performance.now();
    expect(await watch.until([late])).to.equal('behind');
    expect(performance.now() - since).to.be.at.least(1700);
    // the pauses grow: some dozens of looks, not hundreds
    expect(looks.length).to.be.lessThan(100);
  });
});
