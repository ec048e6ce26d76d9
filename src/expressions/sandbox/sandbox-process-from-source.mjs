// Entry of the sandbox process if the service runs from TypeScript sources.
import { importBundled } from '../../platform/import-bundled.mjs';

await importBundled(new URL('./sandbox-process.ts', import.meta.url));
