import kafkajs from 'kafkajs';

/** A message as a consumer gets it. */
export interface TopicMessage {
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly position: string;
  readonly contentType: string;
  readonly value: string;
}

const clientOf = (address: string) => new kafkajs.Kafka({ brokers: [address], logCreator: () => () => {} });

/** Makes a topic of three partitions. */
export async function makeTopic(address: string, topic: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const admin = clientOf(address).admin();
  try {
    await admin.connect();
    const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
    await admin.createTopics({ topics: [{ topic, numPartitions: 3, configEntries }], waitForLeaders: true });
  } finally {
    await admin.disconnect();
  }
}

/** Sets settings of a topic. */
export async function alterTopic(address: string, topic: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const admin = clientOf(address).admin();
  try {
    await admin.connect();
    const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }],
    });
  } finally {
    await admin.disconnect();
  }
}

/** A consumer that begins at the beginning and keeps what it gets. */
export interface TopicReader {
  readonly messages: readonly TopicMessage[];
  stop(): Promise<void>;
}

let groups = 0;

export async function readTopic(address: string, topic: string): Promise<TopicReader> {
  groups += 1;
  const consumer = clientOf(address).consumer({ groupId: `test-${process.pid}-${groups}`, maxWaitTimeInMs: 100 });
  const messages: TopicMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ partition, message: { offset, key, value, headers = {} } }) => {
      messages.push({
        partition,
        offset: Number(offset),
        key: String(key),
        position: String(headers['sluice-position']),
        contentType: String(headers['content-type']),
        value: String(value),
      });
    },
  });
  return { messages, stop: () => consumer.disconnect() };
}
