import { expect } from 'chai';
import { parseDefinitions } from '../../../../src/bpmn/parse-definitions.ts';
import { ModelReader } from '../../../../src/bpmn/reader/model-reader.ts';
import { documentOf } from '../../../support/models/models.ts';
import { itFull } from '../../../support/tier.ts';

const LONG = 'x'.repeat(40_000);

/** A process with tasks in a row and every kind of start; `text` makes its file as long as is wanted. */
function processOf(key: string, tasks: number, text = ''): string {
  const flow = (n: number) => `<sequenceFlow id="${key}-f${n}" sourceRef="${key}-${n}" targetRef="${key}-${n + 1}"/>`;
  const all = Array.from({ length: tasks }, (_, n) => `<task id="${key}-${n + 1}"/>${flow(n)}`).join('');
  const timer = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
  return `<process id="${key}" isExecutable="true"><documentation>${text}</documentation><startEvent id="${key}-0"/>${all}
    <startEvent id="${key}-timer">${timer}</startEvent>
    <startEvent id="${key}-both" parallelMultiple="false"><signalEventDefinition signalRef="s"/>${timer}</startEvent></process>`;
}
const fileOf = (...processes: string[]) => documentOf(`<signal id="s" name="alarm"/>${processes.join('')}`);

describe('the reader of models', function () {
  this.timeout(120_000);
  /** Shared: its thread takes seconds to start from source. */
  let reader: ModelReader;
  before(() => {
    reader = new ModelReader({}, { maxWaiting: 100_000 });
  });
  after(() => reader.close());

  for (const [length, text] of [
    ['short', ''],
    ['long', LONG],
  ] as const) {
    itFull(`reads one process of a ${length} file as the parser does`, async () => {
      const file = fileOf(processOf('a', 3), processOf('b', 700, text));
      const parsed = parseDefinitions(file, { isStored: true });
      if (!parsed.ok) throw new Error('the file is refused');
      for (const { model, activitiesCount, sequenceFlowsCount } of parsed.processes) {
        const read = await reader.readModel(file, model.key);
        expect(read).to.deep.include({ model, activitiesCount, sequenceFlowsCount });
      }
      expect(await reader.readModel(file, 'c')).to.equal(undefined);
    });

    it(`keeps start triggers and the definitions of their elements the same objects when a ${length} file is read`, async () => {
      const read = await reader.readModel(fileOf(processOf('a', 1, text)), 'a');
      const starts = read?.model.startTriggers.map(({ element, definition }) => {
        const start = read.model.elements.get(element);
        return start?.type === 'startEvent' ? start.triggers.indexOf(definition as never) : -1;
      });
      expect(starts).to.deep.equal([0, 0, 1]);
    });

    // slow: reads the longest file that is allowed
    it(`gives the verdict about a ${length} file`, async () => {
      expect(await reader.check(fileOf(processOf('a', 1, text)))).to.equal(undefined);
      const twice = fileOf(processOf('a', 1, text), processOf('a', 1));
      const parsed = parseDefinitions(twice);
      expect(await reader.check(twice)).to.match(/^process 'a': duplicate process id \(line/);
      expect(await reader.readForDeploy(twice, 'auto')).to.deep.equal({ ok: false, diagnostic: await reader.check(twice) });
      expect(parsed.ok).to.equal(false);
    });
  }

  itFull('lets others work while a long file is read', async () => {
    const file = fileOf(processOf('a', 5000));
    await reader.check(fileOf(processOf('warm', 1, LONG)));
    let rounds = 0;
    let isDone = false;
    const count = () => {
      rounds += 1;
      if (!isDone) setImmediate(count);
    };
    count();
    const read = await reader.readModel(file, 'a');
    isDone = true;
    expect(read?.model.elements.size).to.equal(5003);
    // parts of 250 elements and flows; one piece would be a few rounds
    expect(rounds).to.be.greaterThan(25);
  });

  it('reads a short file in the thread when it is long with its scripts', async () => {
    const hasty = new ModelReader({}, { timeoutMs: 1 });
    try {
      const file = fileOf(processOf('a', 150));
      const scripts = { 'a.js': `1 // ${LONG}` };
      const tooLong = 'the file takes more than 0.001 seconds to read';
      expect(await hasty.check(file)).to.equal(undefined);
      expect(await hasty.check(file, { scripts })).to.equal(tooLong);
      const stored = await hasty.readModel(file, 'a', scripts).catch((error: Error) => error.message);
      expect(stored).to.equal(`process 'a': ${tooLong}`);
    } finally {
      await hasty.close();
    }
  });

  /** Whether a read ends before the check of a large file that began before it. */
  async function isReadFirst(read: () => Promise<unknown>): Promise<boolean> {
    const large = fileOf(processOf('a', 1000, LONG.repeat(7)));
    await Promise.all([read(), reader.check(large)]); // the threads have started
    const checked = reader.check(large).then(() => false);
    const isFirst = await Promise.race([read().then(() => true), checked]);
    await checked;
    return isFirst;
  }

  // slow: starts two threads
  it('reads a medium file while a large one is checked', async () => {
    const medium = fileOf(processOf('b', 1, LONG));
    expect(await isReadFirst(() => reader.check(medium))).to.equal(true);
  });

  itFull('reads a large deployed file while another large one is checked', async () => {
    const deployed = fileOf(processOf('b', 1, LONG.repeat(7)));
    expect(await isReadFirst(() => reader.readModel(deployed, 'b'))).to.equal(true);
  });

  it('counts the scripts of what waits', async () => {
    const check = reader.check(fileOf(processOf('a', 1)), { scripts: { 'a.js': `1 // ${LONG}` } });
    expect([reader.hasPlaceFor(50_000), reader.hasPlaceFor(70_000)]).to.deep.equal([true, false]);
    expect(await check).to.equal(undefined);
    expect(reader.hasPlaceFor(100_000)).to.equal(true);
  });

  // model-reader-memory.test.ts refuses files that take too much memory
  it('refuses more processes than one file may bring, and reads stored ones all the same', async () => {
    const strict = new ModelReader({ maxProcesses: 2 });
    const file = fileOf(processOf('a', 1), processOf('b', 1), processOf('c', 1));
    expect(await strict.check(file)).to.equal('too many processes: 3, at most 2 (Engine:MaxProcessesPerFile)');
    expect((await strict.readModel(file, 'c'))?.model.key).to.equal('c');
    expect(await strict.check(fileOf(processOf('a', 1), processOf('b', 1)))).to.equal(undefined);
  });

  it('has space for only three of the largest files concurrently, and always for a short one', async () => {
    const large = 9_000_000;
    const text = fileOf(processOf('a', 1, 'x'.repeat(large)));
    const usual = new ModelReader();
    expect(usual.hasPlaceFor(100 * large)).to.equal(true);
    const checks = [1, 2, 3].map(() => usual.check(text).catch(() => undefined));
    expect([usual.hasPlaceFor(large), usual.hasPlaceFor(1000)]).to.deep.equal([false, true]);
    await usual.close();
    await Promise.all(checks);
  });

  it('rejects what waits when it is closed', async () => {
    const text = fileOf(processOf('a', 1, LONG));
    const closed = new ModelReader();
    const outcomes = [closed.check(text), closed.check(text)].map((check) => check.catch((error: Error) => error.message));
    await closed.close();
    expect(await outcomes[1]).to.equal('the reader of models is closed');
    await outcomes[0];
  });
});
