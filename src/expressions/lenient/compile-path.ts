import { isBuiltInMethod } from './built-in-methods.ts';
import type { Code } from './code.ts';
import { ENGINE_OBJECTS } from './execution-object.ts';
import { callMember, readIndex, readMember } from './members.ts';
import { isMutating, mutate, withEntry } from './mutations.ts';
import type { EvaluationContext } from './run.ts';
import type { Scope } from './scope.ts';
import { callStatic, isoNow, isPrinting, isStaticName, isStaticStep, readStatic } from './statics.ts';
import type { Expr, PathSegment } from './syntax.ts';
import { fail, integerOf, isMap, numberOf, stored, type Value } from './value.ts';

type PathExpr = Extract<Expr, { kind: 'path' }>;
type CompileExpr = (expr: Expr, scope: Scope) => Code;

/** `safe`: null before the step ends the whole path with null, as in C# and JavaScript. */
interface StepCode {
  readonly safe: boolean;
  readonly apply: (run: EvaluationContext, target: Value) => Value;
}

/** A primary with members, calls, indexes, static names, and methods that change a variable (docs/contributing/spec/expressions.md#lenient-grammar). */
export function compilePath(expr: PathExpr, scope: Scope, compile: CompileExpr): Code {
  const first = expr.steps[0] as PathSegment;
  if (first.kind === 'invoke') return compileFunction(expr, scope, compile);
  const asStatic = staticStart(expr, scope);
  if (asStatic !== undefined) return compileStatic(expr, asStatic, scope, compile);
  return compileSteps(compileHead(expr, scope, compile), expr, scope, compile);
}

/** A bare name before `?.` may be undefined. */
function compileHead({ head, steps }: PathExpr, scope: Scope, compile: CompileExpr): Code {
  return compile(head, head.kind === 'variable' && steps[0]?.safe === true ? scope.withOptionalNames() : scope);
}

function compileSteps(head: Code, expr: PathExpr, scope: Scope, compile: CompileExpr): Code {
  const mutation = mutationAt(expr, scope);
  if (mutation !== undefined) return compileMutation(expr, mutation, scope, compile);
  return follow(head, stepCodes(expr.steps, scope, compile));
}

function follow(head: Code, steps: readonly StepCode[]): Code {
  return (run) => {
    let value = head(run);
    for (const step of steps) {
      run.step();
      if (value === null && step.safe) return null;
      value = step.apply(run, value);
    }
    return value;
  };
}

function stepCodes(steps: readonly PathSegment[], scope: Scope, compile: CompileExpr): StepCode[] {
  return steps.map((step) => stepCode(step, scope, compile));
}

function stepCode(step: PathSegment, scope: Scope, compile: CompileExpr): StepCode {
  switch (step.kind) {
    case 'member':
      return { safe: step.safe, apply: orNull(scope, (run, target) => readMember(run, target, step.name)) };
    case 'call': {
      const args = step.args.map((arg) => compile(arg, scope));
      const { operations, language } = scope.rules;
      if (language !== undefined && step.name === 'toString' && args.length === 0) {
        return { safe: step.safe, apply: (run, target) => operations.text(run, notNull(target, step.name)) };
      }
      return { safe: step.safe, apply: (run, target) => callMember(run, target, step.name, evaluateAll(run, args)) };
    }
    case 'index': {
      const key = compile(step.key, scope);
      const { index } = scope.rules.operations;
      return { safe: step.safe, apply: orNull(scope, (run, target) => index(target, key(run), step.safe)) };
    }
    case 'invoke':
      return { safe: false, apply: () => fail('this value is not a function') };
  }
}

/** Reads a member of null as null in JUEL; only a call fails (docs/contributing/spec/expressions.md#juel). */
function orNull({ rules }: Scope, read: StepCode['apply']): StepCode['apply'] {
  return rules.language === 'juel' ? (run, target) => (target === null ? null : read(run, target)) : read;
}

function notNull(target: Value, name: string): Value {
  return target === null ? fail(`cannot read '${name}' of null`) : target;
}

