import { expect } from 'chai';
import { scopeOfResult } from '../../../src/engine/state.ts';
import { readAllVariables } from '../../../src/engine/values/variable-scopes.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { modelOf, scriptOf } from '../../support/golden/replay.ts';
import { commandsOf } from '../../support/golden/script.ts';

/** Variables that the worker of a number can read, for each number that a case knows after its first commands. */
function readable(name: string, commands: number): unknown[] {
  const driver = new Driver(modelOf(name));
  for (const scripted of scriptOf(name).commands.slice(0, commands))
    for (const command of commandsOf(scripted, driver, [])) driver.send(command);
  const { state } = driver;
  return [...state.jobs.keys()].map((job) => {
    const scope = scopeOfResult(state, job);
    return scope === undefined ? undefined : readAllVariables(state.variables, scope);
  });
}

describe('what a worker of a job can read', () => {
  it('is what its entry can when it is the job of a listener', () => {
    expect(readable('service-task/listener-jobs', 2)).to.deep.equal([{ log: 'local', a: 1 }]);
  });

  it('is the root when it is the job of a process', () => {
    expect(readable('process/listener-jobs', 1)).to.deep.equal([{ a: 1 }]);
  });

  it('is the body when the job leads it', () => {
    const [variables] = readable('ad-hoc-sub-process/led-by-a-job', 3);
    expect(variables).to.include({ plan: 'first' }).and.to.have.property('results').that.deep.equals([1]);
  });

  it('is nothing when the number names nothing', () => {
    const driver = new Driver(modelOf('process/listener-jobs'));
    expect(scopeOfResult(driver.state, 99)).to.equal(undefined);
  });
});
