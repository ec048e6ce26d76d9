import { Command, CommanderError, Option } from 'commander';
import { version } from '../platform/version.ts';
import { GLOBAL_OPTIONS, globalOptionsOf, WrongArguments } from './arguments.ts';
import {
  type ActionDeclaration,
  type GivenOptions,
  GROUPS,
  type OperandsDeclaration,
  type OptionDeclaration,
  type OptionTable,
  type VerbDeclaration,
} from './verb-declaration.ts';

interface TypedOption {
  readonly name: string;
  readonly value: string | undefined;
}

/** Values of {@link GLOBAL_OPTIONS}. */
export type GivenGlobals = GivenOptions<typeof GLOBAL_OPTIONS>;

/** Valid for its declaration. */
export interface TypedCall {
  readonly action: string;
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | true | readonly string[]>>;
  /** values of {@link GLOBAL_OPTIONS} */
  readonly globals: GivenGlobals;
  /** those with a value, in the typed order */
  readonly order: readonly { readonly name: string; readonly value: string }[];
}

/** Throws {@link WrongArguments} for an invalid value, or a repeated option that takes one value. Global options may be repeated. */
function checkValues(verb: VerbDeclaration, typed: readonly TypedOption[]): void {
  const known = { ...GLOBAL_OPTIONS, ...globalOptionsOf(verb), ...verb.options };
  const seen = new Set<string>();
  for (const { name, value } of typed) {
    const option: OptionDeclaration | undefined = known[name as keyof typeof known];
    if (option === undefined) continue;
    const isOwn = Object.hasOwn(verb.options, name);
    if (isOwn && option.multiple !== true && option.value !== undefined && seen.has(name))
      throw new WrongArguments(`--${name} can be given once`);
    seen.add(name);
    if (value !== undefined) checkValue(name, value, option);
  }
}

/** Throws {@link WrongArguments} if a value is an option name: the value was probably forgotten. */
function checkForgotten(verb: VerbDeclaration, words: readonly string[]): void {
  const known: Readonly<Record<string, OptionDeclaration>> = { ...GLOBAL_OPTIONS, ...verb.options };
  const optionOf = (word = '') => {
    const name = word.startsWith('--') ? (word.slice(2).split('=')[0] ?? '') : '';
    return Object.hasOwn(known, name) ? known[name] : undefined;
  };
  const end = words.indexOf('--');
  const here = end < 0 ? words : words.slice(0, end);
  const at = here.findIndex((word, index) => {
    const takesNext = optionOf(word)?.value !== undefined && !word.includes('=');
    return takesNext && optionOf(here[index + 1]) !== undefined;
  });
  if (at < 0) return;
  const [option, next] = here.slice(at);
  throw new WrongArguments(`${option} needs a value; should it be ${next}, write ${option}=${next}`);
}

function checkValue(name: string, value: string, option: OptionDeclaration): void {
  if (value === '' && option.mayBeEmpty !== true) throw new WrongArguments(`--${name} is empty`);
  if (option.choices !== undefined && !option.choices.includes(value))
    throw new WrongArguments(`--${name} '${value}' is not ${option.choices.join(', ')}`);
  if (option.shape !== undefined && !option.shape.pattern.test(value)) throw new WrongArguments(`--${name} ${option.shape.rule}`);
}

/** Throws {@link WrongArguments} for the first error. */
function checkCall(verb: VerbDeclaration, words: readonly string[], typed: readonly TypedOption[]): TypedCall {
  const { action, declared, operands } = actionOf(verb, words);
  const of = globalOptionsOf(verb);
  for (const { name } of typed) {
    const option = verb.options[name];
    if (option === undefined && !Object.hasOwn(of, name)) throw new WrongArguments(`--${name} is not for ${verb.name}`);
    if (option?.of !== undefined && !option.of.includes(action)) throw new WrongArguments(`--${name} is not for ${action}`);
  }
  checkOperands(action || verb.name, declared?.operands ?? (verb.actions === undefined ? verb.operands : undefined), operands);
  const has = (name: string) => typed.some((option) => option.name === name);
  if (has('json') && has('table')) throw new WrongArguments('give --json or --table, not both');
  return { action, operands, ...separateOptions(verb, typed) };
}

