import { fileURLToPath } from 'node:url';
import { build } from '../../bin/build.mjs';

const RUN = fileURLToPath(new URL('./run-cli.mjs', import.meta.url));
let isBuilt = false;

/**
 * Arguments of node that run the product's command line in its own process: compiled, as users run it. A process that compiles its sources
 * itself needs seconds to start.
 */
export function commandLine(...operands: readonly string[]): string[] {
  if (!isBuilt) build();
  isBuilt = true;
  return [RUN, ...operands];
}
