import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openQueuePort, type QueuePort } from '../../../src/db/queue-port.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openQueueBackend } from '../../../src/queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../../../src/queue/postgres-backend.ts';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { deferred } from '../../support/deferred.ts';
import { soon } from '../../support/eventually.ts';
import { commandBatchOf, SOME_INSTALLATION } from '../../support/open-backend.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A port whose database can be away: then every new connection is refused. */
function portThatCanBeAway(url: string): { readonly port: QueuePort; isAway: boolean } {
  const port = openQueuePort(url, 'sluice test queue', QUEUE_SCHEMA, 4);
  const connect = port.pool.connect.bind(port.pool) as (then?: (error: Error) => void) => Promise<never>;
  const place = { port, isAway: false };
  const refuse = (then?: (error: Error) => void) =>
    then === undefined ? Promise.reject(refused()) : void process.nextTick(then, refused());
  Object.assign(port.pool, {
    connect: (then?: (error: Error) => void) => (place.isAway ? refuse(then) : connect(then)),
  });
  return place;
}

describe('the queue in Postgres while its database is away', () => {
  let database: TestDatabase;
  let place: ReturnType<typeof portThatCanBeAway>;
  const stopping = new AbortController();
  const backends: QueueBackend[] = [];

  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    place = portThatCanBeAway(database.url);
  });
  afterEach(async () => {
    place.isAway = false;
    for (const backend of backends.splice(0)) await backend.close();
  });
  after(() => database.drop());

  const open = async (signal?: AbortSignal) => {
    const options = { redisUrl: undefined, installation: SOME_INSTALLATION, log: silentLog, openPort: () => place.port };
    const backend = await openQueueBackend({ ...options, stopping: signal });
    backends.push(backend);
    return backend;
  };
  /** @returns whether `work` waited for the database, without keeping others from their turn */
  const outlasting = async <T>(work: () => Promise<T>): Promise<T> => {
    place.isAway = true;
    let isDone = false;
    const working = work().finally(() => {
      isDone = true;
    });
    // waits: on a slow machine the check that it is not done only becomes weaker
    await soon('turns of the loop', pause(250));
    expect(isDone, 'it did not wait').to.equal(false);
    place.isAway = false;
    return soon('the work', working);
  };

  it('opens when the database is back', async () => {
    const backend = await outlasting(open);
    await backend.ping();
  });

  it('consumes command batches when the database is back', async () => {
    const backend = await open();
    const handled = deferred<string>();
    const consumer = await outlasting(() =>
      backend.consume(async ({ commandBatch }) => handled.resolve(commandBatch.id), { concurrency: 1 }),
    );
    const commandBatch = commandBatchOf([]);
    await backend.add(commandBatch);
    expect(await soon('the command batch', handled.promise)).to.equal(commandBatch.id);
    await consumer.close();
  });

  it('sends and receives wake-up signals when the database is back', async () => {
    const backend = await open();
    const heard = deferred();
    await outlasting(() => backend.sendWakeUp('mail'));
    const consumer = await outlasting(() => backend.consumeWakeUps('mail', () => heard.resolve()));
    await soon('the signal', heard.promise);
    await consumer.close();
  });

  it('stops waiting when the process stops', async () => {
    place.isAway = true;
    const opening = open(stopping.signal);
    stopping.abort(new Error('stopping'));
    const end = await soon(
      'the end',
      opening.then(
        () => 'opened',
        ({ name }: Error) => name,
      ),
    );
    expect(end).to.not.equal('opened');
    await place.port.close();
  });
});
