import { openView } from '../../support/open-backend.ts';

/**
 * A process that prints that it consumes, then which command batch it has taken, and never ends its work: the test kills it.
 */
const [databaseUrl = '', redisUrl] = process.argv.slice(2);
const backend = await openView(databaseUrl, redisUrl);
await backend.consume(
  async ({ commandBatch, attempt, keep }) => {
    const deaths = commandBatch.trial === undefined ? 0 : commandBatch.trial.deaths + 1;
    await keep({ ...commandBatch, trial: { commandId: commandBatch.commands[0]?.id ?? '', deaths, worker: String(attempt) } });
    process.stdout.write(`${commandBatch.id} ${attempt}\n`);
    return new Promise(() => {});
  },
  { concurrency: 1 },
);
process.stdout.write('consumes\n');
