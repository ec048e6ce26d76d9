// tier nightly: measures how long the event loop is blocked
// runs alone: how long the event loop is kept is measured

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { startOf } from '../../support/commands.ts';
import { documentOf } from '../../support/models/models.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('files with many processes', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  /** `count` processes of `tasks` tasks in a row. */
  function chains(count: number, tasks: number): string {
    const chain = (key: string) =>
      Array.from({ length: tasks }, (_, n) => {
        const before = n === 0 ? `start-${key}` : `${key}-${n - 1}`;
        return `<task id="${key}-${n}"/><sequenceFlow id="${key}-f${n}" sourceRef="${before}" targetRef="${key}-${n}"/>`;
      }).join('');
    const one = (key: string) =>
      `<process id="${key}" isExecutable="true"><startEvent id="start-${key}"/>${chain(key)}</process>`;
    return documentOf(Array.from({ length: count }, (_, n) => one(`c${n}`)).join(''));
  }

  it('let others work while they are read, decided and started', async function () {
    this.timeout(120_000);
    const file = chains(30, 200);
    const began = performance.now();
    parseDefinitions(file);
    const parsingMs = performance.now() - began;
    await side.deploy(chains(1, 300)); // the thread has started
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await side.deploy(file);
    const replies = await side.run(startOf('c1'), startOf('c29'));
    delay.disable();
    expect(replies.map((reply) => reply?.ok)).to.deep.equal([true, true]);
    expect(delay.max / 1e6).to.be.lessThan(parsingMs / 2);
  });
});
