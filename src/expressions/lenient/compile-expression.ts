import type { Json } from '../../engine/values.ts';
import { isForbiddenName } from '../limits.ts';
import { cast } from './casts.ts';
import type { Code } from './code.ts';
import { keyOf } from './collection-members.ts';
import { compilePath } from './compile-path.ts';
import { ExactNumber } from './exact-number.ts';
import { ENGINE_OBJECTS } from './execution-object.ts';
import type { Operations } from './operations.ts';
import { isEmpty, plus, truth as strictTruth } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import type { Scope } from './scope.ts';
import type { BinaryOperator, Expr, Pair } from './syntax.ts';
import { doubleOf, EXECUTION, fail, isList, isMap, stored, typeName, type Value } from './value.ts';

/** `scope`: script-local names and rules of the dialect. */
export function compileExpression(expr: Expr, scope: Scope): Code {
  switch (expr.kind) {
    case 'literal':
      return literal(literalOf(expr, scope));
    case 'variable':
      return variable(expr.name, expr.explicit, scope);
    case 'allVariables':
      return stepping((run) => run.all());
    case 'unary':
      return unary(expr.operator, compileExpression(expr.operand, scope), scope.rules.operations);
    case 'cast':
      return castTo(expr, scope);
    case 'chain':
      return chain(expr, scope);
    case 'logic':
      return logic(expr, scope);
    case 'coalesce':
      return coalesce(expr.operands.map((operand, at) => compileOperand(operand, scope, at < expr.operands.length - 1)));
    case 'conditional':
      return conditional(expr, scope);
    case 'elvis':
      return elvis(expr, scope);
    case 'path':
      return compilePath(expr, scope, compileExpression);
    case 'list':
      return list(expr, scope);
    case 'map':
      return map(expr, scope);
    case 'text':
      return textWithGroups(
        expr.parts.map((part) => compileExpression(part, scope)),
        scope.rules.operations,
      );
  }
}

function textWithGroups(parts: readonly Code[], { text: textOf }: Operations): Code {
  return (run) => {
    let text = '';
    for (const part of parts) {
      run.step();
      text = run.text(text + textOf(run, part(run)));
      run.pay(text.length / 64);
    }
    return text;
  };
}

function stepping(code: Code): Code {
  return (run) => {
    run.step();
    return code(run);
  };
}

/** Double if written with a decimal point, in Groovy an exact decimal. */
function literalOf({ value, isDouble, decimal }: Extract<Expr, { kind: 'literal' }>, { rules }: Scope): Value {
  const exact = rules.language === 'groovy' && decimal !== undefined ? ExactNumber.of(decimal) : undefined;
  return exact ?? (isDouble ? doubleOf(value as number) : value);
}

function literal(value: Value): Code {
  return stepping(() => value);
}

function variable(name: string, explicit: boolean, scope: Scope): Code {
  const slot = explicit ? undefined : scope.find(name);
  if (slot !== undefined) return stepping((run) => run.locals[slot] ?? null);
  if (!explicit && name === 'execution') return literal(EXECUTION);
  if (!explicit && ENGINE_OBJECTS.has(name)) return stepping((run) => run.find(name) ?? EXECUTION);
  if (!explicit && scope.rules.needsNames) return stepping((run) => run.need(name));
  if (isForbiddenName(name)) return literal(null);
  const word = explicit ? undefined : scope.rules.words.get(name);
  if (explicit) return stepping((run) => run.variable(name) ?? null);
  if (word === undefined) return stepping((run) => run.read(name));
  return stepping((run) => {
    const found = run.find(name);
    return found === undefined ? word : found;
  });
}

/** A bare name before `??` may be undefined. */
function compileOperand(expr: Expr, scope: Scope, isOptional: boolean): Code {
  return compileExpression(expr, isOptional && expr.kind === 'variable' ? scope.withOptionalNames() : scope);
}

function unary(operator: '!' | '-' | '+' | 'empty', operand: Code, { truth, negate }: Operations): Code {
  switch (operator) {
    case '!':
      return stepping((run) => !truth(operand(run), "'!'"));
    case '-':
      return stepping((run) => negate(operand(run)));
    case '+':
      return stepping((run) => plus(operand(run)));
    case 'empty':
      return stepping((run) => isEmpty(run, operand(run)));
  }
}

function castTo(expr: Extract<Expr, { kind: 'cast' }>, scope: Scope): Code {
  const operand = compileExpression(expr.operand, scope);
  const { language, operations } = scope.rules;
  if (language !== undefined && expr.type === 'string') {
    return stepping((run) => {
      const value = operand(run);
      return value === null ? null : operations.text(run, value);
    });
  }
  return stepping((run) => cast(run, expr.type, expr.nullable, operand(run)));
}

