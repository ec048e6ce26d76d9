import { BUILT_INS } from './functions/built-ins.ts';
import type { FeelNode } from './syntax/nodes.ts';

/** Names of built-in functions. */
export const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set(BUILT_INS.keys());

/** `offset`: of its name. `isMember`: called on a value, `order.total()`. */
export interface UnknownFunction {
  readonly name: string;
  readonly offset: number;
  readonly isMember: boolean;
}

/** Called functions, and names that the text defines, which may be functions. Variables never are. */
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

  /** @param more known functions */
  unknown(more: ReadonlySet<string>): readonly UnknownFunction[] {
    const isKnown = (name: string) => KNOWN_FUNCTIONS.has(name) || more.has(name);
    return this.#called.filter(({ name, isMember }) => !this.#own.has(name) && (isMember || !isKnown(name)));
  }

  /** Ignores other callees than a name or path: values defined in the text. */
  #call(callee: FeelNode): void {
    if (callee.kind === 'name') this.#called.push({ name: callee.name, offset: callee.from, isMember: false });
    const last = callee.kind === 'path' ? callee.names.at(-1) : undefined;
    if (last !== undefined) this.#called.push({ name: last.name, offset: last.from, isMember: true });
  }
}
