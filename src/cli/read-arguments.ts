import { Command, CommanderError, Option } from 'commander';
import { version } from '../platform/version.ts';
import { GLOBAL_OPTIONS, globalOptionsOf, WrongArguments } from './arguments.ts';
import { checkCall, checkForgotten, checkValues, type TypedCall } from './check-call.ts';
import {
  type ActionDeclaration,
  GROUPS,
  type OptionDeclaration,
  type OptionTable,
  type VerbDeclaration,
} from './verb-declaration.ts';

/** Usage text of a command after its name. */
export function usageOf({ operands, actions }: VerbDeclaration): string {
  if (actions === undefined) return [operands?.form, '[options]'].filter((part) => part !== undefined).join(' ');
  const forms = Object.entries<ActionDeclaration>(actions).map(([name, action]) => formOf(name, action));
  const isOptional = Object.values<ActionDeclaration>(actions).some(({ isDefault }) => isDefault === true);
  return `${isOptional ? `[${forms.join(' | ')}]` : `(${forms.join(' | ')})`} [options]`;
}

/** The first paragraphs of the help of a verb. */
function descriptionOf({ about, actions }: VerbDeclaration): string {
  const sentence = `${about[0]?.toUpperCase()}${about.slice(1)}.`;
  if (actions === undefined) return sentence;
  const rows = Object.entries<ActionDeclaration>(actions).map(([name, action]) => [formOf(name, action), action] as const);
  const width = Math.max(...rows.map(([form]) => form.length));
  const lines = rows.map(
    ([form, action]) => `  ${form.padEnd(width)}  ${action.about}${action.isDefault ? '; when none is named' : ''}`,
  );
  return `${sentence}\n\nActions:\n${lines.join('\n')}`;
}

function formOf(name: string, { operands }: ActionDeclaration): string {
  return operands === undefined ? name : `${name} ${operands.form}`;
}

/** Parses the words after `sluice`. `help`: of the verb, or of all. */
type ReadArguments =
  | { readonly kind: 'run'; readonly verb: VerbDeclaration; readonly call: TypedCall; readonly help: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'wrong'; readonly reason: string; readonly help: string };

const HEAD_OF_GLOBALS = 'Options of all such commands:';
const ROOT_NOTES = `
For details use \`sluice help <command>\` or \`sluice <command> --help\`. Commands of the service read their settings from the environment; single roles need
DATABASE_URL and share REDIS_URL. All others call the API at SLUICE_URL, with the token of SLUICE_TOKEN.
Exit codes: 0 done, 1 refused or not completely done, 2 wrong arguments (prints the usage).
`;

/** Reads the words of a command line. Never throws because of them. */
export function readArguments(words: readonly string[], verbs: readonly VerbDeclaration[]): ReadArguments {
  let printed = '';
  const before = new Typed();
  const reading: { command?: Command; result?: ReadArguments } = {};
  const program = programOf(verbs, before, (verb, command, typed) => {
    reading.result = callOf(verb, command, before.and(typed), words);
  });
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        printed += text;
      },
      writeErr: () => {},
      // a fixed width gives every terminal the same text
      getOutHelpWidth: () => 110,
      getErrHelpWidth: () => 110,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  try {
    program.parse(words, { from: 'user' });
    return reading.result ?? { kind: 'text', text: program.helpInformation() };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: printed };
    const verb = program.commands.find((command) => command.name() === words.find((word) => !word.startsWith('-')));
    return { kind: 'wrong', reason: reasonOf(error), help: (verb ?? program).helpInformation() };
  }
}

type OnVerb = (verb: VerbDeclaration, command: Command, typed: Typed) => void;

function programOf(verbs: readonly VerbDeclaration[], before: Typed, onVerb: OnVerb): Command {
  const program = new Command('sluice')
    .usage('[options] <command>')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help, or the help of a command')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', ROOT_NOTES);
  addOptions(program, GLOBAL_OPTIONS, before);
  for (const group of Object.keys(GROUPS))
    for (const verb of verbs) if (verb.group === group) program.addCommand(commandOf(verb, onVerb));
  return program;
}

function commandOf(verb: VerbDeclaration, onVerb: OnVerb): Command {
  const typed = new Typed();
  const command = new Command(verb.name)
    .helpGroup(`${GROUPS[verb.group]}:`)
    .summary(verb.about)
    .description(descriptionOf(verb))
    .usage(usageOf(verb))
    .helpOption('-h, --help', 'this text')
    .argument('[words...]')
    .configureHelp({ visibleArguments: () => [] })
    .action(() => onVerb(verb, command, typed));
  addOptions(command, verb.options, typed);
  command.optionsGroup(HEAD_OF_GLOBALS);
  addOptions(command, globalOptionsOf(verb), typed);
  if (verb.notes !== undefined) command.addHelpText('after', `\n${verb.notes}`);
  return command;
}

function addOptions(command: Command, options: OptionTable, typed: Typed): void {
  for (const [name, declared] of Object.entries(options)) {
    command.addOption(new Option(declared.value === undefined ? `--${name}` : `--${name} ${declared.value}`, aboutOf(declared)));
    command.on(`option:${name}`, (value?: string) => typed.add(name, value));
  }
}

function aboutOf({ about, of, choices }: OptionDeclaration): string {
  const values = choices === undefined ? '' : ` (${choices.join(', ')})`;
  return `${of === undefined ? '' : `of ${of.join(', ')}: `}${about}${values}`;
}

/** Options as they are typed, in their order. */
class Typed {
  private readonly options: { readonly name: string; readonly value: string | undefined }[];

  constructor(options: { readonly name: string; readonly value: string | undefined }[] = []) {
    this.options = options;
  }

  add(name: string, value: string | undefined): void {
    this.options.push({ name, value });
  }

  and({ options }: Typed): Typed {
    return new Typed([...this.options, ...options]);
  }

  all(): readonly { readonly name: string; readonly value: string | undefined }[] {
    return this.options;
  }
}

function callOf(verb: VerbDeclaration, command: Command, typed: Typed, words: readonly string[]): ReadArguments {
  const help = command.helpInformation();
  try {
    checkForgotten(verb, words);
    checkValues(verb, typed.all());
    return { kind: 'run', verb, call: checkCall(verb, command.args, typed.all()), help };
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    return { kind: 'wrong', reason: error.message, help };
  }
}

/** Errors of commander, in the wording of the other errors. */
function reasonOf({ code, message }: CommanderError): string {
  const [, suggestion] = /\(Did you mean (.+?)\?\)/.exec(message) ?? [];
  const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`;
  const [, name = ''] = /'([\s\S]*?)'(?: argument missing)?(?:\n|$)/.exec(message) ?? [];
  // the value after = may be a token of a misspelled option
  if (code === 'commander.unknownOption') return `Unknown option '${name.replace(/=[\s\S]*$/, '=…')}'${hint}`;
  if (code === 'commander.unknownCommand' || code === 'commander.excessArguments') return `unknown command '${name}'${hint}`;
  if (code === 'commander.optionMissingArgument') return `${name.split(' ')[0]} needs a value`;
  return message.replace(/^error: /, '');
}
