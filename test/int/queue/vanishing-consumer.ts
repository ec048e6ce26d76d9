import { openView } from '../../support/open-backend.ts';

/** A process that takes one envelope, says so on standard output and never ends its work: somebody kills it. */
const [databaseUrl = '', redisUrl] = process.argv.slice(2);
const backend = await openView(databaseUrl, redisUrl);
await backend.consume(
  ({ envelope, attempt }) => {
    process.stdout.write(`${envelope.id} ${attempt}\n`);
    return new Promise(() => {});
  },
  { concurrency: 1 },
);
