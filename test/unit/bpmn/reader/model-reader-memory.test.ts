// tier all: starts four threads from source, three of which run out of memory or time, 15 s

import { expect } from 'chai';
import { ModelReader } from '../../../../src/bpmn/reader/model-reader.ts';
import { sequence } from '../../../support/models/models.ts';

const LONG = 'x'.repeat(40_000);
const tasksOf = (count: number) => Array.from({ length: count }, (_, n) => `<task id="t${n}"/>`);

describe('the reader of models', () => {
  it('refuses a file that takes too much memory or time, and reads the next one', async () => {
    const small = new ModelReader({ memoryMb: 64 });
    const hasty = new ModelReader({}, { timeoutMs: 1 });
    try {
      const large = sequence('a', ...tasksOf(60_000));
      expect(await small.check(large)).to.equal('the file takes more than 64 MB of memory to read (Engine:ModelReaderMemoryMb)');
      const stored = await small.readModel(large, 'a').catch((error: Error) => error.message);
      expect(stored).to.match(/^process 'a': the file takes more than 64 MB of memory/);
      expect(await small.check(sequence('a', '<task id="t"/>').replace('</process>', `<!--${LONG}--></process>`))).to.equal(
        undefined,
      );
      expect(await hasty.check(large)).to.equal('the file takes more than 0.001 seconds to read');
    } finally {
      await Promise.all([small.close(), hasty.close()]);
    }
  });
});
