import { BUILT_INS } from '../functions/built-ins.ts';
import type { ArithmeticSign, FeelNode, TestNode } from '../syntax/nodes.ts';
import { MonthsDuration, readDuration, TimeDuration } from '../values/durations.ts';
import { equal, type Truth } from '../values/equality.ts';
import { FeelFunction } from '../values/function.ts';
import { add, isNumber, multiply, negate, subtract } from '../values/numbers.ts';
import { anyOf, between, compared, orderOf, passes } from '../values/order.ts';
import { type Comparison, FeelRange } from '../values/range.ts';
import { readDate, readDateTime, readTime } from '../values/temporal.ts';
import { conformed } from '../values/types.ts';
import { computed } from './arithmetic.ts';
import { compileFilter } from './filters.ts';
import { CalledRun, type Evaluate, FeelFrame } from './frame.ts';
import { compileFor, compileQuantified } from './loops.ts';
import { memberOf } from './members.ts';
import { lookup, type NameScope, typesOf } from './scope.ts';
import { shownType, typeOf } from './types.ts';

type Of<K extends FeelNode['kind']> = Extract<FeelNode, { kind: K }>;

/** Names are resolved at compile time, values at run time. */
export function compile(node: FeelNode, scope: NameScope): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'at': {
      const value = atLiteral(node.text);
      return () => value;
    }
    case 'name':
      return lookup(scope, node.name);
    case 'path':
      return compilePath(node, scope);
    case 'filter':
      return compileFilter(node, scope, compile);
    case 'call':
      return compileCall(node, scope);
    case 'arithmetic':
      return compileArithmetic(node, scope);
    case 'negation':
      return compileNegation(compile(node.operand, scope));
    case 'and':
    case 'or':
      return compileLogic(node, scope);
    case 'for':
      return compileFor(node, scope, compile);
    case 'some':
    case 'every':
      return compileQuantified(node, scope, compile);
    default:
      return compileForm(node, scope);
  }
}

function compileForm(
  node: Of<'comparison' | 'between' | 'in' | 'instance of' | 'if' | 'function' | 'list' | 'context' | 'range'>,
  scope: NameScope,
) {
  switch (node.kind) {
    case 'comparison':
      return compileComparison(node.operator, compile(node.left, scope), compile(node.right, scope));
    case 'between': {
      const [value, low, high] = [compile(node.value, scope), compile(node.low, scope), compile(node.high, scope)];
      return (frame: FeelFrame) => between(value(frame), low(frame), high(frame));
    }
    case 'in':
      return compileIn(compile(node.value, scope), node.tests, scope);
    case 'instance of': {
      const value = compile(node.value, scope);
      const type = typeOf(node.type, typesOf(scope));
      return (frame: FeelFrame) => (type === undefined ? null : type.accepts(value(frame) ?? null));
    }
    case 'if':
      return compileIf(node, scope);
    case 'function':
      return compileFunction(node, scope);
    case 'list': {
      const items = node.items.map((item) => compile(item, scope));
      return (frame: FeelFrame) => items.map((item) => item(frame) ?? null);
    }
    case 'context':
      return compileContext(node, scope);
    case 'range':
      return compileRange(node, scope);
  }
}

/** `@"…"`: date, date and time, time or duration; null for other texts. */
function atLiteral(text: string): unknown {
  return readDate(text) ?? readDateTime(text) ?? readTime(text) ?? readDuration(text);
}

function compilePath({ base, names }: Of<'path'>, scope: NameScope): Evaluate {
  const value = compile(base, scope);
  const [first, second] = names;
  if (first !== undefined && second === undefined) return (frame) => memberOf(value(frame), first.name, frame.run);
  return (frame) => {
    let found = value(frame);
    for (const { name } of names) found = memberOf(found, name, frame.run);
    return found;
  };
}

function compileArithmetic({ first, rest }: Of<'arithmetic'>, scope: NameScope): Evaluate {
  const left = compile(first, scope);
  const [only, second] = rest;
  if (only !== undefined && second === undefined) {
    const [sign, node] = only;
    return computation(sign, left, compile(node, scope));
  }
  const steps = rest.map(([sign, node]) => ({ sign, operand: compile(node, scope) }));
  return (frame) => {
    let value = left(frame);
    for (const { sign, operand } of steps) value = computed(sign, value, operand(frame), frame.run);
    return value;
  };
}

/** Computes numbers here, the most frequent operands. */
function computation(sign: ArithmeticSign, left: Evaluate, right: Evaluate): Evaluate {
  const ofNumbers = sign === '+' ? add : sign === '-' ? subtract : sign === '*' ? multiply : undefined;
  if (ofNumbers === undefined) return (frame) => computed(sign, left(frame), right(frame), frame.run);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === 'number' && typeof b === 'number' ? ofNumbers(a, b) : computed(sign, a, b, frame.run);
  };
}

function compileNegation(operand: Evaluate): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (isNumber(value)) return negate(value);
    if (value instanceof MonthsDuration) return new MonthsDuration(-value.months);
    return value instanceof TimeDuration ? new TimeDuration(-value.nanos) : null;
  };
}

