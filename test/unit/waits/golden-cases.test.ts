// tier all: repeats the waits of all golden cases; test/unit/waits has each kind

import { expect } from 'chai';
import { isSuspended } from '../../../src/engine/state/suspension.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { CASES, modelOf, scriptOf } from '../../support/golden/replay.ts';
import { commandsOf } from '../../support/golden/script.ts';
import { textsIn, waitsIn } from './reading.ts';

/** The instance of a case after its first commands; `each` sees it after every one. */
function replayed(name: string, commands: number, each: (driver: Driver) => void = () => {}, shouldPause = false): Driver {
  const options = shouldPause ? { leavesPaused: true, context: { shouldPause: () => true } } : {};
  const driver = new Driver(modelOf(name), { checked: false, ...options });
  const sent: ReturnType<typeof commandsOf>[] = [];
  for (const scripted of scriptOf(name).commands.slice(0, commands)) {
    const next = commandsOf(scripted, driver, sent);
    sent.push(next);
    for (const command of next) {
      driver.send(command);
      each(driver);
      while (shouldPause && driver.state.paused !== null && !isSuspended(driver.state)) {
        driver.send({ type: 'ContinueRun' });
        each(driver);
      }
    }
  }
  return driver;
}

/** Every active activity instance appears once, in a sentence, with a known wait. */
function checkWaits(name: string, driver: Driver): void {
  const waits = waitsIn(driver);
  if (isTerminal(driver.state)) {
    expect(waits, name).to.deep.equal([]);
    return;
  }
  // an incident of what listens next to an entry is reported too
  const told = new Set(waits.flatMap(({ entry }) => (entry === null ? [] : [entry])));
  expect([...told], name).to.deep.equal([...driver.state.entries.keys()].sort((a, b) => a - b));
  for (const wait of waits) {
    expect(wait.text, name).to.match(/^[A-Z].*\.$/s);
    expect(wait.kind, `${name}: ${wait.text}`).not.to.equal('Other');
  }
}

describe('what an instance waits for, after every command of every golden case', () => {
  for (const name of CASES) {
    it(`is known when ${name} is replayed, also in the middle of paused runs`, () => {
      replayed(name, Infinity, (driver) => checkWaits(name, driver));
      replayed(name, Infinity, (driver) => checkWaits(name, driver), true);
    });
  }

  it('is the listener when a worker does one', () => {
    expect(textsIn(replayed('service-task/listener-jobs', 2)).join()).to.match(/: its listener to '\w+' waits to be taken/);
  });

  it('is the listener of the process when it has one', () => {
    const [wait] = waitsIn(replayed('process/listener-jobs', 1));
    expect([wait?.kind, wait?.element, wait?.customTask?.listensTo]).to.deep.equal(['CustomTask', null, 'start']);
    expect(wait?.text).to.match(/^Process '.*: its listener to 'start' waits to be taken/);
  });

  it('is the job that leads when a worker chooses what an ad-hoc body does', () => {
    expect(textsIn(replayed('ad-hoc-sub-process/led-by-a-job', 1))[0]).to.match(/: the job that leads it waits to be taken/);
  });
});
