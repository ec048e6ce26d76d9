// runs alone: processes and servers are ended and stopped at moments that count on how fast the others go on

import { expect } from 'chai';
import { runCampaign } from '../../lab/chaos/campaign/campaign.ts';
import { faultTable } from '../../lab/chaos/campaign/fault-table.ts';
import { FAULTS } from '../../lab/chaos/campaign/faults.ts';

const SECONDS = 25;
const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';

describe('a campaign of faults', function () {
  this.timeout(300_000);
  const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

  it('keeps every word under load of all kinds, whatever the seed lets happen', async () => {
    const said: string[] = [];
    const { broken, happened, instances } = await runCampaign({
      seed,
      minutes: SECONDS / 60,
      queue: hasRedis ? 'redis' : 'postgres',
      clients: 12,
      everyMs: 800,
      recoveryMs: 90_000,
      faults: FAULTS,
      eachOnce: false,
      say: (text) => said.push(text),
    });
    const told = `npm run chaos -- --seed ${seed}\n${said.join('\n')}\n${faultTable(happened)}`;
    expect(broken, told).to.deep.equal([]);
    expect(happened.length, told).to.be.greaterThan(3);
    expect(instances, told).to.be.greaterThan(50);
  });
});
