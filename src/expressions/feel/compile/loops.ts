import { childrenOf, type FeelNode, type IteratorNode } from '../syntax/nodes.ts';
import { isNumber, isWhole, toDouble } from '../values/numbers.ts';
import { orderOf } from '../values/order.ts';
import { FeelRange } from '../values/range.ts';
import { FeelDate } from '../values/temporal.ts';
import { type Evaluate, FeelFrame } from './frame.ts';
import type { NameScope } from './scope.ts';

type Compile = (node: FeelNode, scope: NameScope) => Evaluate;
type Loop = Extract<FeelNode, { kind: 'for' | 'some' | 'every' }>;

/** Null if not iterable. */
type Source = (frame: FeelFrame) => Iterable<unknown> | null;

/** `partial`: the results so far. */
export function compileFor(node: Extract<FeelNode, { kind: 'for' }>, scope: NameScope, compile: Compile): Evaluate {
  const inside: NameScope = { kind: 'value', outer: scope, name: 'partial' };
  const { sources, result } = compileLoop(node, inside, compile);
  const isSeen = mentions(node.result, 'partial');
  return (frame) => {
    const outer = new FeelFrame(frame, frame.run, []);
    const isDone = visitCombinations(sources, 0, outer, (inner) => {
      const value = result(inner) ?? null;
      const { length } = outer.value as unknown[];
      inner.run.list(length + 1, 1);
      // the result may contain `partial`, which must not change later
      if (isSeen && typeof value === 'object') outer.value = [...(outer.value as unknown[]), value];
      else (outer.value as unknown[]).push(value);
      return true;
    });
    return isDone === null ? null : outer.value;
  };
}

function mentions(node: FeelNode, name: string): boolean {
  return (node.kind === 'name' && node.name === name) || childrenOf(node).some((child) => mentions(child, name));
}

/** Values other than true count as false. */
export function compileQuantified(
  node: Extract<FeelNode, { kind: 'some' | 'every' }>,
  scope: NameScope,
  compile: Compile,
): Evaluate {
  const { sources, result } = compileLoop(node, scope, compile);
  const isSome = node.kind === 'some';
  return (frame) => {
    const hasEnded = visitCombinations(sources, 0, frame, (inner) => (result(inner) === true) !== isSome);
    if (hasEnded === null) return null;
    return hasEnded ? !isSome : isSome;
  };
}

function compileLoop({ iterators, result }: Loop, scope: NameScope, compile: Compile) {
  const sources: Source[] = [];
  let inner = scope;
  for (const iterator of iterators) {
    sources.push(compileSource(iterator, inner, compile));
    inner = { kind: 'value', outer: inner, name: iterator.name };
  }
  return { sources, result: compile(result, inner) };
}

/** Stops when `visit` returns false. Null if a source is not iterable. */
function visitCombinations(
  sources: readonly Source[],
  at: number,
  frame: FeelFrame,
  visit: (frame: FeelFrame) => boolean,
): boolean | null {
  const source = sources[at];
  if (source === undefined) return visit(frame);
  const items = source(frame);
  if (items === null) return null;
  for (const item of items) {
    frame.run.step();
    const continues = visitCombinations(sources, at + 1, new FeelFrame(frame, frame.run, item), visit);
    if (continues !== true) return continues;
  }
  return true;
}

function compileSource({ list, end }: IteratorNode, scope: NameScope, compile: Compile): Source {
  const first = compile(list, scope);
  if (end === undefined) return (frame) => itemsOf(first(frame));
  const last = compile(end, scope);
  return (frame) => steps(first(frame), last(frame));
}

function itemsOf(value: unknown): Iterable<unknown> | null {
  if (Array.isArray(value)) return value;
  if (value instanceof FeelRange) return stepsOfRange(value);
  return value === null || value === undefined ? null : [value];
}

/** Ascending; integers or dates. */
function stepsOfRange({ start, end, isStartIncluded, isEndIncluded }: FeelRange): Iterable<unknown> | null {
  const order = orderOf(start, end);
  const all = order === null ? null : steps(start, end);
  if (all !== null && order !== null && order > 0) return [];
  if (all === null || (isStartIncluded && isEndIncluded)) return all;
  return between(all, isStartIncluded ? undefined : start, isEndIncluded ? undefined : end);
}

function* between(all: Iterable<unknown>, start: unknown, end: unknown): Generator<unknown> {
  for (const item of all) if (orderOf(item, start) !== 0 && orderOf(item, end) !== 0) yield item;
}

/** Integers or days, ascending or descending. */
function steps(first: unknown, last: unknown): Iterable<unknown> | null {
  if (first instanceof FeelDate && last instanceof FeelDate) return days(first.epochDay, last.epochDay);
  if (!isNumber(first) || !isNumber(last) || !isWhole(first) || !isWhole(last)) return null;
  return numbers(toDouble(first), toDouble(last));
}

function* numbers(first: number, last: number): Generator<number> {
  const by = first <= last ? 1 : -1;
  for (let at = first; by > 0 ? at <= last : at >= last; at += by) yield at;
}

function* days(first: number, last: number): Generator<unknown> {
  for (const day of numbers(first, last)) yield FeelDate.ofEpochDay(day);
}
