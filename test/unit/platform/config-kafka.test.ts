import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import { configErrorOf } from '../../support/config-error.ts';

const LEAST = { Feed__Enabled: 'true', Kafka__Brokers: 'kafka-1:9092', Kafka__Topic: 'events' };

describe('the settings of the Kafka sink (docs/contributing/spec/event-feed.md#kafka-sink)', () => {
  it('are all there when brokers and a topic are named', () => {
    expect(readConfig(LEAST, 'worker').kafka).to.deep.equal({
      brokers: ['kafka-1:9092'],
      topic: 'events',
      clientId: 'sluice',
      tls: undefined,
      sasl: undefined,
      format: 'feed',
      begin: 'beginning',
      keys: [],
      types: [],
      businessId: undefined,
      compression: 'none',
      isIdempotent: true,
    });
  });

  it('are read as they are written when all are set', () => {
    const env = {
      ...LEAST,
      Kafka__Brokers: 'Kafka-1.example:9092, [fd00::7]:9093,10.0.0.7:65535',
      Kafka__ClientId: 'mine',
      Kafka__Format: 'CloudEvents',
      Kafka__Begin: 'End',
      Kafka__Keys: 'order,draft-*',
      Kafka__Types: 'WorkflowStarted',
      Kafka__BusinessId: 'PO-7',
      Kafka__Compression: 'GZip',
      Kafka__Idempotent: 'false',
      Kafka__Tls__Enabled: 'true',
      Kafka__Tls__CaFile: '/ca',
      Kafka__Tls__CertFile: '/cert',
      Kafka__Tls__KeyFile: '/key',
      Kafka__Sasl__Mechanism: 'SCRAM-SHA-512',
      Kafka__Sasl__Username: 'me',
      Kafka__Sasl__Password: 'hush',
    };
    expect(readConfig(env, 'all').kafka).to.deep.equal({
      brokers: ['Kafka-1.example:9092', '[fd00::7]:9093', '10.0.0.7:65535'],
      topic: 'events',
      clientId: 'mine',
      tls: { caFile: '/ca', certFile: '/cert', keyFile: '/key' },
      sasl: { mechanism: 'scram-sha-512', username: 'me', password: 'hush' },
      format: 'cloudevents',
      begin: 'end',
      keys: ['order', 'draft-*'],
      types: ['WorkflowStarted'],
      businessId: 'PO-7',
      compression: 'gzip',
      isIdempotent: false,
    });
  });

  it('are nothing to processes without a sink, and to all of them when no broker is named', () => {
    for (const role of ['api', 'ui', 'projector', 'plugin-host', 'migrate'] as const)
      expect(readConfig({ Kafka__Brokers: 'kafka-1:9092' }, role).kafka, role).to.equal(undefined);
    expect(readConfig({ Kafka__Topic: 'events', Kafka__Sasl__Username: 'me' }, 'all').kafka).to.equal(undefined);
  });

  const refusals: readonly [env: Record<string, string>, key: string][] = [
    ...['kafka-1', 'kafka://kafka-1:9092', 'kafka-1:0', 'kafka-1:65536', 'kafka-1:9092x', ':9092', 'fd00::7:9092'].map(
      (broker): [Record<string, string>, string] => [{ Kafka__Brokers: `kafka-2:1,${broker}` }, 'Kafka:Brokers'],
    ),
    [{ Feed__Enabled: 'false' }, 'Kafka:Brokers'],
    [{ Kafka__Topic: '' }, 'Kafka:Topic'],
    ...['a b', '.', '..', 'a/b', 'a'.repeat(250)].map((topic): [Record<string, string>, string] => [
      { Kafka__Topic: topic },
      'Kafka:Topic',
    ]),
    [{ Kafka__Format: 'avro' }, 'Kafka:Format'],
    [{ Kafka__Begin: '0' }, 'Kafka:Begin'],
    [{ Kafka__Keys: 'or*der' }, 'Kafka:Keys'],
    [{ Kafka__Compression: 'zstd' }, 'Kafka:Compression'],
    [{ Kafka__Tls__CaFile: '/ca' }, 'Kafka:Tls:CaFile'],
    [{ Kafka__Tls__Enabled: 'true', Kafka__Tls__CertFile: '/cert' }, 'Kafka:Tls:KeyFile'],
    [{ Kafka__Tls__Enabled: 'true', Kafka__Tls__KeyFile: '/key' }, 'Kafka:Tls:CertFile'],
    [{ Kafka__Sasl__Mechanism: 'gssapi' }, 'Kafka:Sasl:Mechanism'],
    [{ Kafka__Sasl__Password: 'hush' }, 'Kafka:Sasl:Mechanism'],
    [{ Kafka__Sasl__Mechanism: 'plain', Kafka__Sasl__Password: 'hush' }, 'Kafka:Sasl:Username'],
    [{ Kafka__Sasl__Mechanism: 'plain', Kafka__Sasl__Username: 'me' }, 'Kafka:Sasl:Password'],
  ];
  for (const [env, key] of refusals)
    it(`name ${key} when they are ${JSON.stringify(env)}`, () => {
      const error = configErrorOf({ ...LEAST, ...env });
      expect(error.key).to.equal(key);
      expect(error.message).not.to.include('hush');
    });
});
