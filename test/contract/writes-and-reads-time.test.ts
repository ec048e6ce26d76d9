// tier nightly: measures how soon a write is shown, and how long a read waits for one

import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService } from '../support/service.ts';

describe('the time from a write to a read (docs/contributing/spec/http.md#writes-reads-and-time)', () => {
  it('shows 99 of 100 events within a second', async () => {
    const service = await startService();
    try {
      await deploy(service.url, sequence('two', task('pack'), task('ship')));
      const late: number[] = [];
      for (let n = 0; n < 100; n++) {
        const started = await post(service.url, '/Execution/start', { WorkflowId: 'two' });
        const began = performance.now();
        const position = { 'Service-Min-Position': started.headers['service-position'] as string };
        expectJson(await get(service.url, '/Definitions/two/instances?pageSize=1', position));
        if (performance.now() - began > 1000) late.push(n);
      }
      expect(late.length).to.be.at.most(1);
    } finally {
      await service.stop();
    }
  });

  it('waits two seconds for a write that is not shown, then answers 503', async () => {
    const service = await startService({ roles: [startWorker, startApi] });
    try {
      const deployed = await post(service.url, '/Definitions/deploy', { BpmnXml: sequence('two', task('pack')) });
      const position = { 'Service-Min-Position': deployed.headers['service-position'] as string };
      const id = await start(service.url, 'two');
      for (const [path, headers] of [
        ['/Definitions', position],
        [`/Instances/${id}/state`, {}],
      ] as const) {
        const began = performance.now();
        expect((await http(service.url, { path, headers })).status).to.equal(503);
        expect(performance.now() - began, path).to.be.within(1800, 3500);
      }
    } finally {
      await service.stop();
    }
  });
});
