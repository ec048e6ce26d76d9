import { expect } from 'chai';
import { engineSources } from '../../../lab/mutants/engine-copy.ts';
import type { Mutant } from '../../../lab/mutants/mutant.ts';
import { MUTANTS } from '../../../lab/mutants/mutants.ts';
import { patch, readSource } from '../../../lab/mutants/place.ts';
import { itFull } from '../../support/tier.ts';

const CODE = `
export function fire(run: Run, step: Step): void {
  if (run.isOver && !step.isLate) return;
  run.emit({ type: 'Fired', step });
  run.forget(step);
}
export const gateway: Behaviour = { onArrive(run) { run.emit({ type: 'Arrived' }); } };
`;
const MUTANT: Mutant = { bug: 'a bug', in: 'fire', from: '$run.isOver && !$step.isLate', to: '$run.isOver' };

const patched = (code: string, change: Partial<Mutant> = {}) =>
  patch({ ...MUTANT, ...change }, [readSource('a.ts', ''), readSource('b.ts', code)]);

describe('the place of a mutant', () => {
  it('is found when variables, layout and the function have other names than they had', () => {
    const renamed = CODE.replaceAll('step', 'token')
      .replace('run.isOver &&', 'run . isOver // why\n &&')
      .replace('fire', 'shoot');
    expect(patched(renamed).file).to.equal('b.ts');
    expect(patched(renamed).text).to.include('if ((run.isOver)) return;');
  });

  it('is searched in the declaration that is named when others have the same code', () => {
    const twice = `${CODE}export function other(run: Run, step: Step) { return run.isOver && !step.isLate; }`;
    expect(patched(twice).text).to.include('return run.isOver && !step.isLate;');
    expect(() => patched(twice, { in: 'gone' })).to.throw("'a bug': its code stands 2 times in gone (b.ts, b.ts), not once");
  });

  it('is absent when one variable represents two', () => {
    expect(() => patched(CODE, { from: '$a.isOver && !$a.isLate', to: '' })).to.throw('stands 0 times in fire');
  });

  it('may be statements, and members of objects, when they are taken away', () => {
    const rest = patched(CODE, { from: "$run.emit({ type: 'Fired', step: $step }); $run.forget($step);", to: '' });
    expect(rest.text).to.match(/return;\s*;\s*}\nexport const gateway/);
    const member = patched(CODE, { in: 'gateway.onArrive', from: "$run.emit({ type: 'Arrived' });", to: '' });
    expect(member.text).to.include('onArrive(run) { ; }');
  });

  it('takes only variables it has when it is filled', () => {
    expect(() => patched(CODE, { to: '$other' })).to.throw("$other stands in its 'to', not in its 'from'");
  });
});

describe('the mutants', () => {
  const sources = engineSources();

  itFull('are each exactly once in the engine when its code changes', () => {
    const unfit = MUTANTS.flatMap((mutant) => {
      try {
        patch(mutant, sources);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    expect(unfit.join('\n')).to.equal('');
  });

  it('are different bugs when their words are compared', () => {
    const words = MUTANTS.map(({ bug }) => bug);
    expect(words.filter((bug, at) => words.indexOf(bug) !== at)).to.deep.equal([]);
  });
});
