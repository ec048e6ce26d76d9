import type { ApiAddress, ApiClient } from './connection/api-client.ts';

/** Values that a shell can complete. `file`, `folder`: paths. `verb`: commands. `profile`: from the profile file. Others: from the API. */
export type Completes = 'file' | 'folder' | 'instance' | 'process' | 'incident' | 'task' | 'verb' | 'profile';

/** Option of a command. Without `value`, it takes no value. */
export interface OptionDeclaration {
  readonly about: string;
  /** name of the value in the help: `<id>` */
  readonly value?: string;
  /** may be repeated */
  readonly multiple?: true;
  /** the value may be empty */
  readonly mayBeEmpty?: true;
  /** actions with the option; absent: all */
  readonly of?: readonly string[];
  readonly choices?: readonly string[];
  /** name and operator of the filter that the value sets: `ProcessKey==` */
  readonly filter?: string;
  /** pattern of values, and error text without the name of the option: `is a number` */
  readonly shape?: { readonly pattern: RegExp; readonly rule: string };
  readonly completes?: Completes;
}

/** Options by name without dashes. */
export type OptionTable = Readonly<Record<string, OptionDeclaration>>;

export type GivenOptions<O extends OptionTable> = {
  readonly [K in keyof O]?: O[K] extends { readonly value: string }
    ? O[K] extends { readonly multiple: true }
      ? readonly string[]
      : string
    : true;
};

/** Arguments that are not options. `is`: completes the sentence «state takes the id of one instance». `least`, `most`: number. */
export interface OperandsDeclaration {
  /** form in the help: `<instance id>` */
  readonly form: string;
  readonly is: string;
  readonly least: number;
  readonly most: number;
  /** a word may be empty */
  readonly mayBeEmpty?: true;
  readonly completes?: Completes;
}

/** Named by the first argument. */
export interface ActionDeclaration {
  readonly about: string;
  readonly operands?: OperandsDeclaration;
  /** runs if none is named */
  readonly isDefault?: true;
}

export interface Call<O extends OptionTable, A extends string = string> {
  /** subcommand; empty without */
  readonly action: A;
  readonly operands: readonly string[];
  readonly options: GivenOptions<O>;
  /** those with a value, in the typed order */
  readonly order: readonly { readonly name: string; readonly value: string }[];
  /** `--json` was given */
  readonly isJson: boolean;
  /** prints JSON: requested, or standard output is not a terminal */
  readonly printsJson: boolean;
  /** Opens a client for the API in options, environment or profile. Only for commands with `asksApi`. Throws WrongArguments and VerbRefusal. */
  openApi(): ApiClient;
  /** URL and token of the API, for commands with another HTTP client. Throws like `openApi`. */
  findApi(): ApiAddress;
}

/** Headings of the list of commands, in order. */
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
  /** description in lower case, without full stop */
  readonly about: string;
  readonly operands?: OperandsDeclaration;
  /** actions by name; a command has actions or operands */
  readonly actions?: Readonly<Record<A, ActionDeclaration>>;
  readonly options?: O;
  /** paragraphs of plain text */
  readonly notes?: string;
  /** adds `--url`, `--token`, `--token-file`, `--profile` and `--json` */
  readonly asksApi?: true;
  /** adds `--table`; prints JSON if standard output is not a terminal */
  readonly printsTables?: true;
  /** adds `--json` without an API call */
  readonly printsJson?: true;
  /** continues if its standard output is closed, and stops in order on a signal */
  readonly isService?: true;
  /** Resolves when a service has started or another command has ended. @returns false: not completely done (exit code 1) */
  run(call: Call<O, A>): Promise<boolean | undefined>;
}

export interface VerbDeclaration extends Omit<Declared<OptionTable, string>, 'run'> {
  readonly options: OptionTable;
  // biome-ignore lint/suspicious/noExplicitAny: the parsed values fit the declared options
  run(call: Call<any, any>): Promise<boolean | undefined>;
}

/** Declares a command. Only `run` may load large modules, so that help and version are fast. */
export function declareVerb<const O extends OptionTable = Record<never, never>, A extends string = ''>(
  declared: Declared<O, A>,
): VerbDeclaration {
  const options: OptionTable = declared.options ?? {};
  return { ...declared, options } as VerbDeclaration;
}

/** Exactly one. `is`: as in «the id of one instance». */
export function one(form: string, is: string, completes?: Completes): OperandsDeclaration {
  return { form, is, least: 1, most: 1, ...(completes && { completes }) };
}

/** One or more. */
export function some(form: string, is: string, completes?: Completes): OperandsDeclaration {
  return { form: `${form}…`, is, least: 1, most: Number.POSITIVE_INFINITY, ...(completes && { completes }) };
}

/** Declares any number of operands, also none. */
export function any(form: string, is: string, completes?: Completes): OperandsDeclaration {
  return { form: `[${form}…]`, is, least: 0, most: Number.POSITIVE_INFINITY, ...(completes && { completes }) };
}

/** Form of page and version numbers. */
export const FROM_ONE = { pattern: /^[1-9]\d{0,8}$/, rule: 'is a number from 1' } as const;

export const SET = {
  value: '<name>=<value>',
  about: 'set a variable; JSON values are parsed, anything else is a string; repeatable',
  multiple: true,
} as const;
export const PAGE = { value: '<n>', about: 'page number', shape: FROM_ONE } as const;
