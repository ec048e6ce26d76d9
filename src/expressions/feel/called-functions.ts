import { BUILT_INS } from './functions/built-ins.ts';
import type { FeelNode } from './syntax/nodes.ts';

/** Names of all built-in functions. */
export const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set(BUILT_INS.keys());

/** Call of an unknown function. `offset`: of its name in the source. `isMember`: called on a value, `order.total()`. */
export interface UnknownFunction {
  readonly name: string;
  readonly offset: number;
  readonly isMember: boolean;
}

/** Collects the functions a text calls, and the names it defines, which may be functions. Variables are never functions. */
export class CalledFunctions {
  readonly #called: UnknownFunction[] = [];
  readonly #own = new Set<string>();

  visit(node: FeelNode): void {
    switch (node.kind) {
      case 'call':
        this.#call(node.callee);
        break;
      case 'context':
        for (const [name] of node.entries) this.#own.add(name);
        break;
      case 'function':
        for (const { name } of node.parameters) this.#own.add(name);
        break;
      case 'for':
      case 'some':
      case 'every':
        for (const { name } of node.iterators) this.#own.add(name);
        break;
      default:
    }
  }

  /** @param more additional known functions */
  unknown(more: ReadonlySet<string>): readonly UnknownFunction[] {
    const isKnown = (name: string) => KNOWN_FUNCTIONS.has(name) || more.has(name);
    return this.#called.filter(({ name, isMember }) => !this.#own.has(name) && (isMember || !isKnown(name)));
  }

  /** A callee other than a name or path is a value defined in the text. */
  #call(callee: FeelNode): void {
    if (callee.kind === 'name') this.#called.push({ name: callee.name, offset: callee.from, isMember: false });
    const last = callee.kind === 'path' ? callee.names.at(-1) : undefined;
    if (last !== undefined) this.#called.push({ name: last.name, offset: last.from, isMember: true });
  }
}
