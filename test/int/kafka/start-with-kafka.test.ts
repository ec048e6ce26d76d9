import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** Lets a process run as if kafkajs was not installed. */
const WITHOUT_PACKAGE = `
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    export function resolve(name, context, next) {
      if (name !== 'kafkajs') return next(name, context);
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    }\`));`;

describe('the start of a worker that is to send events to Kafka', function () {
  this.timeout(240_000);
  let database: TestDatabase;
  const children: ChildProcess[] = [];
  before(async () => {
    database = await createTestDatabase();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database.drop();
  });

  async function refusalOf(settings: Readonly<Record<string, string>>, preload = ''): Promise<string> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: database.url,
      METRICS_PORT: '0',
      Feed__Enabled: 'true',
      Kafka__Brokers: '127.0.0.1:1',
      Kafka__Topic: 'events',
      ...settings,
    };
    const hook = preload === '' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
    const child = spawn(process.execPath, [...hook, ...commandLine('worker')], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
    });
    const [code] = await once(child, 'close');
    expect(code).to.equal(1);
    expect(output).not.to.include('"eventId":7030');
    const lines = output.split('\n').filter((line) => line.includes('"eventId":7042'));
    expect(lines).to.have.length(1);
    const { Key, Reason } = JSON.parse(lines[0] ?? '') as { Key: string; Reason: string };
    return `${Key} ${Reason}`;
  }

  it('ends and shows what to install, when the package is not there', async () => {
    expect(await refusalOf({}, WITHOUT_PACKAGE)).to.equal(
      'Kafka:Brokers needs the package kafkajs, which is not installed; npm install kafkajs@2.2.4 where Sluice is installed',
    );
  });

  it('ends and names the setting, when the feed is off, there is no such type, or a file cannot be read', async () => {
    expect(await refusalOf({ Feed__Enabled: 'false' })).to.equal(
      'Kafka:Brokers needs the event feed, which is off; Feed:Enabled switches it on',
    );
    expect(await refusalOf({ Kafka__Types: 'WorkflowStarted,Started' })).to.match(/^Kafka:Types holds in entry 2 /);
    expect(await refusalOf({ Kafka__Tls__Enabled: 'true', Kafka__Tls__CaFile: '/nowhere/ca.pem' })).to.equal(
      'Kafka:Tls:CaFile names a file that cannot be read',
    );
  });
});
