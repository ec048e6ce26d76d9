import { expect } from 'chai';
import { ModelReader } from '../../../src/bpmn/reader/model-reader.ts';
import { expectProblem } from '../../support/http/expect-answer.ts';
import { post } from '../../support/http/http-client.ts';
import { documentOf } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';
import { type AppUnderTest, openApp } from './app-under-test.ts';

describe('deploys of large files', () => {
  let app: AppUnderTest;
  let reader: ModelReader;
  /** Shared: its thread takes seconds to start from source. */
  before(() => {
    reader = new ModelReader({ maxProcesses: 3 }, { maxWaiting: 100_000 });
  });
  after(() => reader.close());
  beforeEach(async () => {
    app = await openApp({ reader });
  });
  afterEach(() => app.close());

  const process = (key: string, length: number) =>
    `<process id="${key}" isExecutable="true"><documentation>${'x'.repeat(length)}</documentation><startEvent id="s-${key}"/></process>`;
  const deploy = (BpmnXml: string) => post(app.url, '/Definitions/deploy', { BpmnXml });

  itFull(
    'are answered with 503 and Retry-After when the waiting texts are too long together, and short ones continue',
    async () => {
      const large = documentOf(process('large', 80_000));
      const first = deploy(large);
      while (reader.hasPlaceFor(80_000)) await new Promise((resolve) => setImmediate(resolve)); // until the first one is read
      const second = await deploy(large);
      expectProblem(second, 503, 'Too many commands are waiting. Nothing was done.', '/Definitions/deploy');
      expect(second.headers['retry-after']).to.equal('1');
      expect((await deploy(documentOf(process('short', 10)))).status).to.equal(200);
      expect((await first).status).to.equal(200);
      expect((await deploy(large)).status).to.equal(200);
      expect(app.sent).to.have.length(3);
    },
  );

  it('are refused, by the name of the limit, when they bring too many processes', async () => {
    const answer = await deploy(documentOf(['a', 'b', 'c', 'd'].map((key) => process(key, 20_000)).join('')));
    expect([answer.status, answer.json]).to.deep.equal([
      400,
      { error: 'Invalid BPMN: too many processes: 4, at most 3 (Engine:MaxProcessesPerFile)' },
    ]);
    expect(app.sent).to.deep.equal([]);
  });
});
