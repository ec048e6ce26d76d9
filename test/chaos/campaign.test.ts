// runs alone: processes and servers are ended and stopped at moments that depend on the speed of the others

import { expect } from 'chai';
import { type CampaignOptions, runCampaign } from '../../lab/chaos/campaign/campaign.ts';
import { faultTable } from '../../lab/chaos/campaign/fault-table.ts';
import { FAULTS, REDIS_EMPTIED } from '../../lab/chaos/campaign/faults.ts';

const SECONDS = 25;
const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';

describe('a campaign of faults', function () {
  this.timeout(300_000);
  const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

  async function expectKept(options: Pick<CampaignOptions, 'queue' | 'clients' | 'faults' | 'eachOnce' | 'recoveryMs'>) {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const { broken, happened, instances } = await runCampaign({ seed, minutes: SECONDS / 60, everyMs: 800, say, ...options });
    const told = `npm run chaos -- --seed ${seed}\n${said.join('\n')}\n${faultTable(happened)}`;
    expect(broken, told).to.deep.equal([]);
    expect(happened.length, told).to.be.greaterThan(3);
    expect(instances, told).to.be.greaterThan(50);
  }

  it('keeps every word under load of all kinds, whatever the seed lets happen', async () => {
    const queue = hasRedis ? 'redis' : 'postgres';
    await expectKept({ queue, clients: 12, faults: FAULTS, eachOnce: false, recoveryMs: 90_000 });
  });

  if (hasRedis) {
    it('loses and repeats nothing acknowledged when Redis loses all its data (docs/contributing/spec/reliability.md#redis-emptied)', async () => {
      await expectKept({ queue: 'redis', clients: 16, faults: REDIS_EMPTIED, eachOnce: true, recoveryMs: 30_000 });
    });
  }
});