function actionOf({ name, actions }: VerbDeclaration, words: readonly string[]) {
  if (actions === undefined) return { action: '', operands: words };
  const table: Readonly<Record<string, ActionDeclaration>> = actions;
  const [word, ...operands] = words;
  if (word === undefined) {
    const [action, declared] = Object.entries(table).find(([, { isDefault }]) => isDefault === true) ?? [];
    if (action === undefined) throw new WrongArguments(`${name} needs one of ${Object.keys(table).join(', ')}`);
    return { action, declared, operands };
  }
  if (!Object.hasOwn(table, word))
    throw new WrongArguments(`unknown action '${word}'. Actions: ${Object.keys(table).join(', ')}`);
  return { action: word, declared: table[word], operands };
}

function checkOperands(name: string, declared: OperandsDeclaration | undefined, operands: readonly string[]): void {
  if (declared === undefined) {
    if (operands.length > 0) throw new WrongArguments(`${name} takes no operands`);
  } else if (operands.length < declared.least || operands.length > declared.most) {
    throw new WrongArguments(`${name} takes ${declared.is}`);
  } else if (declared.mayBeEmpty !== true && operands.includes('')) {
    throw new WrongArguments(`${name} takes ${declared.is}`);
  }
}

/** Separates global options. Of a repeated option, the last value counts. */
function separateOptions(verb: VerbDeclaration, typed: readonly TypedOption[]): Pick<TypedCall, 'options' | 'globals' | 'order'> {
  const options = Object.create(null) as Record<string, string | true | readonly string[]>;
  const globals: Record<string, string | true> = {};
  for (const { name, value = true } of typed) {
    const option = verb.options[name];
    if (option === undefined) globals[name] = value;
    else if (option.multiple === true && value !== true) options[name] = [...((options[name] as readonly string[]) ?? []), value];
    else options[name] = value;
  }
  const order = typed.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
  return { options, globals: globals as GivenGlobals, order };
}

/** Usage text after the name of the command. */
export function usageOf({ operands, actions }: VerbDeclaration): string {
  if (actions === undefined) return [operands?.form, '[options]'].filter((part) => part !== undefined).join(' ');
  const forms = Object.entries<ActionDeclaration>(actions).map(([name, action]) => formOf(name, action));
  const isOptional = Object.values<ActionDeclaration>(actions).some(({ isDefault }) => isDefault === true);
  return `${isOptional ? `[${forms.join(' | ')}]` : `(${forms.join(' | ')})`} [options]`;
}

/** First paragraphs of the help: description and actions. */
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

/** `text`: to print, such as the help. `help`: usage of the command, or of all commands. */
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

/** Parses the words after `sluice`. Does not throw. */
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
      // the same text on every terminal
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

/** Options in the typed order. */
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

/** Errors of commander in our wording. */
function reasonOf({ code, message }: CommanderError): string {
  const [, suggestion] = /\(Did you mean (.+?)\?\)/.exec(message) ?? [];
  const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`;
  const [, name = ''] = /'([\s\S]*?)'(?: argument missing)?(?:\n|$)/.exec(message) ?? [];
  // the value after = may be the token of a misspelled option
  if (code === 'commander.unknownOption') return `Unknown option '${name.replace(/=[\s\S]*$/, '=…')}'${hint}`;
  if (code === 'commander.unknownCommand' || code === 'commander.excessArguments') return `unknown command '${name}'${hint}`;
  if (code === 'commander.optionMissingArgument') return `${name.split(' ')[0]} needs a value`;
  return message.replace(/^error: /, '');
}
