// Packs the client of the API for programs in TypeScript and JavaScript, and nothing else: `sluice/client`. `npm run pack:client -- <folder>`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './freshness.mjs';
import { packPart } from './pack-part.mjs';

packPart({
  name: 'client',
  files: () =>
    Object.fromEntries(
      readdirSync(join(root, 'dist', 'client'), { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        // removes old output of renamed files
        .filter(
          (path) =>
            /\.(?:js|d\.ts)$/.test(path) && existsSync(join(root, 'src', 'client', path.replace(/\.(?:js|d\.ts)$/, '.ts'))),
        )
        .map((path) => [`dist/client/${path}`, path]),
    ),
  entry: { types: './index.d.ts', default: './index.js' },
  description: 'The client of the API of Sluice, and the worker loop, without the service.',
  readme: `# sluice/client

The client of the API of Sluice for Node 20 and newer, and for browsers: every operation with its types, repeats that do no harm, reads that show what was
written, lists row by row, and workers. It has no dependencies and holds no service. Install it from the tarball. Sluice is not in the npm registry.

\`\`\`js
import { openClient } from 'sluice/client';

const sluice = openClient({ url: 'http://localhost:8080' });
const { WorkflowInstanceId } = await sluice.start({ WorkflowId: 'order', Variables: { quantity: 4 } });
const worker = sluice.work('quote', async ({ input }) => ({ price: input.quantity * 3 }));
process.once('SIGTERM', () => worker.stop());
\`\`\`
`,
});
