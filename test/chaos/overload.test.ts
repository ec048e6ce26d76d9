// runs alone: answers are held against bounds of time

import { expect } from 'chai';
import { runOverload } from '../../lab/chaos/overload/overload.ts';

const hasRedis = (process.env['TEST_REDIS_URL'] ?? '') !== '';

describe('a service that is asked for more than it can do', function () {
  this.timeout(300_000);

  it('reports it while others hold all connections, and is back to normal automatically', async () => {
    const said: string[] = [];
    const options = { queue: hasRedis ? 'redis' : 'postgres', share: 0.25, only: 'connections', patience: 10 } as const;
    const broken = await runOverload({ ...options, say: (text) => said.push(text) });
    expect(broken, said.join('\n')).to.deep.equal([]);
  });
});
