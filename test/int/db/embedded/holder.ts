import { startEmbeddedPostgres } from '../../../../src/db/embedded/start.ts';
import { silentLog } from '../../../../src/platform/log.ts';

// A process that starts the database of a folder, prints a line and waits to be killed.
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silentLog });
process.stdout.write(`${JSON.stringify({ port: postgres.port, adopted: postgres.adopted, firstStart: postgres.firstStart })}\n`);
process.stdin.resume();