/** Three-valued (DMN 1.3, tables 48 and 49); non-booleans count as null. */
function compileLogic({ kind, operands }: Of<'and' | 'or'>, scope: NameScope): Evaluate {
  const parts = operands.map((operand) => compile(operand, scope));
  const deciding = kind === 'or';
  const [first, second] = parts;
  if (first !== undefined && second !== undefined && parts.length === 2)
    return (frame) => {
      const one = first(frame);
      if (one === deciding) return deciding;
      const other = second(frame);
      if (other === deciding) return deciding;
      return one === !deciding && other === !deciding ? !deciding : null;
    };
  return (frame) => {
    let result: Truth = !deciding;
    for (const part of parts) {
      const value = part(frame);
      if (value === deciding) return deciding;
      if (value !== !deciding) result = null;
    }
    return result;
  };
}

/** Compares numbers here, the most frequent values. */
function compileComparison(operator: Comparison, left: Evaluate, right: Evaluate): Evaluate {
  if (operator === '=') return (frame) => equal(left(frame), right(frame));
  if (operator === '!=') return (frame) => compared(operator, left(frame), right(frame));
  const isLess = operator === '<' || operator === '<=';
  const isIncluded = operator === '<=' || operator === '>=';
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a !== 'number' || typeof b !== 'number') return compared(operator, a, b);
    return a === b ? isIncluded : a < b === isLess;
  };
}

function compileIn(value: Evaluate, tests: readonly TestNode[], scope: NameScope): Evaluate {
  const compiled = tests.map(({ operator, operand }) => ({ operator, operand: compile(operand, scope) }));
  const [only] = compiled;
  if (only !== undefined && compiled.length === 1 && only.operator === undefined)
    return (frame) => {
      const tested = value(frame) ?? null;
      const other = only.operand(frame) ?? null;
      // `x in null` is null, but `null in null` is true
      if (other === null) return tested === null ? true : null;
      return passes(tested, other);
    };
  return (frame) => {
    const tested = value(frame) ?? null;
    return anyOf(
      compiled.map(({ operator, operand }) => {
        const other = operand(frame);
        return operator === undefined ? passes(tested, other) : compared(operator, tested, other);
      }),
    );
  };
}

function compileIf({ branches, otherwise }: Of<'if'>, scope: NameScope): Evaluate {
  const compiled = branches.map(([test, result]) => [compile(test, scope), compile(result, scope)] as const);
  const last = compile(otherwise, scope);
  return (frame) => {
    for (const [test, result] of compiled) if (test(frame) === true) return result(frame);
    return last(frame);
  };
}

function compileFunction({ parameters, body }: Of<'function'>, scope: NameScope): Evaluate {
  const names = parameters.map(({ name }) => name);
  const types = parameters.map(({ type }) => (type === undefined ? undefined : typeOf(type, typesOf(scope))));
  const hasUnknown = parameters.some(({ type }, at) => type !== undefined && types[at] === undefined);
  if (body === null || hasUnknown || new Set(names).size < names.length) return () => null;
  const result = compile(body, { kind: 'values', outer: scope, names });
  const shown = shownType(body);
  return (frame) => {
    const call = (args: readonly unknown[], run = frame.run) => {
      run.step();
      if (args.length !== names.length) return null;
      const values = args.map((arg, at) => conformed(arg, types[at]));
      // null for a wrong argument type
      if (values.some((value, at) => value === null && (args[at] ?? null) !== null)) return null;
      const own = run === frame.run ? run : new CalledRun(frame.run, run);
      return result(new FeelFrame(frame, own, values)) ?? null;
    };
    return new FeelFunction('function', [names], call, types, shown);
  };
}

function compileContext({ entries }: Of<'context'>, scope: NameScope): Evaluate {
  const names = entries.map(([name]) => name);
  if (new Set(names).size < names.length) return () => null;
  const known = new Set<string>();
  const inside: NameScope = { kind: 'entries', outer: scope, names: known };
  const compiled = entries.map(([name, node]) => {
    // a function may call itself recursively
    if (node.kind === 'function') known.add(name);
    const value = compile(node, inside);
    known.add(name);
    return [name, value] as const;
  });
  return (frame) => {
    const context = Object.create(null) as Record<string, unknown>;
    const inner = new FeelFrame(frame, frame.run, context);
    for (const [name, value] of compiled) context[name] = value(inner) ?? null;
    return context;
  };
}

function compileRange({ isStartIncluded, start, end, isEndIncluded, operator }: Of<'range'>, scope: NameScope): Evaluate {
  const low = start === null ? undefined : compile(start, scope);
  const high = end === null ? undefined : compile(end, scope);
  const isSingle = start !== null && start === end;
  return (frame) => {
    const from = low?.(frame) ?? null;
    const to = isSingle ? from : (high?.(frame) ?? null);
    if (from === null && to === null) return null;
    // no range without an order
    if (!isSingle && orderOf(from ?? to, to ?? from) === null) return null;
    return new FeelRange(isStartIncluded && from !== null, from, to, isEndIncluded && to !== null, operator);
  };
}

function compileCall({ callee, args, names }: Of<'call'>, scope: NameScope): Evaluate {
  const values = args.map((arg) => compile(arg, scope));
  const named = compile(callee, scope);
  // a variable is rarely a function
  const builtIn = callee.kind === 'name' ? BUILT_INS.get(callee.name) : undefined;
  return (frame) => {
    const found = named(frame);
    const target = found instanceof FeelFunction ? found : builtIn;
    if (target === undefined) return null;
    const given = values.map((value) => value(frame) ?? null);
    return (names === undefined ? target.call(given, frame.run) : target.callNamed(names, given, frame.run)) ?? null;
  };
}
