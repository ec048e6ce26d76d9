import { Script } from 'node:vm';
import type { Dialect, ExpressionModel, ScriptModel, TextLanguage } from '../engine/model.ts';
import { inexactReason, isInexact } from '../engine/values/exact-numbers.ts';
import { analyseFeel, KNOWN_FUNCTIONS, TooMuchFeel } from './feel/index.ts';
import { unknownUsesInJavaScript } from './javascript-calls.ts';
import { checkSource, type SourceKind } from './lenient/compile.ts';
import { hasGroup, singleGroup } from './lenient/template.ts';
import { withBraces } from './lenient/text-with-groups.ts';
import { doubleQuotedIn } from './lenient/tokens.ts';
import { isTooLong, MAX_SOURCE_BYTES } from './limits.ts';
import { nearestName } from './nearest-name.ts';
import { InexactNumber, placeOf, SyntaxProblem } from './syntax-problem.ts';

/** `line` and `column`: from 1, in the trimmed text (scripts: in the original source). */
export interface UnreadableText {
  readonly ok: false;
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}
/** `faults`: they reject new files only; stored versions continue to run. */
export type ReadExpression =
  | {
      readonly ok: true;
      readonly expression: ExpressionModel;
      readonly warnings: readonly string[];
      readonly faults: readonly UnreadableText[];
    }
  | UnreadableText;
/** `unsupportedFormat`: Sluice does not run scripts of this format. Otherwise like {@link ReadExpression}. */
export type ReadScript =
  | {
      readonly ok: true;
      readonly script: ScriptModel;
      readonly warnings: readonly string[];
      readonly faults: readonly UnreadableText[];
    }
  | (UnreadableText & { readonly unsupportedFormat?: true });

/** Rules for the expressions of a file (docs/contributing/spec/expressions.md#languages-of-other-engines). */
export interface TextRules {
  /** Language of `${…}`; absent for versions of older releases. */
  readonly groups?: 'juel' | 'ownJuel' | 'mvel';
  /** False for versions of older releases: named languages follow the lenient rules. */
  readonly followsLanguages: boolean;
  /** False: assignments in scripts of other languages create no process variables. */
  readonly storesAssigned: boolean;
}

/** Rules for new files without another target platform. */
export const OWN_RULES: TextRules = { groups: 'ownJuel', followsLanguages: true, storesAssigned: true };

/** Rules for versions that older releases deployed. */
export const EARLIER_RULES: TextRules = { followsLanguages: false, storesAssigned: true };

/** Languages other than FEEL that a condition may name. */
export type NamedLanguage = 'groovy' | 'mvel' | 'java' | 'javascript' | 'juel';

interface Decision {
  readonly dialect: Dialect;
  readonly language?: TextLanguage;
  readonly source: string;
  readonly warnings: readonly string[];
  /** syntax errors with offsets in the text */
  readonly faults: readonly SyntaxProblem[];
}
const NONE: readonly never[] = [];
const NO_NAMES: ReadonlySet<string> = new Set();

/** docs/contributing/spec/validation.md#read-as-lenient */
const NOT_FEEL_WARNING = "text after '=' is not FEEL and was read as lenient";

/** Determines the dialect and checks the complete syntax. `slot`: name in messages (docs/contributing/spec/expressions.md#slots-and-dialects). */
export function readExpression(
  text: string,
  kind: 'expression' | 'template',
  slot: string,
  rules: TextRules = OWN_RULES,
  named?: NamedLanguage,
): ReadExpression {
  const trimmed = text.trim();
  return readGuarded(trimmed, () => {
    const decision = named === undefined ? decide(trimmed, kind, rules) : decideNamed(trimmed, named, rules);
    const { dialect, source, language, warnings, faults } = decision;
    const expression: ExpressionModel = {
      kind: 'expression',
      slot,
      dialect,
      text: trimmed,
      source,
      ...(language && { language }),
    };
    return {
      ok: true,
      expression,
      warnings: warnings.map((warning) => (warning === NOT_FEEL_WARNING ? warning : `${slot}: ${warning}`)),
      faults: faults.map((fault) => placed(trimmed, fault)),
    };
  });
}

