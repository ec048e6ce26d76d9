// tier nightly: measures how long the event loop is blocked, and how long starts take
// runs alone: it looks at how long the event loop is blocked

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { sequence, userTask } from '../../support/models/models.ts';
import { BACKENDS, startService, type TestService } from '../../support/service.ts';

const javascript = (id: string, source: string) =>
  `<scriptTask id="${id}" scriptFormat="javascript"><script><![CDATA[${source}]]></script></scriptTask>`;
const ENDLESS = 'for (;;) {}';
const FLOOD = 40;
/** What the event loop may be blocked, with room for a machine that has other work. Unit: ms. */
const HELD_UP_MS = 400;
/** How long an ordinary start may take next to the flood; without threads it waits for all scripts before it. Unit: ms. */
const ORDINARY_MS = 5000;

for (const backend of BACKENDS) {
  describe(`scripts without end next to an ordinary process on ${backend} (docs/contributing/spec/expressions.md#long-texts)`, () => {
    let service: TestService;
    before(async () => {
      const env = { Engine__CommandTimeoutSeconds: '60', Scripting__TimeoutMs: '300' };
      service = await startService({ backend, env });
      await deploy(service.url, sequence('endless', javascript('work', ENDLESS), userTask('review')));
      await deploy(service.url, sequence('ordinary', javascript('work', '_context.x = 6 * 7'), userTask('review')));
      await start(service.url, 'ordinary');
    });
    after(() => service.stop());

    it('delay neither the event loop nor the others when there are many of them', async function () {
      this.timeout(120_000);
      let isOver = false;
      const heldUp = monitorEventLoopDelay({ resolution: 5 });
      heldUp.enable();
      const flood = Promise.all(Array.from({ length: FLOOD }, () => start(service.url, 'endless'))).finally(() => {
        isOver = true;
      });
      const took: number[] = [];
      while (!isOver) {
        const began = performance.now();
        await start(service.url, 'ordinary');
        took.push(performance.now() - began);
      }
      heldUp.disable();
      const ended = await flood;
      expect(took.length).to.be.above(10);
      expect(took.sort((a, b) => a - b)[Math.floor(took.length * 0.9)]).to.be.below(ORDINARY_MS);
      expect(heldUp.percentile(99) / 1e6).to.be.below(HELD_UP_MS);
      for (const id of ended.slice(0, 3)) {
        const { isFailed, completedActivities } = await stateOf(service.url, id);
        const [failed] = completedActivities.filter(({ errorState }) => errorState !== null);
        expect([isFailed, failed?.errorState?.code]).to.deep.equal([true, '500']);
        expect(failed?.errorState?.message).to.match(/^time limit of 300 ms exceeded$/);
      }
      const { text } = await get(service.url, '/metrics');
      const [, timedOut] = /service_long_texts_total\{outcome="timed_out"\} (\d+)/.exec(text) ?? [];
      expect(Number(timedOut)).to.be.at.least(FLOOD);
    });
  });
}
