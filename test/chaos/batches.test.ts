// runs alone: workers are killed while clients wait for a batch that has a minute

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openPool } from '../../src/db/pool.ts';
import { createBatch, endedBatch, outcomes, readBatch } from '../support/batches.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start, until } from '../support/http/steps.ts';
import { PAIR, UNDECIDED } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { seededRandom } from '../support/random.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { runStarts } from './load.ts';

const INCIDENTS = Number(process.env['BATCH_INCIDENTS'] ?? 2000);
const WITHIN_MS = 60_000;

describe('a batch next to running load (docs/contributing/spec/batches.md#carrying-out)', function () {
  this.timeout(240_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster(undefined);
    const [url = ''] = cluster.urls;
    await deploy(url, UNDECIDED);
    await deploy(url, sequence('busy', task('pack')));
  });
  after(() => cluster.stop());

  /** Starts instances one after the other; what a killed worker leaves unanswered does not matter here. */
  async function startUntil(isOver: () => boolean): Promise<void> {
    for (let next = 0; !isOver(); next += 1) {
      await post(cluster.urls[next % 2] ?? '', '/Execution/start', { WorkflowId: 'busy' }).catch(() => {});
    }
  }

  it('retries each of 2,000 incidents exactly once within a minute when workers are killed twice', async () => {
    const [url = ''] = cluster.urls;
    const random = seededRandom(Date.now() % 1_000_000);
    await runStarts({ urls: cluster.urls, key: 'undecided', clients: 20, startsPerClient: INCIDENTS / 20, random });
    const pool = openPool(cluster.databaseUrl, { max: 1, applicationName: 'sluice test' });
    let isDone = false;
    try {
      const load = Promise.all(Array.from({ length: 4 }, () => startUntil(() => isDone)));
      const began = performance.now();
      const batchId = await createBatch(url, { Operation: 'retry', Filters: 'ProcessKey==undecided' });
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
      // a start whose outcome its client did not learn was sent again
      expect(batch.totalCount).to.be.at.least(INCIDENTS);
      expect([batch.status, outcomes(batch)]).to.deep.equal(['Completed', [batch.totalCount, 0, 0]]);
      expect(tookMs).to.be.lessThan(WITHIN_MS);
      // each was raised once and failed again
      const { rows } = await pool.query('select count, count(*)::int as incidents from incident group by count');
      expect(rows).to.deep.equal([{ count: 2, incidents: batch.totalCount }]);
    } finally {
      isDone = true;
      await pool.end();
    }
  });

  it('changes variables of each instance once before 200 incidents are retried when all workers are killed', async () => {
    const [url = ''] = cluster.urls;
    await deploy(url, PAIR);
    await Promise.all(Array.from({ length: 100 }, () => start(url, 'pair')));
    const pool = openPool(cluster.databaseUrl, { max: 1, applicationName: 'sluice test' });
    try {
      const body = { Operation: 'retry', Filters: 'ProcessKey==pair', Variables: { ready: true }, ItemsPerSecond: 40 };
      const batchId = await createBatch(url, body);
      for (const share of [0.1, 0.4, 0.7]) {
        await until(
          () => readBatch(url, batchId),
          ({ totalCount, pendingCount }) => pendingCount <= totalCount * (1 - share),
        );
        await Promise.all([cluster.kill('worker', 0), cluster.kill('worker', 1)]);
      }
      const batch = await endedBatch(url, batchId);
      expect(batch.totalCount).to.be.at.least(200);
      expect([batch.status, outcomes(batch)]).to.deep.equal(['Completed', [batch.totalCount, 0, 0]]);
      const { rows } = await pool.query(
        `select edits, count(*)::int as instances from (
          select subject_id, count(*)::int as edits from journal, json_array_elements(events) e
          where e->>'type' = 'VariablesEdited' group by subject_id) as edited group by edits`,
      );
      expect(rows).to.deep.equal([{ edits: 1, instances: batch.totalCount / 2 }]);
      expect((await pool.query(`select from incident where process_key = 'pair'`)).rowCount).to.equal(0);
    } finally {
      await pool.end();
    }
  });
});
