// Entry of the worker thread if the service runs from TypeScript sources.
import { importBundled } from '../../platform/import-bundled.mjs';

await importBundled(new URL('./reader-thread.ts', import.meta.url));
