import { BUILT_INS } from './functions/built-ins.ts';
import type { FeelNode } from './syntax/nodes.ts';

/** Every name that can be called without being defined in the text. */
export const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set(BUILT_INS.keys());

/** A function that is called and nobody has. `offset`: of its name in the source. `isMember`: it is called on a value, `order.total()`. */
export interface UnknownFunction {
  readonly name: string;
  readonly offset: number;
  readonly isMember: boolean;
}

/** The functions one text calls, and the names it gives to values of its own, which may be functions. A variable never is one. */
export class CalledFunctions {
  readonly #called: UnknownFunction[] = [];
  readonly #own = new Set<string>();

  see(node: FeelNode): void {
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

  /** @param more functions that the text has around it, beside those that are built in */
  unknown(more: ReadonlySet<string>): readonly UnknownFunction[] {
    const isKnown = (name: string) => KNOWN_FUNCTIONS.has(name) || more.has(name);
    return this.#called.filter(({ name, isMember }) => !this.#own.has(name) && (isMember || !isKnown(name)));
  }

  /** What is neither a name nor a path is a value of the text itself. */
  #call(callee: FeelNode): void {
    if (callee.kind === 'name') this.#called.push({ name: callee.name, offset: callee.from, isMember: false });
    const last = callee.kind === 'path' ? callee.names.at(-1) : undefined;
    if (last !== undefined) this.#called.push({ name: last.name, offset: last.from, isMember: true });
  }
}
