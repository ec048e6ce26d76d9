import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../../support/http/steps.ts';
import { catching, onTimer, processOf } from '../../support/models/event-elements.ts';
import { sequence, userTask } from '../../support/models/models.ts';
import { startService, type TestService, TIER_BACKENDS } from '../../support/service.ts';
import { itFull } from '../../support/tier.ts';

const javascript = (id: string, source: string) =>
  `<scriptTask id="${id}" scriptFormat="javascript"><script><![CDATA[${source}]]></script></scriptTask>`;
const ENDLESS = 'for (;;) {}';
const FLOOD = 5;
const BEHIND_TIMERS = 3;

for (const backend of TIER_BACKENDS) {
  describe(`scripts without end next to an ordinary process on ${backend} (docs/contributing/spec/expressions.md#long-texts)`, () => {
    let service: TestService;
    before(async () => {
      const env = { Engine__CommandTimeoutSeconds: '60', Scripting__TimeoutMs: '300' };
      service = await startService({ backend, env });
      await deploy(service.url, sequence('endless', javascript('work', ENDLESS), userTask('review')));
      await deploy(service.url, sequence('ordinary', javascript('work', '_context.x = 6 * 7'), userTask('review')));
      await deploy(service.url, processOf('later', '', [catching('wait', onTimer('PT0.2S')), javascript('work', ENDLESS)]));
      await deploy(service.url, processOf('soon', '', [catching('wait', onTimer('PT0.2S')), userTask('review')]));
      await start(service.url, 'ordinary');
    });
    after(() => service.stop());

    itFull('fail, one by one, while others are answered', async () => {
      const flood = Promise.all(Array.from({ length: FLOOD }, () => start(service.url, 'endless')));
      for (let n = 0; n < 10; n += 1) await start(service.url, 'ordinary');
      const ended = await flood;
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

    itFull('do not keep timers from firing when they are behind timers', async () => {
      await Promise.all(Array.from({ length: BEHIND_TIMERS }, () => start(service.url, 'later')));
      const id = await start(service.url, 'soon');
      await until(
        () => stateOf(service.url, id),
        (state) => JSON.stringify(state).includes('review'),
      );
      await eventually('all have failed', async () => {
        const { text } = await get(service.url, '/metrics');
        const [, failed] = /service_workflow_terminated_total\{result="failed"\} (\d+)/.exec(text) ?? [];
        return Number(failed) >= FLOOD + BEHIND_TIMERS;
      });
    });
  });
}
