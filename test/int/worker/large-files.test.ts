import { expect } from 'chai';
import { ModelReader } from '../../../src/bpmn/reader/model-reader.ts';
import { ModelCache } from '../../../src/worker/loading/model-cache.ts';
import { runCommandBatch } from '../../../src/worker/transaction/run-command-batch.ts';
import { deployOf, startOf } from '../../support/commands.ts';
import { documentOf, task } from '../../support/models/models.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

// tier all: models of many megabytes

describe('files with many processes', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  const process = (key: string, text = '') =>
    `<process id="${key}" isExecutable="true"><documentation>${text}</documentation><startEvent id="start-${key}"/></process>`;
  const keys = Array.from({ length: 100 }, (_, n) => `p${n}`);

  it('are stored once when they are deployed, and when they are deployed again', async () => {
    const file = documentOf(keys.map((key) => process(key, 'x'.repeat(1000))).join(''));
    await side.deploy(file);
    await side.deploy(file);
    const stored = await side.sql('select count(*)::int as count, sum(length(bpmn_xml))::int as length from model_text');
    expect(stored).to.deep.equal([{ count: 1, length: file.length }]);
    expect(await side.value('select count(*)::int from definition_version')).to.equal(200);
  });

  it('are stored twice when one character differs', async () => {
    await side.deploy(documentOf(process('a', 'x')));
    await side.deploy(documentOf(process('a', 'y')));
    const texts = await side.sql<{ bpmn_xml: string }>(
      'select bpmn_xml from definition_version v join model_text t on t.hash = v.text_hash order by version',
    );
    expect(texts.map(({ bpmn_xml }) => /<documentation>(.)/.exec(bpmn_xml)?.[1])).to.deep.equal(['x', 'y']);
  });

  it('are read once for each process that is started, however many processes they hold', async () => {
    let reads = 0;
    class CountingReader extends ModelReader {
      override readModel(text: string, key: string) {
        reads += 1;
        return super.readModel(text, key);
      }
    }
    const reader = new CountingReader();
    const worker = side.worker({ models: new ModelCache(reader) });
    const run = (...commands: Parameters<typeof commandBatchOf>[0]) =>
      runCommandBatch(worker, commandBatchOf(commands, { replyTo: 'test' })).then(({ announcements }) =>
        announcements.map(({ reply }) => reply?.ok),
      );
    try {
      // of a file of three million characters all models are kept
      expect(await run(deployOf(documentOf(keys.map((key) => process(key, 'x'.repeat(30_000))).join(''))))).to.deep.equal([true]);
      for (let round = 0; round < 2; round += 1) {
        for (const key of keys.slice(0, 10)) expect(await run(startOf(key))).to.deep.equal([true]);
      }
      expect(reads).to.equal(10);
      const atOnce = await Promise.all(Array.from({ length: 5 }, () => run(startOf('p99'))));
      expect([atOnce.flat(), reads]).to.deep.equal([[true, true, true, true, true], 11]);
    } finally {
      await reader.close();
    }
  });

  it('have no more than a thousand warnings, and the last one reports it', async () => {
    const nodes = Array.from({ length: 1200 }, (_, n) => task(`t${n}`)).join('');
    const file = documentOf(`<process id="many" isExecutable="true"><startEvent id="start"/>${nodes}</process>`);
    const [reply] = await side.run(deployOf(file));
    const warnings = reply?.ok === true && 'warnings' in reply.result ? reply.result.warnings : [];
    expect([warnings.length, warnings.at(-1)]).to.deep.equal([1001, 'more findings for this file were omitted']);
  });
});
