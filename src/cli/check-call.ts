import { GLOBAL_OPTIONS, globalOptionsOf, WrongArguments } from './arguments.ts';
import type {
  ActionDeclaration,
  GivenOptions,
  OperandsDeclaration,
  OptionDeclaration,
  VerbDeclaration,
} from './verb-declaration.ts';

/** An option as it was typed. */
interface TypedOption {
  readonly name: string;
  readonly value: string | undefined;
}

/** Values of {@link GLOBAL_OPTIONS}. */
export type GivenGlobals = GivenOptions<typeof GLOBAL_OPTIONS>;

/** A call as it was typed, known to fit its declaration. */
export interface TypedCall {
  readonly action: string;
  readonly operands: readonly string[];
  /** of the verb itself */
  readonly options: Readonly<Record<string, string | true | readonly string[]>>;
  /** of {@link GLOBAL_OPTIONS} */
  readonly globals: GivenGlobals;
  readonly order: readonly { readonly name: string; readonly value: string }[];
}

/** Throws {@link WrongArguments} for the first value that its option does not take. */
export function checkValues(verb: VerbDeclaration, typed: readonly TypedOption[]): void {
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

/** The value of an option was forgotten, and the next option would be taken for it. Throws {@link WrongArguments}. */
export function checkForgotten(verb: VerbDeclaration, words: readonly string[]): void {
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
  if (option.shape !== undefined && !option.shape.pattern.test(value)) throw new WrongArguments(`--${name} ${option.shape.says}`);
}

/** Sorts the words of a command line. Throws {@link WrongArguments} if they do not fit the declaration. */
export function checkCall(verb: VerbDeclaration, words: readonly string[], typed: readonly TypedOption[]): TypedCall {
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
  return { action, operands, ...sorted(verb, typed) };
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

function sorted(verb: VerbDeclaration, typed: readonly TypedOption[]): Pick<TypedCall, 'options' | 'globals' | 'order'> {
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
