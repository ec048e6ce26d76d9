import { readEventSchema } from './event-schema.ts';
import { recordInstances } from './record-instances.ts';
import { recordProcesses } from './record-processes.ts';
import { readSeals, writeRecording } from './recording.ts';

/** `npm run history:record -- <version>`: writes down what this code writes, as the history that later releases have to read. */
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Say which version this code is going to be: npm run history:record -- 0.5.0');
if (readSeals()[version] !== undefined)
  fail(`${version} is released: what it wrote never changes. Record the version that comes next.`);

const instances = recordInstances();
const processes = await recordProcesses();
const schema = readEventSchema(new URL('../../../src/engine/', import.meta.url));
writeRecording(version, { instances, processes, schema });
process.stdout.write(`test/history/${version}: ${instances.length} instances, ${processes.length} process keys\n`);
process.exit(0); // the database server of the tests ends with this process

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
