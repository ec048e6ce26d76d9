import type { parseExpression } from '@bpmn-io/feelin';
import { ADDED_FUNCTIONS } from './added-functions.ts';

type SyntaxNode = ReturnType<typeof parseExpression>['topNode'];

/** The functions of DMN that the library has (DMN 1.3, 10.3.4). */
export const BUILT_IN_FUNCTIONS: readonly string[] = [
  ...['number', 'string', 'date', 'date and time', 'time', 'duration', 'years and months duration', 'now', 'today', 'not', 'is'],
  ...['substring', 'string length', 'upper case', 'lower case', 'substring before', 'substring after', 'replace', 'contains'],
  ...['matches', 'starts with', 'ends with', 'split', 'string join'],
  ...['list contains', 'list replace', 'count', 'min', 'max', 'sum', 'mean', 'all', 'any', 'sublist', 'append', 'concatenate'],
  ...['insert before', 'remove', 'reverse', 'index of', 'union', 'distinct values', 'flatten', 'product', 'median', 'stddev'],
  ...['mode', 'sort'],
  ...['decimal', 'floor', 'ceiling', 'abs', 'round up', 'round down', 'round half up', 'round half down', 'modulo', 'sqrt'],
  ...['log', 'exp', 'odd', 'even'],
  ...['before', 'after', 'meets', 'met by', 'overlaps', 'overlaps before', 'overlaps after', 'finishes', 'finished by'],
  ...['includes', 'during', 'starts', 'started by', 'coincides'],
  ...['day of year', 'day of week', 'month of year', 'week of year'],
  ...['get value', 'get entries', 'context', 'context merge', 'context put'],
];

/** Every name that can be called without being defined in the text. */
export const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set([...BUILT_IN_FUNCTIONS, ...ADDED_FUNCTIONS]);

/** Those that give true, false or null. */
export const TRUTH_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['not', 'is', 'contains', 'matches', 'starts with', 'ends with', 'list contains', 'all', 'any', 'odd', 'even'],
  ...['before', 'after', 'meets', 'met by', 'overlaps', 'overlaps before', 'overlaps after', 'finishes', 'finished by'],
  ...['includes', 'during', 'starts', 'started by', 'coincides', 'is defined', 'is blank', 'is empty'],
]);

/** A function that is called and nobody has. `offset`: of its name in the source. `isMember`: it is called on a value, `order.total()`. */
export interface UnknownFunction {
  readonly name: string;
  readonly offset: number;
  readonly isMember: boolean;
}

/** The functions one text calls, and the names it gives to values of its own, which may be functions. A variable never is one. */
export class CalledFunctions {
  readonly #source: string;
  readonly #called: UnknownFunction[] = [];
  readonly #own = new Set<string>();

  constructor(source: string) {
    this.#source = source;
  }

  see(node: SyntaxNode): void {
    if (node.name === 'FunctionInvocation') this.#call(node.firstChild);
    const isOwn =
      node.name === 'Key' || node.name === 'ParameterName' || (node.name === 'Name' && node.parent?.name === 'InExpression');
    if (isOwn) this.#own.add(this.#nameOf(node));
  }

  unknown(): readonly UnknownFunction[] {
    return this.#called.filter(({ name, isMember }) => !this.#own.has(name) && (isMember || !KNOWN_FUNCTIONS.has(name)));
  }

  /** What is neither a name nor a path is a value of the text itself. */
  #call(head: SyntaxNode | null): void {
    const isMember = head?.name === 'PathExpression';
    const named = isMember ? head.lastChild : head;
    if (named?.name === 'VariableName') this.#called.push({ name: this.#nameOf(named), offset: named.from, isMember });
  }

  #nameOf(node: SyntaxNode): string {
    const text = this.#source.slice(node.from, node.to);
    return text.replace(/^["`]|["`]$/g, '').replace(/\s+/g, ' ');
  }
}
