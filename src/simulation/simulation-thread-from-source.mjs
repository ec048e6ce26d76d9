// Entry of a simulation thread when the product runs from its TypeScript sources.
import { importBundled } from '../platform/import-bundled.mjs';

await importBundled(new URL('./simulation-thread.ts', import.meta.url));
