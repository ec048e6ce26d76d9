// runs alone: workers are killed while clients wait for a batch that has a minute

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openPool } from '../../src/db/pool.ts';
import { createBatch, endedBatch, outcomes, readBatch } from '../support/batches.ts';
import { deploy, until } from '../support/http/steps.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { seededRandom } from '../support/random.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { runStarts } from './load.ts';

const INCIDENTS = Number(process.env['BATCH_INCIDENTS'] ?? 2000);
const WITHIN_MS = 60_000;

describe('a batch beside running load (docs/spec/batches.md#carrying-out)', function () {
  this.timeout(240_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster(undefined);
    const [url = ''] = cluster.urls;
    await deploy(url, STUCK);
    await deploy(url, sequence('busy', task('pack')));
  });
  after(() => cluster.stop());

  it('retries each of 2,000 incidents exactly once within a minute when workers are killed twice', async () => {
    const [url = ''] = cluster.urls;
    const random = seededRandom(Date.now() % 1_000_000);
    await runStarts({ urls: cluster.urls, key: 'stuck', clients: 20, startsPerClient: INCIDENTS / 20, random });
    const pool = openPool(cluster.databaseUrl, { max: 1, applicationName: 'sluice test' });
    let isDone = false;
    try {
      const load = (async () => {
        while (!isDone) await runStarts({ urls: cluster.urls, key: 'busy', clients: 4, startsPerClient: 10, random });
      })();
      const began = performance.now();
      const batchId = await createBatch(url, { Operation: 'retry', Filters: 'ProcessKey==stuck' });
      for (const [index, share] of [0.2, 0.6].entries()) {
        await until(
          () => readBatch(url, batchId),
          ({ totalCount, pendingCount }) => pendingCount <= totalCount * (1 - share),
        );
        await cluster.kill('worker', index);
        await pause(200);
      }
      const batch = await endedBatch(url, batchId);
      const tookMs = performance.now() - began;
      isDone = true;
      await load;
      expect([batch.status, batch.totalCount, outcomes(batch)]).to.deep.equal(['Completed', INCIDENTS, [INCIDENTS, 0, 0]]);
      expect(tookMs).to.be.lessThan(WITHIN_MS);
      // each was raised once and failed once more
      const { rows } = await pool.query('select count, count(*)::int as incidents from incident group by count');
      expect(rows).to.deep.equal([{ count: 2, incidents: INCIDENTS }]);
    } finally {
      isDone = true;
      await pool.end();
    }
  });
});
