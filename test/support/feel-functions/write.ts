import { writeFileSync } from 'node:fs';
import { FUNCTIONS_FILE, functionsText } from './functions-text.ts';

writeFileSync(FUNCTIONS_FILE, functionsText());
