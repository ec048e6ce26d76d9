import { expect } from 'chai';
import { expectCommonHeaders, expectEmpty } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('health and metrics (docs/contributing/spec/observability.md)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  for (const [path, body] of [
    ['/health', 'Healthy'],
    ['/alive', 'Healthy'],
    ['/ready', 'Ready'],
    ['/READY/', 'Ready'],
  ] as const) {
    it(`answers ${body} in plain text when ${path} is asked`, async () => {
      const answer = await get(service.url, path);
      expect([answer.status, answer.text]).to.deep.equal([200, body]);
      expect(answer.headers['content-type']).to.match(/^text\/plain\b/);
      expectCommonHeaders(answer);
    });
  }

  const value = async (series: string): Promise<number> => {
    const { text } = await get(service.url, '/metrics');
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
    if (line === undefined) throw new Error(`no series ${series}`);
    return Number(line.slice(series.length + 1));
  };

  it('has every series when nothing has happened yet', async () => {
    const answer = await get(service.url, '/metrics');
    expect(answer.status).to.equal(200);
    expect(answer.headers['content-type']).to.match(/^text\/plain\b/);
    expectCommonHeaders(answer);
    for (const series of [
      'service_workflow_started_total',
      'service_workflow_terminated_total{result="completed"}',
      'service_workflow_terminated_total{result="cancelled"}',
      'service_workflow_terminated_total{result="failed"}',
      'service_projection_lag_seconds',
      'service_projection_pending_events',
    ]) {
      expect(await value(series), series).to.be.at.least(0);
    }
    for (const name of ['http_server_request_duration_seconds', 'service_queue_jobs', 'service_activity_duration_milliseconds']) {
      expect(answer.text).to.contain(`# TYPE ${name} `);
    }
    expect(answer.text)
      .to.match(/^process_/m)
      .and.to.match(/^nodejs_/m);
  });

  it('counts starts and ends when they are committed', async () => {
    const started = await value('service_workflow_started_total');
    const completed = await value('service_workflow_terminated_total{result="completed"}');
    const id = await start(service.url, 'order');
    expect(await value('service_workflow_started_total')).to.equal(started + 1);
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'pack' }));
    expect(await value('service_workflow_terminated_total{result="completed"}')).to.equal(completed + 1);
    await stateOf(service.url, id);
    const { text } = await get(service.url, '/metrics');
    expect(text).to.contain('service_activity_duration_milliseconds_count{activity_type="Task"} 1');
    expect(text).to.match(
      /^http_server_request_duration_seconds_count\{method="GET",route="\/Instances\/\{instanceId\}\/state",status_code="200"\} 1$/m,
    );
    expect(text).not.to.contain(id);
  });
});
