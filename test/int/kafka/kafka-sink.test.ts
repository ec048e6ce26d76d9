import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { diagnose } from '../../../src/cli/doctor/doctor.ts';
import type { KafkaConfig } from '../../../src/platform/config/config-feed-out.ts';
import { type Projector, runProjector } from '../../../src/projector/projector.ts';
import { eventually } from '../../support/eventually.ts';
import { activated, deployed, journalOf, reviewedInstance, started, written } from '../../support/hand-made-journal.ts';
import { type CountedSink, faultsOfTopic, linesOfFeed, runSink } from '../../support/kafka-sink.ts';
import { idNumber, type KeptLog, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';
import { type KafkaBroker, kafkaClasspath, SIGNS_IN, startKafkaBroker } from '../../support/servers/kafka-broker.ts';
import { alterTopic, makeTopic, readTopic, type TopicReader } from '../../support/servers/kafka-topic.ts';

const classpath = await kafkaClasspath();
if (classpath === undefined)
  process.stdout.write('\n!!! No Maven with Java, or no broker from it: the Kafka sink is NOT TESTED against a broker.\n');

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const tlsFile = (name: string) => fileURLToPath(new URL(`../../support/tls/${name}`, import.meta.url));

if (classpath !== undefined)
  describe('the Kafka sink (docs/contributing/spec/event-feed.md#kafka-sink)', function () {
    this.timeout(120_000);
    let broker: KafkaBroker;
    let side: ReadSide;
    let log: KeptLog;
    let topic: string;
    let topics = 0;
    let projector: Projector | undefined;
    let sinks: CountedSink[] = [];
    let readers: TopicReader[] = [];

    before(async () => {
      broker = await startKafkaBroker(classpath);
    });
    after(() => broker.end());
    beforeEach(async () => {
      side = await openReadSide();
      log = keptLog();
      topics += 1;
      topic = `events-${topics}`;
      await side.write(journalOf(idNumber(9000), [deployed('order', 1)]), 'd');
      projector = runProjector(side.pool, keptLog(), { pollMs: 5, isFed: true });
    });
    afterEach(async () => {
      await Promise.all(sinks.map((sink) => sink.stop()));
      await Promise.all(readers.map((reader) => reader.stop()));
      await projector?.stop();
      [sinks, readers, projector] = [[], [], undefined];
      await side.close();
    });

    async function run(settings: Partial<KafkaConfig> = {}): Promise<CountedSink> {
      const sink = await runSink(side, log, { brokers: [broker.address], topic, ...settings });
      sinks.push(sink);
      return sink;
    }
    async function read(): Promise<TopicReader> {
      const reader = await readTopic(broker.address, topic);
      readers.push(reader);
      return reader;
    }
    async function writeInstances(from: number, to: number): Promise<void> {
      const histories = Array.from({ length: to - from }, (_, n) => reviewedInstance(idNumber(from + n), n % 20));
      for (const seq of [0, 1, 2]) for (const history of histories) await side.write([history[seq]!]);
    }
    const untilFed = () => side.untilPending(0);

    it('sends every event once and in order, each instance to one partition, when instances run while it sends', async () => {
      await makeTopic(broker.address, topic);
      const sink = await run();
      const reader = await read();
      await writeInstances(0, 60);
      await untilFed();
      const lines = await linesOfFeed(side);
      await eventually('all is sent', () => sink.acknowledged >= lines.length);
      await eventually('all is there', () => reader.messages.length >= lines.length);
      expect(reader.messages.map(({ value }) => value)).to.have.members(lines);
      expect(faultsOfTopic(reader.messages, lines)).to.deep.equal([]);
      expect(new Set(reader.messages.map(({ partition }) => partition)).size).to.equal(3);
      expect(new Set(reader.messages.map(({ contentType }) => contentType))).to.deep.equal(new Set(['application/json']));
      expect(sink.failures).to.equal(0);
      await eventually('nothing waits', async () => (await sink.lagSeconds()) === 0);
    });

    it('sends the history of before, when it is started late, and continues from where it was, when it is started again', async () => {
      await makeTopic(broker.address, topic);
      await writeInstances(0, 30);
      await untilFed();
      const before = await linesOfFeed(side);
      const first = await run();
      await eventually('all is sent', () => first.acknowledged === before.length);
      await first.stop();
      await writeInstances(30, 50);
      await untilFed();
      const lines = await linesOfFeed(side);
      const second = await run();
      await eventually('the rest is sent', () => second.acknowledged === lines.length - before.length);
      const reader = await read();
      await eventually('all is there', () => reader.messages.length >= lines.length);
      expect(reader.messages).to.have.length(lines.length);
      expect(faultsOfTopic(reader.messages, lines)).to.deep.equal([]);
    });

    it('is one at a time, when two run, and the other one continues, when the first one stops', async () => {
      await makeTopic(broker.address, topic);
      const first = await run();
      await eventually('it has its turn', () => log.of(4080).length === 1);
      const second = await run();
      await writeInstances(0, 20);
      await untilFed();
      const before = await linesOfFeed(side);
      await eventually('all is sent', () => first.acknowledged === before.length);
      expect([second.acknowledged, log.of(4080).length]).to.deep.equal([0, 1]);
      await first.stop();
      await writeInstances(20, 30);
      await untilFed();
      const lines = await linesOfFeed(side);
      await eventually('the rest is sent', () => second.acknowledged === lines.length - before.length);
      const reader = await read();
      await eventually('all is there', () => reader.messages.length >= lines.length);
      expect(reader.messages).to.have.length(lines.length);
      expect(faultsOfTopic(reader.messages, lines)).to.deep.equal([]);
    });

    it('begins with what comes, when requested', async () => {
      await makeTopic(broker.address, topic);
      await writeInstances(0, 10);
      await untilFed();
      const before = await linesOfFeed(side);
      const sink = await run({ begin: 'end' });
      await eventually('it has begun', () => log.of(4080).length > 0);
      await writeInstances(10, 12);
      await untilFed();
      const lines = await linesOfFeed(side);
      await eventually('what came is sent', () => sink.acknowledged === lines.length - before.length);
    });

    it('sends CloudEvents of the wanted types and keys, compressed, when requested', async () => {
      await makeTopic(broker.address, topic);
      const sink = await run({ format: 'cloudevents', compression: 'gzip', types: ['WorkflowStarted'], keys: ['ord*'] });
      const reader = await read();
      await writeInstances(0, 20);
      await eventually('all is sent', () => sink.acknowledged === 20);
      await eventually('all is there', () => reader.messages.length === 20);
      for (const { value, key, position, contentType } of reader.messages) {
        expect(contentType).to.equal('application/cloudevents+json');
        const { specversion, id, source, type, subject, data } = JSON.parse(value);
        expect([specversion, id, type, subject]).to.deep.equal(['1.0', position, 'sluice.WorkflowStarted', key]);
        expect(source).to.match(/^urn:uuid:/);
        expect(data).to.include({ position, workflowInstanceId: key, sequence: 1 });
      }
      await eventually('what does not fit is passed', async () => (await sink.lagSeconds()) === 0);
    });

    for (const mechanism of ['plain', 'scram-sha-256'] as const)
      it(`signs in with ${mechanism}, and reports a wrong password clearly, without it, and seldom`, async () => {
        await makeTopic(broker.address, topic);
        await writeInstances(0, 1);
        await untilFed();
        const brokers = [broker.signInAddress];
        const wrong = await run({ brokers, sasl: { ...SIGNS_IN, mechanism, password: 'wrong-and-hushed' } });
        await eventually('it has tried again', () => wrong.failures >= 3);
        await wrong.stop();
        const lines = log.of(4081);
        expect(lines).to.have.length(1);
        expect(lines[0]).to.have.property('Topic', topic);
        expect(lines[0]?.['ErrorMessage']).to.match(/authentication failed/i);
        expect(JSON.stringify(log.lines)).not.to.include('hushed');
        const right = await run({ brokers, sasl: { ...SIGNS_IN, mechanism } });
        await eventually('all is sent', () => right.acknowledged === 18);
      });

    it('shows and asks for certificates, when TLS is on', async () => {
      await makeTopic(broker.address, topic);
      await writeInstances(0, 1);
      const files = { caFile: tlsFile('ca.crt'), certFile: tlsFile('server.crt'), keyFile: tlsFile('server.key') };
      const brokers = [broker.tlsAddress];
      const foreign = await run({ brokers, tls: { ...files, caFile: tlsFile('other-ca.crt') } });
      await eventually('it is refused', () => foreign.failures > 0);
      await foreign.stop();
      expect(log.of(4081)[0]?.['ErrorMessage']).to.match(/certificate/);
      expect(JSON.stringify(log.lines)).not.to.include(readFileSync(files.keyFile, 'utf8').split('\n')[1]);
      const sink = await run({ brokers, tls: files });
      await eventually('all is sent', () => sink.acknowledged === 18);
    });

    it('is looked at by the doctor, who reports errors of brokers, topic and sink, and no secret', async () => {
      const env = {
        DATABASE_URL: side.url,
        PORT: '0',
        UI_PORT: '0',
        METRICS_PORT: '0',
        Feed__Enabled: 'true',
        Kafka__Brokers: broker.signInAddress,
        Kafka__Topic: topic,
        Kafka__Sasl__Mechanism: 'plain',
        Kafka__Sasl__Username: SIGNS_IN.username,
      };
      const textsOf = async (password: string) => {
        const { findings } = await diagnose({ ...env, Kafka__Sasl__Password: password });
        const texts = findings.map(({ kind, text }) => `${kind}: ${text}`).filter((text) => /kafka|topic/i.test(text));
        expect(texts.join()).not.to.include(password);
        return texts;
      };
      const clear = 'notice: Kafka:Sasl:Password is sent to the brokers unencrypted, because Kafka:Tls:Enabled is not set.';
      const wrong = await textsOf('wrong-and-hushed');
      expect(wrong).to.have.length(2);
      expect(wrong).to.include(clear);
      expect(wrong.join()).to.match(/wrong: The brokers of Kafka:Brokers cannot be used: .*authentication failed/i);
      expect(await textsOf(SIGNS_IN.password)).to.have.members([
        clear,
        `wrong: The brokers of Kafka:Brokers have no visible topic ${topic}: create it, or give the user of the sink write access (Kafka:Topic).`,
      ]);
      await writeInstances(0, 1);
      const sink = await run();
      await eventually('it has failed', () => sink.failures > 0);
      await sink.stop();
      await makeTopic(broker.address, topic);
      const [, failed = '', ...more] = await textsOf(SIGNS_IN.password);
      expect(failed).to.match(/^notice: The topic events-\d+ took nothing when events were last sent: .+; it is \d+ s behind\.$/);
      expect(more).to.deep.equal([]);
    });

    it('can be read as the page specifies it', async () => {
      await makeTopic(broker.address, topic);
      await run();
      await writeInstances(0, 5);
      await untilFed();
      const page = readFileSync(new URL('../../../docs/how-to/events-to-kafka.md', import.meta.url), 'utf8');
      const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
      const words = ['--input-type=module', '-e', program, 'reader', broker.address, topic];
      const reader = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
      let said = '';
      reader.stdout.on('data', (text: Buffer) => {
        said += text.toString();
      });
      try {
        const lines = (await linesOfFeed(side)).map((line) => JSON.parse(line) as { workflowInstanceId: string; type: string });
        const wanted = lines.map(({ workflowInstanceId, type }) => `${workflowInstanceId} ${type}`);
        // the package speaks too, in JSON
        const events = () => said.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
        await eventually('it has said everything', () => events().length >= wanted.length);
        expect(events()).to.have.members(wanted);
      } finally {
        const ended = once(reader, 'exit');
        reader.kill('SIGKILL');
        await ended;
      }
    });

    it('waits for a topic that is not there, and sends when it is made', async () => {
      await writeInstances(0, 2);
      const sink = await run();
      await eventually('it has failed', () => sink.failures > 0);
      expect(log.of(4081)).to.have.length(1);
      await eventually('it lags', async () => (await sink.lagSeconds()) > 0);
      await makeTopic(broker.address, topic);
      await eventually('all is sent', () => sink.acknowledged === 36);
      expect(log.of(4082)).to.have.length(1);
      expect(log.of(4082)[0]?.['Topic']).to.equal(topic);
    });

    it('makes smaller requests for a topic that takes little, and stops at an event that is too large for it, until it is not', async () => {
      await makeTopic(broker.address, topic, { 'max.message.bytes': '8000' });
      await writeInstances(0, 40);
      await untilFed();
      const small = await linesOfFeed(side);
      const sink = await run({ compression: 'gzip' });
      await eventually('all is sent', () => sink.acknowledged === small.length);
      const id = idNumber(100);
      const noise = Array.from({ length: 4000 }, () => Math.random().toString(36)).join('');
      await side.write(journalOf(id, [started(id), written(2, { noise }), activated(3, 'review', 'userTask')]));
      await writeInstances(101, 103);
      await untilFed();
      await eventually('it says which one', () => log.of(4081).length > 0);
      expect(log.of(4081)[0]?.['ErrorMessage']).to.match(/^The event at \w+\.\d+\.\d+ is larger than the topic takes\.$/);
      await alterTopic(broker.address, topic, { 'max.message.bytes': '1000000' });
      const lines = await linesOfFeed(side);
      await eventually('all is sent', () => sink.acknowledged >= lines.length);
      const reader = await read();
      await eventually('all is there', () => new Set(reader.messages.map(({ position }) => position)).size === lines.length);
      expect(faultsOfTopic(reader.messages, lines)).to.deep.equal([]);
    });

    it('is idle without a word and without sending, when it is paused in the database, and continues when it is resumed', async () => {
      await makeTopic(broker.address, topic);
      const sink = await run();
      await writeInstances(0, 1);
      await eventually('all is sent', () => sink.acknowledged === 18);
      const set = (state: string) =>
        side.connection.query(
          { name: `test-set-${state}`, text: `update feed_subscriber set state = '${state}' where kind = 'kafka'` },
          [],
        );
      await set('Paused');
      await writeInstances(1, 3);
      await eventually('it lags', async () => (await sink.lagSeconds()) > 1);
      expect(sink.acknowledged).to.equal(18);
      await set('Active');
      await eventually('the rest is sent', () => sink.acknowledged === 54);
      expect(sink.failures).to.equal(0);
    });

    it('loses nothing when the broker is killed and started again, and is quick to stop while it is away', async () => {
      await makeTopic(broker.address, topic);
      const sink = await run();
      await writeInstances(0, 20);
      await eventually('something is sent', () => sink.acknowledged > 0);
      await broker.kill();
      await writeInstances(20, 60);
      await untilFed();
      await eventually('the log line 4081', () => log.of(4081).length > 0);
      const begun = performance.now();
      await sink.stop();
      expect(performance.now() - begun).to.be.below(12_000);
      const again = await run();
      await eventually('it fails again', () => again.failures > 0);
      await broker.start();
      const lines = await linesOfFeed(side);
      await eventually('nothing waits', async () => (await again.lagSeconds()) === 0);
      const reader = await read();
      await eventually('all is there', () => new Set(reader.messages.map(({ position }) => position)).size === lines.length);
      expect(faultsOfTopic(reader.messages, lines)).to.deep.equal([]);
    });
  });
