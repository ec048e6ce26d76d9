import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { expect } from 'chai';
import { deploy } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('an orderly stop of the API', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  it('answers the request and closes its connection when it had begun, and takes no further one', async () => {
    const agent = new Agent({ keepAlive: true });
    const body = '{"WorkflowId":"order"}';
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), Expect: '100-continue' };
    const { port } = new URL(service.url);
    const request = startRequest({ agent, host: '127.0.0.1', port, method: 'POST', path: '/Execution/start', headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject));
    const begun = new Promise<void>((resolve) => request.on('continue', resolve));
    request.flushHeaders();
    await begun;

    service.runtime.health.beginShutdown();
    const stopped = service.stopRole('api');
    request.end(body);
    const answer = await answered;
    answer.resume();
    expect(answer.statusCode).to.equal(200);
    expect(answer.headers.connection).to.equal('close');
    await stopped;
    agent.destroy();

    const refused = await fetch(`http://127.0.0.1:${port}/health`).catch(
      (error: Error) => (error.cause as { code: string }).code,
    );
    expect(refused).to.equal('ECONNREFUSED');
  });
});
