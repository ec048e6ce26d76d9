// runs alone: processes are killed while a consumer follows them

import { expect } from 'chai';
import { EVENTS_PER_INSTANCE, runFeedCampaign } from '../../lab/chaos/feed/feed-campaign.ts';
import { seededRandom } from '../support/random.ts';

const INSTANCES = 900;
const KILLS = 15;

describe('a consumer of the event feed (docs/contributing/spec/event-feed.md#no-late-rows)', function () {
  this.timeout(240_000);

  it('has every event once and in order when it is killed fifteen times, projectors too, around a rebuild, after a late switching-on', async () => {
    const outcome = await runFeedCampaign({ instances: INSTANCES, kills: KILLS, random: seededRandom(Date.now() % 1_000_000) });
    expect(outcome.faults).to.deep.equal([]);
    expect(outcome.events).to.equal(INSTANCES * EVENTS_PER_INSTANCE);
    expect(outcome.kills).to.deep.equal({ consumer: KILLS, projector: 3, api: 0 });
    expect(outcome.rebuilds).to.equal(1);
  });
});
