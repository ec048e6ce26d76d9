// The command line without a compile step: for `npm run dev`, under tsx.
import { main } from '../src/cli/main.ts';

await main(process.argv.slice(2));
