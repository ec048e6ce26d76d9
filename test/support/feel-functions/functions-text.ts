import { BUILT_INS } from '../../../src/expressions/feel/functions/built-ins.ts';

/** Where the pages have what can be called in FEEL. */
export const FUNCTIONS_FILE = new URL('../../../src/ui/web/pages/modeler/text-editors/feel-functions.ts', import.meta.url);

/** Content of that file: the names and signatures of the functions that the engine has. */
export function functionsText(): string {
  const rows = [...BUILT_INS.values()]
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ name, signatures }) => `  [${[name, ...signatures].map(quoted).join(', ')}],`);
  return `/**
 * Functions of FEEL: name, then one signature for each form. Written by \`npm run feel-functions:write\` from the functions themselves
 * (src/expressions/feel/functions); a test compares.
 */
// biome-ignore format: one row for each function
export const FEEL_FUNCTIONS: readonly (readonly [name: string, ...signatures: string[]])[] = [
${rows.join('\n')}
];
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
