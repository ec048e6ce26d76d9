// Entry of the sandbox process when the product runs from its TypeScript sources.
import { importBundled } from '../../platform/import-bundled.mjs';

await importBundled(new URL('./sandbox-process.ts', import.meta.url));
