import type { ApiAddress, ApiClient } from './connection/api-client.ts';

/**
 * Kinds of values that a shell can complete. `file`, `folder`: paths. `verb`: commands. `profile`: names from the profile file. The others come from the
 * API.
 */
export type Completes = 'file' | 'folder' | 'instance' | 'process' | 'incident' | 'task' | 'verb' | 'profile';

/** An option of a command. Without `value`, the option takes no value. */
export interface OptionDeclaration {
  readonly about: string;
  /** name of its value in the help: `<id>` */
  readonly value?: string;
  /** true if the option may be repeated */
  readonly multiple?: true;
  /** true if the value may be empty */
  readonly mayBeEmpty?: true;
  /** actions that have the option; absent: all */
  readonly of?: readonly string[];
  readonly choices?: readonly string[];
  /** name and operator of the filter that the value sets in a list: `ProcessKey==` */
  readonly filter?: string;
  /** pattern of every value, and the error text for other values, without the name of the option: `is a number` */
  readonly shape?: { readonly pattern: RegExp; readonly rule: string };
  readonly completes?: Completes;
}

/** Options by name without dashes. */
export type OptionTable = Readonly<Record<string, OptionDeclaration>>;

/** Values of the options in a command line. */
export type GivenOptions<O extends OptionTable> = {
  readonly [K in keyof O]?: O[K] extends { readonly value: string }
    ? O[K] extends { readonly multiple: true }
      ? readonly string[]
      : string
    : true;
};

/**
 * Arguments of a command that are not options. `is`: their description in the sentence «state takes the id of one instance». `least`, `most`: minimum and
 * maximum number.
 */
export interface OperandsDeclaration {
  /** form in the help: `<instance id>` */
  readonly form: string;
  readonly is: string;
  readonly least: number;
  readonly most: number;
  /** true if a word may be empty */
  readonly mayBeEmpty?: true;
  readonly completes?: Completes;
}

/** Subcommand, named by the first argument. */
export interface ActionDeclaration {
  readonly about: string;
  readonly operands?: OperandsDeclaration;
  /** true for the subcommand that runs if none is named */
  readonly isDefault?: true;
}

/** The parsed command line. */
export interface Call<O extends OptionTable, A extends string = string> {
  /** declared subcommand; empty for a command without subcommands */
  readonly action: A;
  readonly operands: readonly string[];
  readonly options: GivenOptions<O>;
  /** options with a value, in the order they were typed in */
  readonly order: readonly { readonly name: string; readonly value: string }[];
  /** true if `--json` was given */
  readonly isJson: boolean;
  /** print lists and answers as JSON: requested, or standard output is not a terminal */
  readonly printsJson: boolean;
  /** Opens a client for the API of the options, the environment or the profile. Throws WrongArguments and VerbRefusal. Only for commands with `asksApi`. */
  openApi(): ApiClient;
  /** Returns URL and token of the API, for commands with another HTTP client. Throws like `openApi`. */
  findApi(): ApiAddress;
}

/** The headings of the list of commands, in their order. */
export const GROUPS = {
  roles: 'Run the service',
  models: 'Models',
  instances: 'Instances',
  work: 'Tasks, messages and signals',
  repair: 'Repair',
  data: 'Stored data',
  program: 'This program',
} as const;
export type GroupName = keyof typeof GROUPS;

interface Declared<O extends OptionTable, A extends string> {
  readonly name: string;
  readonly group: GroupName;
  /** description in lower case, without a full stop */
  readonly about: string;
  readonly operands?: OperandsDeclaration;
  /** actions by name; a command has either actions or operands */
  readonly actions?: Readonly<Record<A, ActionDeclaration>>;
  readonly options?: O;
  /** further help, as paragraphs of plain text */
  readonly notes?: string;
  /** true if the command has `--url`, `--token`, `--token-file`, `--profile` and `--json` */
  readonly asksApi?: true;
  /** true if the command has `--table`, and prints JSON if standard output is not a terminal */
  readonly printsTables?: true;
  /** true if the command has `--json` although it does not call the API */
  readonly printsJson?: true;
  /** true if the command is a service: it continues if its standard output is closed, and stops in order on a signal */
  readonly isService?: true;
  /** Runs the command. Resolves when a service has started or another command has ended. @returns false: not completely done (exit code 1) */
  run(call: Call<O, A>): Promise<boolean | undefined>;
}

/** A command of the command line. */
export interface VerbDeclaration extends Omit<Declared<OptionTable, string>, 'run'> {
  readonly options: OptionTable;
  // biome-ignore lint/suspicious/noExplicitAny: the parsed values fit the declared options
  run(call: Call<any, any>): Promise<boolean | undefined>;
}

/** Declares a command. Only its `run` may load large modules, so that help and version are fast. */
export function declareVerb<const O extends OptionTable = Record<never, never>, A extends string = ''>(
  declared: Declared<O, A>,
): VerbDeclaration {
  const options: OptionTable = declared.options ?? {};
  return { ...declared, options } as VerbDeclaration;
}

/** Declares exactly one argument. `is`: its description, as in «the id of one instance». */
export function one(form: string, is: string, completes?: Completes): OperandsDeclaration {
  return { form, is, least: 1, most: 1, ...(completes && { completes }) };
}

/** Declares one or more arguments. */
export function some(form: string, is: string, completes?: Completes): OperandsDeclaration {
  return { form: `${form}…`, is, least: 1, most: Number.POSITIVE_INFINITY, ...(completes && { completes }) };
}

/** Declares any number of arguments, also none. */
export function any(form: string, is: string, completes?: Completes): OperandsDeclaration {
  return { form: `[${form}…]`, is, least: 0, most: Number.POSITIVE_INFINITY, ...(completes && { completes }) };
}

/** Form of page numbers and version numbers. */
export const FROM_ONE = { pattern: /^[1-9]\d{0,8}$/, rule: 'is a number from 1' } as const;

/** An option that several commands have. */
export const SET = {
  value: '<name>=<value>',
  about: 'set a variable; JSON values are parsed, anything else is a string; repeatable',
  multiple: true,
} as const;
export const PAGE = { value: '<n>', about: 'page number', shape: FROM_ONE } as const;