function evaluateAll(run: EvaluationContext, codes: readonly Code[]): Value[] {
  return codes.map((code) => code(run));
}

/** Knows only `now()` in JUEL and print functions. */
function compileFunction(expr: PathExpr, scope: Scope, compile: CompileExpr): Code {
  const name = expr.head.kind === 'variable' ? expr.head.name : '(…)';
  const first = expr.steps[0] as Extract<PathSegment, { kind: 'invoke' }>;
  const isNow = scope.rules.hasNow && name === 'now' && first.args.length === 0;
  const head: Code = isNow
    ? (run) => isoNow(run)
    : isPrinting(name)
      ? compilePrinting(first.args.map((arg) => compile(arg, scope)))
      : () => fail(`unknown function '${name}'`);
  return follow(head, stepCodes(expr.steps.slice(1), scope, compile));
}

function compilePrinting(args: readonly Code[]): Code {
  return (run) => {
    evaluateAll(run, args);
    return null;
  };
}

/** `Math.…` or `System.Math.…`: owner, and steps up to it; undefined if not a static name. */
function staticStart(expr: PathExpr, scope: Scope): { owner: string; variable: string; width: number } | undefined {
  const { head } = expr;
  if (head.kind !== 'variable' || head.explicit || scope.find(head.name) !== undefined) return undefined;
  const second = expr.steps[0] as PathSegment;
  if (head.name === 'System' && second.kind === 'member' && isStaticStep(second.name, expr.steps[1])) {
    return { owner: second.name, variable: head.name, width: 1 };
  }
  const isStatic = isStaticStep(head.name, second) || isMisspelt(head.name, second);
  return isStatic && second.kind !== 'index' ? { owner: head.name, variable: head.name, width: 0 } : undefined;
}

/** `UUID.foo()`: without such a variable, the error is the unknown function. */
function isMisspelt(owner: string, step: PathSegment): boolean {
  return step.kind === 'call' && !step.safe && isStaticName(owner) && !isBuiltInMethod(step.name);
}

/** A variable takes precedence. */
function compileStatic(
  expr: PathExpr,
  start: { owner: string; variable: string; width: number },
  scope: Scope,
  compile: CompileExpr,
): Code {
  const asVariable = compileSteps(compileHead(expr, scope, compile), expr, scope, compile);
  const step = expr.steps[start.width] as PathSegment;
  const args = step.kind === 'call' ? step.args.map((arg) => compile(arg, scope)) : [];
  // in Java returns an integer
  const isWhole =
    scope.rules.language !== undefined &&
    start.owner === 'Math' &&
    step.kind === 'call' &&
    step.name === 'round' &&
    args.length === 1;
  const head: Code = (run) => {
    run.step();
    if (step.kind === 'call') {
      const result = callStatic(run, start.owner, step.name, evaluateAll(run, args));
      return isWhole ? integerOf(numberOf(result) ?? fail('not a number')) : result;
    }
    return step.kind === 'member' ? readStatic(run, start.owner, step.name) : fail(`unknown function '${start.owner}'`);
  };
  const asStatic = follow(head, stepCodes(expr.steps.slice(start.width + 1), scope, compile));
  return (run) => (run.find(start.variable) === undefined ? asStatic(run) : asVariable(run));
}

/** First call that may change the variable or local at the start of the path. */
function mutationAt(expr: PathExpr, scope: Scope): number | undefined {
  const { head } = expr;
  if (head.kind !== 'variable') return undefined;
  if (!head.explicit && head.name === 'execution' && scope.find('execution') === undefined) return undefined;
  for (const [i, step] of expr.steps.entries()) {
    if (step.kind === 'call' && isMutating(step.name)) return i;
    if (!isAddress(step)) return undefined;
  }
  return undefined;
}

/** Can be written through: `.name`, `[key]` and Java `.get(key)`. */
function isAddress(step: PathSegment): boolean {
  return (
    step.kind === 'member' || step.kind === 'index' || (step.kind === 'call' && step.name === 'get' && step.args.length === 1)
  );
}

