import { expect } from 'chai';
import { openCallStatistics, percentileMs, sumOfMethods, WINDOW_MS } from '../../../src/platform/call-statistics.ts';

describe('call statistics', () => {
  it('add calls, failures and durations up by name', () => {
    const calls = openCallStatistics(() => 0);
    calls.called('b', 10, false);
    calls.called('a', 2, true);
    calls.called('a', 4, false);
    const methods = calls.read().methods.map(({ name, calls: count, failures, totalMs }) => [name, count, failures, totalMs]);
    expect(methods).to.have.deep.members([
      ['a', 2, 1, 6],
      ['b', 1, 0, 10],
    ]);
  });

  it('forget a call when it leaves the window, and none before', () => {
    let time = 0;
    const calls = openCallStatistics(() => time);
    calls.called('early', 1, false);
    time = WINDOW_MS - 1;
    calls.called('late', 1, false);
    expect(calls.read().methods.map(({ name }) => name)).to.deep.equal(['early', 'late']);
    time = WINDOW_MS;
    expect(calls.read().methods.map(({ name }) => name)).to.deep.equal(['late']);
    time = 10 * WINDOW_MS;
    expect(calls.read().methods).to.deep.equal([]);
  });

  it('find the 99th percentile within a bucket when processes are added up', () => {
    const [one, two] = [openCallStatistics(() => 0), openCallStatistics(() => 0)];
    for (let n = 0; n < 98; n += 1) one.called('x', 3, false);
    two.called('x', 900, false);
    two.called('x', 900, false);
    const [sum] = sumOfMethods([...one.read().methods, ...two.read().methods]);
    expect(sum?.calls).to.equal(100);
    expect(sum && percentileMs(sum, 99)).to.be.within(900, 900 * Math.SQRT2);
    expect(sum && percentileMs(sum, 98)).to.be.within(3, 3 * Math.SQRT2 + 0.1);
    expect(percentileMs({ calls: 0, durations: [] }, 99)).to.equal(0);
  });

  it('put a call that took longer than every bound into the last bucket', () => {
    const calls = openCallStatistics(() => 0);
    calls.called('x', 1e9, false);
    const [method] = calls.read().methods;
    expect(method && percentileMs(method, 99)).to.be.greaterThan(60_000);
  });

  it('know what is in work when it begins and ends', () => {
    const calls = openCallStatistics(() => 0);
    const end = calls.began('job');
    calls.began('pluginRun');
    expect(calls.read()).to.deep.include({ jobsActive: 1, pluginRunsActive: 1 });
    end();
    end();
    expect(calls.read().jobsActive).to.equal(0);
  });
});
