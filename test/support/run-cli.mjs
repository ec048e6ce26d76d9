import { main } from '../../dist/cli/main.js';

// The command line without the compile step of bin/sluice.mjs.
await main(process.argv.slice(2));
