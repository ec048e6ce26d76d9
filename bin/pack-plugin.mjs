// Packs what authors of plugins need and nothing else: `sluice/plugin` with its types. `npm run pack:plugin -- <folder>`.
import { packPart } from './pack-part.mjs';

packPart({
  name: 'plugin',
  files: () => ({ 'dist/plugins/plugin.js': 'plugin.js', 'dist/plugins/plugin.d.ts': 'plugin.d.ts' }),
  entry: { types: './plugin.d.ts', default: './plugin.js' },
  description: 'What a plugin of Sluice imports: its functions and types, without the service.',
  readme: `# sluice/plugin

What a plugin of Sluice imports: \`definePlugin\`, \`response\`, \`TaskFailure\`, and the types. It has no dependencies and holds no service; the plugin host brings
the service, and its own copy of this. Install it from the tarball. Sluice is not in the npm registry.
`,
});
