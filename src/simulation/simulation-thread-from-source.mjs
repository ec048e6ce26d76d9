// Entry of a simulation thread when the product runs from its TypeScript sources: loader flags do not reach worker threads on Node 20,
// so the thread registers the loader itself. Plain JavaScript, because nothing could read TypeScript yet.
import { register } from 'tsx/esm/api';

register();
await import(new URL('./simulation-thread.ts', import.meta.url).href);
