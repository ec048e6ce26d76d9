import { expect } from 'chai';
import { type Sample, slope } from '../../lab/chaos/soak/samples.ts';
import { verdictOf } from '../../lab/chaos/soak/verdict.ts';

const MB = 1024 * 1024;
const sample = (n: number, { mb = 120, bytes = n * MB, open = 3 } = {}): Sample => ({
  hours: n / 60,
  memory: { api: 100, worker: mb, projector: 90 },
  open: { outbox: open, dead_letter: 0 },
  bytes,
  instances: n * 100,
});
const samples = (of: (n: number) => Parameters<typeof sample>[1]) => Array.from({ length: 60 }, (_, n) => sample(n, of(n)));

describe('the verdict on a soak', () => {
  it('is good when memory and the room of an instance stay', () => {
    const { lines, broken } = verdictOf(samples((n) => ({ mb: 120 + (n % 7) })));
    expect(broken).to.deep.equal([]);
    expect(lines.join('\n'))
      .to.contain('memory of worker: 120 to 126 MB')
      .and.to.contain('10.2 kB for an instance early, 10.2 kB late');
  });

  it('names the role whose memory grows', () => {
    expect(verdictOf(samples((n) => ({ mb: 120 + 3 * n }))).broken).to.deep.equal([
      'the memory of the worker grows by 180 MB an hour',
    ]);
  });

  it('sees tables in which an instance takes more and more room', () => {
    expect(verdictOf(samples((n) => ({ bytes: n * n * MB }))).broken).to.deep.equal([
      'an instance costs more and more room in the tables',
    ]);
  });

  it('fits a straight line', () => {
    expect(slope([0, 1, 2, 3].map((x) => [x, 5 + 2 * x] as const))).to.be.closeTo(2, 1e-9);
  });
});
