import type { FeelNumber } from '../values/numbers.ts';
import type { Comparison } from '../values/range.ts';

/** Position in the source. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

export type ArithmeticSign = '+' | '-' | '*' | '/' | '**';

/** Test after `in`, or in a cell. Without `operator`: the value equals the operand, is contained in it, or makes it true. */
export interface TestNode extends Extent {
  readonly operator?: Comparison;
  readonly operand: FeelNode;
}

/** `for x in list`, `for x in low..high`. */
export interface IteratorNode {
  readonly name: string;
  readonly list: FeelNode;
  readonly end?: FeelNode;
}

export interface ParameterNode {
  readonly name: string;
  readonly type?: TypeNode;
}

export type TypeNode =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'list' | 'range'; readonly item: TypeNode }
  | { readonly kind: 'context'; readonly members: readonly (readonly [string, TypeNode])[] }
  | { readonly kind: 'function'; readonly parameters: readonly TypeNode[]; readonly result: TypeNode };

type Node =
  | { readonly kind: 'literal'; readonly value: FeelNumber | string | boolean | null }
  | { readonly kind: 'at'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string; readonly isQuoted: boolean }
  | { readonly kind: 'path'; readonly base: FeelNode; readonly names: readonly (Extent & { readonly name: string })[] }
  | { readonly kind: 'filter'; readonly list: FeelNode; readonly test: FeelNode }
  | {
      readonly kind: 'call';
      readonly callee: FeelNode;
      readonly args: readonly FeelNode[];
      /** Names of named arguments. */
      readonly names?: readonly string[];
    }
  | { readonly kind: 'arithmetic'; readonly first: FeelNode; readonly rest: readonly (readonly [ArithmeticSign, FeelNode])[] }
  | { readonly kind: 'negation'; readonly operand: FeelNode }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly FeelNode[] }
  | { readonly kind: 'comparison'; readonly operator: Comparison; readonly left: FeelNode; readonly right: FeelNode }
  | { readonly kind: 'between'; readonly value: FeelNode; readonly low: FeelNode; readonly high: FeelNode }
  | { readonly kind: 'in'; readonly value: FeelNode; readonly tests: readonly TestNode[] }
  | { readonly kind: 'instance of'; readonly value: FeelNode; readonly type: TypeNode }
  /** Each `else if` is a further branch. */
  | {
      readonly kind: 'if';
      readonly branches: readonly (readonly [test: FeelNode, result: FeelNode])[];
      readonly otherwise: FeelNode;
    }
  | { readonly kind: 'for'; readonly iterators: readonly IteratorNode[]; readonly result: FeelNode }
  | {
      readonly kind: 'some' | 'every';
      readonly iterators: readonly IteratorNode[];
      readonly result: FeelNode;
    }
  | { readonly kind: 'function'; readonly parameters: readonly ParameterNode[]; readonly body: FeelNode | null }
  | { readonly kind: 'list'; readonly items: readonly FeelNode[] }
  | { readonly kind: 'context'; readonly entries: readonly (readonly [string, FeelNode])[] }
  | {
      readonly kind: 'range';
      readonly isStartIncluded: boolean;
      readonly start: FeelNode | null;
      readonly end: FeelNode | null;
      readonly isEndIncluded: boolean;
      /** `(< 5)`: a comparison as a range; with `=` and `!=`, both ends are its operand. */
      readonly operator?: Comparison;
    };

export type FeelNode = Node & Extent;

/** `any` is `-`. */
export interface TestsNode {
  readonly isAny: boolean;
  readonly isNegated: boolean;
  readonly tests: readonly TestNode[];
  /** Positions of `?`. */
  readonly subjects: readonly Extent[];
}

/** Children in source order. */
export function childrenOf(node: FeelNode): readonly FeelNode[] {
  switch (node.kind) {
    case 'literal':
    case 'at':
    case 'name':
      return [];
    case 'path':
      return [node.base];
    case 'filter':
      return [node.list, node.test];
    case 'call':
      return [node.callee, ...node.args];
    case 'arithmetic':
      return [node.first, ...node.rest.map(([, operand]) => operand)];
    case 'negation':
      return [node.operand];
    case 'and':
    case 'or':
      return node.operands;
    case 'comparison':
      return [node.left, node.right];
    case 'between':
      return [node.value, node.low, node.high];
    case 'in':
      return [node.value, ...node.tests.map(({ operand }) => operand)];
    case 'instance of':
      return [node.value];
    case 'if':
      return [...node.branches.flat(), node.otherwise];
    case 'for':
    case 'some':
    case 'every':
      return [...node.iterators.flatMap(({ list, end }) => (end === undefined ? [list] : [list, end])), node.result];
    case 'function':
      return node.body === null ? [] : [node.body];
    case 'list':
      return node.items;
    case 'context':
      return node.entries.map(([, value]) => value);
    case 'range':
      return [node.start, node.end].filter((end) => end !== null);
  }
}
