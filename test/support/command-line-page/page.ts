import {
  type ActionDeclaration,
  GROUPS,
  type OptionDeclaration,
  type OptionTable,
  type VerbDeclaration,
} from '../../../src/cli/declaration.ts';
import { VERBS } from '../../../src/cli/declarations.ts';
import { GLOBAL_OPTIONS } from '../../../src/cli/global-options.ts';
import { usageOf } from '../../../src/cli/help-text.ts';

/** Where the page of all verbs lies. */
export const COMMAND_LINE_PAGE = 'docs/command-line.md';

const HEAD = `# The command line

Every verb of \`sluice\`, with its actions and options. This page is written by \`npm run verbs:write\` from what the verbs declare; \`sluice help <verb>\` says the same.
How to work with it: [use the command line](how-to/use-the-command-line.md).

## Exit codes

| Code | Means |
|---|---|
| 0 | done |
| 1 | refused, or not all is done: the API says no or does not answer, an item failed, a test does not hold, a watched instance has failed |
| 2 | wrong arguments, with the usage on the standard error; also a file that cannot be read, for verbs that read files |
| 130 | ended by Ctrl-C |

What a verb has to say goes to the standard output; what is wrong goes to the standard error. A reader that has read enough (\`| head\`) ends a verb with 0.
`;

/** The page, as it has to be. */
export function commandLinePage(): string {
  const sections = Object.entries(GROUPS).map(([group, title]) => {
    const verbs = Object.values(VERBS).filter((verb) => verb.group === group);
    return `## ${title}\n\n${verbs.map(sectionOf).join('\n')}`;
  });
  const globals = `## Options of many verbs\n\nBefore the verb or behind it. Verbs that ask the API have all of them, the others only those that mean something to them.\n\n${tableOf(GLOBAL_OPTIONS)}`;
  return `${[HEAD, globals, ...sections].join('\n')}`;
}

function sectionOf(verb: VerbDeclaration): string {
  const { name, about, actions, options, notes } = verb;
  const rows = Object.entries<ActionDeclaration>(actions ?? {}).map(([action, declared]) => {
    const form = [action, declared.operands?.form].filter((part) => part !== undefined).join(' ');
    return `| \`${cell(form)}\` | ${cell(declared.about)}${declared.isDefault ? '; when none is named' : ''} |\n`;
  });
  return [
    `### ${name}\n\n`,
    `\`${usage(verb)}\`\n\n${about[0]?.toUpperCase()}${about.slice(1)}.\n`,
    ...(notes === undefined ? [] : [`${cell(notes.trimEnd()).replaceAll(/\n/g, ' ')}\n`]),
    ...(rows.length === 0 ? [] : [`\n| Action | |\n|---|---|\n${rows.join('')}`]),
    ...(Object.keys(options).length === 0 ? [] : [`\n${tableOf(options)}`]),
  ].join('');
}

function usage(verb: VerbDeclaration): string {
  return verb.actions === undefined ? `sluice ${verb.name} ${usageOf(verb)}` : `sluice ${verb.name} [<action>] [options]`;
}

function tableOf(options: OptionTable): string {
  const rows = Object.entries<OptionDeclaration>(options).map(([name, { value, about, of, choices }]) => {
    const values = choices === undefined ? '' : ` (${choices.map((choice) => `\`${choice}\``).join(', ')})`;
    const form = value === undefined ? `--${name}` : `--${name} ${value}`;
    return `| \`${cell(form)}\` | ${(of ?? []).join(', ')} | ${cell(about)}${values} |\n`;
  });
  return `| Option | Of | |\n|---|---|---|\n${rows.join('')}`;
}

/** A text for a table: nothing in it ends a cell or begins an element. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