/** The method creates a new collection, and the whole variable is written. */
function compileMutation(expr: PathExpr, at: number, scope: Scope, compile: CompileExpr): Code {
  const call = expr.steps[at] as Extract<PathSegment, { kind: 'call' }>;
  const place = compileAssignable(
    expr.head as Extract<Expr, { kind: 'variable' }>,
    addressKeys(expr.steps.slice(0, at), scope, compile),
    scope,
  );
  const safe = expr.steps.slice(0, at + 1).some((step) => step.kind !== 'invoke' && step.safe);
  const args = call.args.map((arg) => compile(arg, scope));
  const rest = stepCodes(expr.steps.slice(at + 1), scope, compile);
  const head: Code = (run) => {
    run.step();
    const found = place.locate(run, safe);
    const given = evaluateAll(run, args);
    const mutation = mutate(run, found.value, call.name, given);
    if (mutation === undefined) return safe && found.value === null ? null : callMember(run, found.value, call.name, given);
    if (mutation.next !== found.value) found.write(mutation.next);
    return mutation.result;
  };
  return follow(head, safe ? rest.map((step) => ({ ...step, safe: true })) : rest);
}

function addressKeys(steps: readonly PathSegment[], scope: Scope, compile: CompileExpr): Code[] {
  return steps.map((step) => {
    if (step.kind === 'member') return () => step.name;
    if (step.kind === 'index') return compile(step.key, scope);
    return compile((step as Extract<PathSegment, { kind: 'call' }>).args[0] as Expr, scope);
  });
}

/** Place in a variable or local: reads its value and returns a writer. */
export interface AssignablePlace {
  locate(run: EvaluationContext, safe: boolean): { readonly value: Value; readonly write: (value: Value) => void };
}

/**
 * `root[key]…[key]`. Evaluates keys once; a write copies the containers on the way, and creates a map for a missing one.
 * @param isAssignment false: a mutating method
 */
export function compileAssignable(
  root: Extract<Expr, { kind: 'variable' }>,
  keys: readonly Code[],
  scope: Scope,
  isAssignment = false,
): AssignablePlace {
  const slot = root.explicit ? undefined : scope.find(root.name);
  const isName = isAssignment && keys.length === 0 && !root.explicit;
  const mustExist = scope.rules.needsNames && !root.explicit && !isName;
  // a new variable would hide the engine object
  const isEngineObject = slot === undefined && !root.explicit && root.name !== 'execution' && ENGINE_OBJECTS.has(root.name);
  const read = (run: EvaluationContext): Value => {
    if (slot !== undefined) return run.locals[slot] ?? null;
    return mustExist ? run.need(root.name) : run.read(root.name);
  };
  const write = (run: EvaluationContext, value: Value): void => {
    if (slot === undefined) run.assign(root.name, value, isName);
    else run.locals[slot] = value;
  };
  return {
    locate(run, safe) {
      if (isEngineObject && keys.length > 0 && run.find(root.name) === undefined) {
        fail(`members of '${root.name}' cannot be changed, use its setVariable`);
      }
      const found: Value[] = [];
      const path = keys.map((key) => key(run));
      let value = read(run);
      for (const key of path) {
        run.step();
        found.push(value);
        value = value === null && safe ? null : readKey(run, value, key);
      }
      return { value, write: (next) => write(run, rebuild(run, found, path, next)) };
    },
  };
}

function readKey(run: EvaluationContext, container: Value, key: Value): Value {
  // built-in properties such as `Count` cannot be written
  return typeof key === 'string' && !isMap(container) ? readMember(run, container, key) : readIndex(container, key, false);
}

/** Root value with `next` at the end; `containers[i]` is the container of the i-th key. */
function rebuild(run: EvaluationContext, containers: readonly Value[], path: readonly Value[], next: Value): Value {
  let value = next;
  for (let i = path.length - 1; i >= 0; i--) value = withEntry(run, containers[i] as Value, path[i] as Value, stored(value));
  return value;
}
