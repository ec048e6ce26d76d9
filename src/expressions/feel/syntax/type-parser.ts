import { FeelCursor } from './cursor.ts';
import type { TypeNode } from './nodes.ts';

/** Several words with keywords. */
const LONG_TYPES = [
  'date and time',
  'years and months duration',
  'days and time duration',
  'year month duration',
  'day time duration',
];

/** DMN 1.3, grammar rules 51 to 54, with those of 1.4. */
export class TypeParser extends FeelCursor {
  protected type(): TypeNode {
    return this.nested(() => {
      const name = this.#typeName();
      if (!this.isSign('<')) return { kind: 'named', name };
      switch (name) {
        case 'list':
        case 'range': {
          this.take();
          const item = this.type();
          this.expectSign('>');
          return { kind: name, item };
        }
        case 'context':
          return this.#contextType();
        case 'function':
          return this.#functionType();
        default:
          return { kind: 'named', name };
      }
    });
  }

  #typeName(): string {
    const long = LONG_TYPES.find((name) => name.split(' ').every((word, at) => this.isWord(word, at)));
    if (long !== undefined) {
      for (const _ of long.split(' ')) this.take();
      return long;
    }
    const isOneWord =
      this.isWord('function') || this.isWord('null') || this.isWord('list') || this.isWord('context') || this.isWord('range');
    if (isOneWord) return this.take().text;
    const names = [this.takeMember()];
    while (this.isSign('.') && this.peek(1).kind === 'word') {
      this.take();
      names.push(this.takeMember());
    }
    return names.join('.');
  }

  #contextType(): TypeNode {
    this.take();
    const members: [string, TypeNode][] = [];
    while (!this.isSign('>')) {
      const name = this.peek().kind === 'string' ? this.take().text.slice(1, -1) : this.takeNewName([':']);
      this.expectSign(':');
      members.push([name, this.type()]);
      if (!this.takeSign(',')) break;
    }
    this.expectSign('>');
    return { kind: 'context', members };
  }

  #functionType(): TypeNode {
    this.take();
    const parameters: TypeNode[] = [];
    while (!this.isSign('>')) {
      parameters.push(this.type());
      if (!this.takeSign(',')) break;
    }
    this.expectSign('>');
    this.expectSign('->');
    return { kind: 'function', parameters, result: this.type() };
  }
}
