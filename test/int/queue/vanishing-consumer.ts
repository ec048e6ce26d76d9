import { openView } from '../../support/open-backend.ts';

/**
 * A process that says on standard output that it consumes, then which envelope it has taken, and never ends its work: somebody kills it.
 */
const [databaseUrl = '', redisUrl] = process.argv.slice(2);
const backend = await openView(databaseUrl, redisUrl);
await backend.consume(
  async ({ envelope, attempt, keep }) => {
    const deaths = envelope.trial === undefined ? 0 : envelope.trial.deaths + 1;
    await keep({ ...envelope, trial: { commandId: envelope.commands[0]?.id ?? '', deaths, worker: String(attempt) } });
    process.stdout.write(`${envelope.id} ${attempt}\n`);
    return new Promise(() => {});
  },
  { concurrency: 1 },
);
process.stdout.write('consumes\n');
