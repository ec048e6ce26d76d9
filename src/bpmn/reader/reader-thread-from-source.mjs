// Entry of the reader thread when the product runs from its TypeScript sources.
import { importBundled } from '../../platform/import-bundled.mjs';

await importBundled(new URL('./reader-thread.ts', import.meta.url));