function decideNamed(text: string, named: NamedLanguage, { groups = 'ownJuel' }: TextRules): Decision {
  if (isTooLong(text)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
  if (named === 'juel') return checked('juel', text, 0, groups === 'mvel' ? 'juel' : groups);
  if (named === 'groovy') return decideLenient(withBraces(text, doubleQuotedIn(text)), named);
  if (named !== 'javascript') return decideLenient(text, named);
  const inside = RETURNED.exec(text)?.[1];
  const source = inside === undefined || isJavaScript(text) ? text : inside;
  checkJavaScript(source);
  return { dialect: 'javascript', source, warnings: javaScriptWarnings(source), faults: NONE };
}

function decide(text: string, kind: 'expression' | 'template', rules: TextRules): Decision {
  if (isTooLong(text)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
  if (text.startsWith('=')) return decideFeel(text);
  if (hasGroup(text)) {
    const inside = singleGroup(text);
    if (inside !== undefined) return checked('juel', inside, 2, rules.groups);
    if (kind === 'template') return checked('template', text, 0, rules.groups);
  }
  return kind === 'expression' ? decideLenient(text) : { dialect: 'literal', source: text, warnings: NONE, faults: NONE };
}

/** Statement of Java method bodies: `return amount > 5;`. */
const RETURNED = /^return\b([\s\S]*?);?$/;

function decideLenient(text: string, language?: TextLanguage): Decision {
  const inside = RETURNED.exec(text)?.[1];
  if (inside === undefined || isValid('expression', text)) return checked('lenient', text, 0, language);
  return checked('lenient', inside, 'return'.length, language);
}

function decideFeel(text: string): Decision {
  const source = text.slice(1).trimStart();
  try {
    const faults = faultsOf(source).map((fault) => shifted(fault, text.length - source.length));
    const warnings = isInexact(source.trim()) ? [failsAlways(inexactReason(source.trim()))] : NONE;
    return { dialect: 'feel', source, warnings, faults };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const isLenient = !(error instanceof TooMuchFeel) && isValid('expression', source);
    if (isLenient) return { dialect: 'lenient', source, warnings: [NOT_FEEL_WARNING], faults: NONE };
    throw shifted(error, text.length - source.length);
  }
}

/**
 * Unknown FEEL functions: a call would always be null. Throws SyntaxProblem if the text cannot be parsed.
 * @param own names of values and functions @param long those with spaces or special characters
 */
export function faultsOf(
  source: string,
  own: ReadonlySet<string> = NO_NAMES,
  long: Iterable<string> = own,
): readonly SyntaxProblem[] {
  const unknown = analyseFeel(source, { variables: long, functions: own }).unknownFunctions.filter(({ name }) => !own.has(name));
  return unknown.map(({ name, offset, isMember }) => {
    const nearest = nearestName(name, KNOWN_FUNCTIONS);
    const advice = nearest === undefined ? '' : `, the nearest known is '${nearest}'`;
    const what = isMember ? `no value has a function '${name}'` : `unknown function '${name}'`;
    return new SyntaxProblem(what + advice, offset);
  });
}

/** Warning: the text can be deployed, but its evaluation fails. */
function failsAlways(reason: string): string {
  return `${reason}. The text fails when it is evaluated`;
}

/** @param offset start of the source in the displayed text */
function checked(
  dialect: 'lenient' | 'juel' | 'template',
  source: string,
  offset: number,
  language: TextLanguage | undefined,
): Decision {
  try {
    const { warnings, faults } = checkSource(source, dialect === 'lenient' ? 'expression' : dialect, language);
    return { dialect, source, ...(language && { language }), warnings, faults: faults.map((fault) => shifted(fault, offset)) };
  } catch (error) {
    if (error instanceof InexactNumber)
      return { dialect, source, ...(language && { language }), warnings: [failsAlways(error.reason)], faults: NONE };
    throw error instanceof SyntaxProblem ? shifted(error, offset) : error;
  }
}

function shifted(problem: SyntaxProblem, offset: number): SyntaxProblem {
  return new SyntaxProblem(problem.reason, problem.offset + offset);
}

function isValid(kind: SourceKind | 'feel', source: string): boolean {
  try {
    if (kind === 'feel') analyseFeel(source);
    else checkSource(source, kind);
    return true;
  } catch (error) {
    if (error instanceof SyntaxProblem) return error instanceof InexactNumber;
    throw error;
  }
}

type Language = 'statements' | 'java' | 'mvel' | 'groovy' | 'javascript' | 'feel' | 'juel';
const FORMATS: ReadonlyMap<string, Language> = new Map<string, Language>([
  ...['', 'csharp', 'c#'].map((format) => [format, 'statements'] as const),
  ...['java', 'http://www.java.com/java'].map((format) => [format, 'java'] as const),
  ...['mvel', 'http://www.mvel.org/2.0'].map((format) => [format, 'mvel'] as const),
  ...['groovy', 'text/groovy', 'application/groovy'].map((format) => [format, 'groovy'] as const),
  ...['javascript', 'js', 'ecmascript', 'text/javascript', 'application/javascript', 'http://www.javascript.com/javascript'].map(
    (format) => [format, 'javascript'] as const,
  ),
  ...['feel', 'http://www.omg.org/spec/feel/20140401', 'http://www.omg.org/spec/dmn/20180521/feel/'].map(
    (format) => [format, 'feel'] as const,
  ),
  ['juel', 'juel'],
]);

/**
 * Determines the language and checks the complete syntax. Zeebe `script@expression` has the format `feel`
 * (docs/contributing/spec/expressions.md#script-formats).
 */
export function readScript(
  source: string,
  scriptFormat: string | undefined,
  resultVariable: string | undefined,
  rules: TextRules = OWN_RULES,
): ReadScript {
  const format = (scriptFormat ?? '').trim();
  const language = FORMATS.get(format.toLowerCase());
  if (language === undefined) {
    return { ok: false, reason: `script format '${format}' is not supported`, line: 1, column: 1, unsupportedFormat: true };
  }
  return readGuarded(source, () => {
    if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
    const { warnings, faults, ...read } = readSource(source, source.trim() === '' ? 'statements' : language, rules);
    const script: ScriptModel = { kind: 'script', ...read, ...(resultVariable === undefined ? {} : { resultVariable }) };
    return { ok: true, script, warnings, faults: faults.map((fault) => placed(source, fault)) };
  });
}

type ReadSource<D extends ScriptModel['dialect']> = Omit<Decision, 'dialect'> &
  Pick<ScriptModel, 'storesAssigned'> & { readonly dialect: D };

function readSource(source: string, language: Language, rules: TextRules): ReadSource<ScriptModel['dialect']> {
  const isClosed = language !== 'statements' && !rules.storesAssigned;
  const storing = isClosed ? { storesAssigned: false } : {};
  if (language === 'javascript') {
    checkJavaScript(source);
    return { dialect: 'javascript', source, ...storing, warnings: javaScriptWarnings(source).map(ofScript), faults: NONE };
  }
  if (language === 'feel' || language === 'juel') return readExpressionScript(source, language, rules);
  const read = language === 'groovy' ? withBraces(source, doubleQuotedIn(source)) : source;
  const named = language === 'statements' || !rules.followsLanguages ? undefined : language;
  const script = { dialect: 'lenient', source: read, ...(named && { language: named }), ...storing } as const;
  try {
    const { warnings, faults } = checkSource(read, 'script', named);
    return { ...script, warnings: warnings.map(ofScript), faults };
  } catch (error) {
    if (!(error instanceof InexactNumber)) throw error;
    return { ...script, warnings: [ofScript(failsAlways(error.reason))], faults: NONE };
  }
}

function ofScript(warning: string): string {
  return `script: ${warning}`;
}

function javaScriptWarnings(source: string): readonly string[] {
  return unknownUsesInJavaScript(source).map((use) => `${use}, it fails when it is reached`);
}

/** A single expression. Format `feel` also accepts FEEL without leading `=` if it is not a valid lenient expression. */
function readExpressionScript(
  source: string,
  format: 'feel' | 'juel',
  rules: TextRules,
): ReadSource<'lenient' | 'juel' | 'feel'> {
  const text = source.trim();
  const blanks = source.indexOf(text);
  if (format === 'feel' && !text.startsWith('=') && !hasGroup(text) && !isValid('expression', text) && isValid('feel', text)) {
    return { dialect: 'feel', source: text, warnings: NONE, faults: faultsOf(text).map((fault) => shifted(fault, blanks)) };
  }
  try {
    const { dialect, source: inside, language, warnings: texts, ...decided } = decide(text, 'expression', rules);
    const faults = decided.faults.map((fault) => shifted(fault, blanks));
    const warnings = texts.map((warning) => (warning === NOT_FEEL_WARNING ? warning : ofScript(warning)));
    if (dialect === 'juel' || dialect === 'feel')
      return { dialect, source: inside, ...(language && { language }), warnings, faults };
    // parentheses prevent that a newline ends the statement
    return { dialect: 'lenient', source: `return (${inside}\n)`, warnings, faults };
  } catch (error) {
    throw error instanceof SyntaxProblem ? shifted(error, blanks) : error;
  }
}

function isJavaScript(source: string): boolean {
  try {
    checkJavaScript(source);
    return true;
  } catch (error) {
    if (error instanceof SyntaxProblem) return false;
    throw error;
  }
}

/** Compiles it only: the sandbox runs scripts. */
function checkJavaScript(source: string): void {
  try {
    new Script(source, { filename: 'script' });
  } catch (error) {
    throw new SyntaxProblem(error instanceof Error ? error.message : 'syntax error', offsetOf(error, source));
  }
}

/** Parsed from the first lines of the stack: `script:<line>` and the carets. */
function offsetOf(error: unknown, source: string): number {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const line = Number(/^script:(\d+)$/.exec(lines[0] ?? '')?.[1] ?? Number.NaN);
  if (!Number.isInteger(line)) return 0;
  const before = source.split('\n').slice(0, line - 1);
  const lineStart = before.reduce((sum, text) => sum + text.length + 1, 0);
  return Math.min(source.length, lineStart + Math.max(0, (lines[2] ?? '').indexOf('^')));
}

export function readGuarded<T>(text: string, read: () => T): T | UnreadableText {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return placed(text, error);
  }
}

/** Adds line and column. */
export function placed(text: string, { reason, offset }: Pick<SyntaxProblem, 'reason' | 'offset'>): UnreadableText {
  return { ok: false, reason, ...placeOf(text, offset) };
}
