import { expect } from 'chai';
import { type Metrics, openMetrics } from '../../../src/platform/metrics/metrics.ts';

describe('metrics', () => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = openMetrics();
  });

  async function lines(): Promise<string[]> {
    return (await metrics.text()).split('\n');
  }

  it('has every series with 0 when nothing has happened', async () => {
    expect(await lines()).to.include.members([
      'service_workflow_started_total 0',
      'service_workflow_terminated_total{result="completed"} 0',
      'service_workflow_terminated_total{result="cancelled"} 0',
      'service_workflow_terminated_total{result="failed"} 0',
      'service_activity_duration_milliseconds_count{activity_type="UserTask"} 0',
      'service_projection_lag_seconds 0',
      'service_projection_pending_events 0',
    ]);
  });

  it('has the bounds of the contract when an activity ends', async () => {
    metrics.activityEnded('Task', 300);
    const bounds = (await lines()).flatMap(
      (line) => /^service_\w+_bucket\{le="([^"]+)",activity_type="Task"\} (\d+)/.exec(line)?.slice(1, 3).join(':') ?? [],
    );
    expect(bounds).to.deep.equal(
      '10:0 50:0 100:0 250:0 500:1 1000:1 5000:1 10000:1 30000:1 60000:1 300000:1 600000:1 +Inf:1'.split(' '),
    );
  });

  it('counts when instances start and end and requests are answered', async () => {
    metrics.workflowStarted(3);
    metrics.workflowTerminated('failed');
    metrics.httpRequest('GET', '/Definitions', 200, 0.004);
    expect(await lines()).to.include.members([
      'service_workflow_started_total 3',
      'service_workflow_terminated_total{result="failed"} 1',
      'http_server_request_duration_seconds_count{method="GET",route="/Definitions",status_code="200"} 1',
    ]);
  });

  it('reports durations in seconds too, with bounds for tasks that people do', async () => {
    metrics.activityEnded('UserTask', 90_061_000);
    const text = await lines();
    expect(text).to.include('sluice_activity_duration_seconds_sum{activity_type="UserTask"} 90061');
    expect(text).to.include('sluice_activity_duration_seconds_bucket{le="86400",activity_type="UserTask"} 0');
    expect(text).to.include('sluice_activity_duration_seconds_bucket{le="604800",activity_type="UserTask"} 1');
  });

  it('asks each source once at a scrape, whatever number of names its series have', async () => {
    let asked = 0;
    metrics.onCollectProjection(async () => ({ lagSeconds: 1, pendingEvents: ++asked }));
    await metrics.text();
    expect(asked).to.equal(1);
    await metrics.text();
    expect(asked).to.equal(2);
  });

  it('asks its sources when it is read', async () => {
    metrics.onCollectQueue(async () => [{ queue: 'commands', state: 'waiting', count: 5 }]);
    metrics.onCollectProjection(async () => ({ lagSeconds: 1.5, pendingEvents: 9 }));
    expect(await lines()).to.include.members([
      'service_queue_jobs{queue="commands",state="waiting"} 5',
      'service_projection_lag_seconds 1.5',
      'service_projection_pending_events 9',
    ]);
  });

  it('keeps the last value when a source fails', async () => {
    metrics.onCollectProjection(async () => ({ lagSeconds: 1, pendingEvents: 2 }));
    await metrics.text();
    metrics.onCollectProjection(() => Promise.reject(new Error('away')));
    expect(await lines()).to.include('service_projection_pending_events 2');
  });
});
