import { main } from '../../../src/cli/main.ts';

// The command line without the compile step of bin/sluice.mjs.
await main(process.argv.slice(2));