function chain(expr: Extract<Expr, { kind: 'chain' }>, scope: Scope): Code {
  const first = compileExpression(expr.first, scope);
  const rest = expr.rest.map((item) => ({
    apply: binary(item.operator, scope.rules.operations),
    right: item.right === undefined ? literal(null) : compileExpression(item.right, scope),
  }));
  return (run) => {
    let value = first(run);
    for (const item of rest) {
      run.step();
      value = item.apply(run, value, item.right(run));
    }
    return value;
  };
}

/** Implements an operator, also in assignments like `+=`. */
export function binary(
  operator: BinaryOperator,
  { add, subtract, multiply, divide, remainder, equals, compare }: Operations,
): (run: EvaluationContext, left: Value, right: Value) => Value {
  switch (operator) {
    case '+':
      return add;
    case '-':
      return subtract;
    case '*':
      return multiply;
    case '/':
      return divide;
    case '%':
      return remainder;
    case '==':
      return equals;
    case '!=':
      return (run, left, right) => !equals(run, left, right);
    case 'isNull':
      return (_, left) => left === null;
    case 'isNotNull':
      return (_, left) => left !== null;
    default:
      return (run, left, right) => compare(operator, left, right, run);
  }
}

/** Short-circuit; the result is a boolean. */
function logic(expr: Extract<Expr, { kind: 'logic' }>, scope: Scope): Code {
  const operands = expr.operands.map((operand) => compileExpression(operand, scope));
  const decides = expr.operator === '||';
  const where = `'${expr.isOfBits ? expr.operator.slice(1) : expr.operator}'`;
  // in other languages `&` and `|` are bitwise for numbers
  const { truth } = expr.isOfBits && scope.rules.language !== undefined ? { truth: strictTruth } : scope.rules.operations;
  return (run) => {
    for (const operand of operands) {
      run.step();
      if (truth(operand(run), where) === decides) return decides;
    }
    return !decides;
  };
}

function coalesce(operands: readonly Code[]): Code {
  return (run) => {
    for (const operand of operands) {
      run.step();
      const value = operand(run);
      if (value !== null) return value;
    }
    return null;
  };
}

function conditional(expr: Extract<Expr, { kind: 'conditional' }>, scope: Scope): Code {
  const test = compileExpression(expr.test, scope);
  const whenTrue = compileExpression(expr.whenTrue, scope);
  const otherwise = compileExpression(expr.otherwise, scope);
  const { truth } = scope.rules.operations;
  return stepping((run) => (truth(test(run), "'?:'") ? whenTrue(run) : otherwise(run)));
}

/** Groovy `a ?: b`. */
function elvis(expr: Extract<Expr, { kind: 'elvis' }>, scope: Scope): Code {
  const first = compileExpression(expr.first, scope);
  const otherwise = compileExpression(expr.otherwise, scope);
  const { truth } = scope.rules.operations;
  return stepping((run) => {
    const value = first(run);
    return truth(value, "'?:'") ? value : otherwise(run);
  });
}

function list(expr: Extract<Expr, { kind: 'list' }>, scope: Scope): Code {
  const items = expr.items.map((item) => compileExpression(item, scope));
  const from = expr.from === undefined ? undefined : compileExpression(expr.from, scope);
  return (run) => {
    const source = from === undefined ? [] : from(run);
    // `new List<int>(100)` only reserves capacity
    if (!isList(source) && typeof source !== 'number') fail(`cannot make a list of ${typeName(source)}`);
    const made: Json[] = isList(source) ? [...source] : [];
    for (const item of items) made.push(stored(item(run)));
    run.step();
    run.elements(made.length);
    return made;
  };
}

function map(expr: Extract<Expr, { kind: 'map' }>, scope: Scope): Code {
  const pairs = expr.pairs.map((pair: Pair) => ({
    key: compileExpression(pair.key, scope),
    value: compileExpression(pair.value, scope),
  }));
  const from = expr.from === undefined ? undefined : compileExpression(expr.from, scope);
  return (run) => {
    const source = from === undefined ? {} : from(run);
    if (!isMap(source) && typeof source !== 'number') fail(`cannot make a map of ${typeName(source)}`);
    const made: Record<string, Json> = isMap(source) ? { ...source } : {};
    for (const pair of pairs) {
      const name = keyOf(pair.key(run));
      if (isForbiddenName(name)) fail(`name '${name}' is not allowed`);
      made[name] = stored(pair.value(run));
    }
    run.step();
    run.elements(pairs.length + (isMap(source) ? Object.keys(source).length : 0));
    return made;
  };
}
