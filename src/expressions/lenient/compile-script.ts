import type { Code } from './code.ts';
import { binary, compileExpression } from './compile-expression.ts';
import { type Action, compileEach, compileLoop } from './compile-loops.ts';
import { compileAssignable } from './compile-path.ts';
import type { Scope } from './scope.ts';
import type { Stmt } from './syntax.ts';
import { EvaluationFailure, type Value } from './value.ts';

/** Compiles statements; result: value of the script (docs/contributing/spec/expressions.md#lenient-grammar). */
export function compileStatements(body: readonly Stmt[], scope: Scope): Code {
  const action = sequence(body, scope);
  return (run) => {
    action(run);
    return run.result;
  };
}

function sequence(body: readonly Stmt[], scope: Scope): Action {
  const actions = body.map((stmt) => compileStatement(stmt, scope));
  return (run) => {
    for (const action of actions) {
      const completion = action(run);
      if (completion !== 'next') return completion;
    }
    return 'next';
  };
}

function compileStatement(stmt: Stmt, scope: Scope): Action {
  switch (stmt.kind) {
    case 'expression':
      return keep(compileExpression(stmt.expr, scope));
    case 'block':
      return sequence(stmt.body, scope.inner());
    case 'if':
      return compileIf(stmt, scope);
    case 'throw':
      return compileThrow(stmt, scope);
    case 'return':
      return compileReturn(stmt, scope);
    case 'local':
      return compileLocal(stmt, scope);
    case 'assign':
      return compileAssign(stmt, scope);
    case 'several':
      return sequence(stmt.body, scope);
    case 'each':
      return compileEach(stmt, scope, compileStatement);
    case 'loop':
      return compileLoop(stmt, scope, compileStatement);
    case 'break':
    case 'continue': {
      const { kind } = stmt;
      return () => kind;
    }
  }
}

function keep(code: Code): Action {
  return (run) => {
    run.result = code(run);
    return 'next';
  };
}

function compileIf(stmt: Extract<Stmt, { kind: 'if' }>, scope: Scope): Action {
  const branches = stmt.branches.map((branch) => ({
    test: compileExpression(branch.test, scope),
    whenTrue: compileStatement(branch.whenTrue, scope.inner()),
  }));
  const otherwise = stmt.otherwise === undefined ? undefined : compileStatement(stmt.otherwise, scope.inner());
  const { truth } = scope.rules.operations;
  return (run) => {
    for (const branch of branches) if (truth(branch.test(run), "'if'")) return branch.whenTrue(run);
    return otherwise === undefined ? 'next' : otherwise(run);
  };
}

/** Failure or BPMN error (docs/contributing/spec/expressions.md#thrown-errors). */
function compileThrow(stmt: Extract<Stmt, { kind: 'throw' }>, scope: Scope): Action {
  const args = stmt.args.map((arg) => compileExpression(arg, scope));
  const { text } = scope.rules.operations;
  return (run) => {
    const texts = args.map((arg) => text(run, arg(run)));
    throw thrownError(stmt.name, texts);
  };
}

function thrownError(name: string, texts: readonly string[]): EvaluationFailure {
  if (name === 'BadRequestActivityException') return new EvaluationFailure(texts[0] ?? name, '400');
  if (name !== 'CustomTaskFailedActivityException' && name !== 'BpmnError') return new EvaluationFailure(texts[0] ?? name, '500');
  const [code, message] = texts;
  return new EvaluationFailure(message ?? name, code === undefined || code === '' ? '500' : code);
}

function compileReturn(stmt: Extract<Stmt, { kind: 'return' }>, scope: Scope): Action {
  const code: Code = stmt.expr === undefined ? () => null : compileExpression(stmt.expr, scope);
  return (run) => {
    run.result = code(run);
    return 'return';
  };
}

/** Declares the name after compiling its value: `let x = x + 1` reads the outer `x`. */
function compileLocal(stmt: Extract<Stmt, { kind: 'local' }>, scope: Scope): Action {
  const code = compileExpression(stmt.expr, scope);
  const slot = scope.declare(stmt.name);
  return (run) => {
    run.step();
    run.result = run.locals[slot] = code(run);
    return 'next';
  };
}

function compileAssign(stmt: Extract<Stmt, { kind: 'assign' }>, scope: Scope): Action {
  const keys = stmt.target.steps.map((step) => compileExpression(step, scope));
  const place = compileAssignable(stmt.target.root, keys, scope, true);
  const code = compileExpression(stmt.expr, scope);
  const combine = stmt.operator === '=' || stmt.operator === '??' ? undefined : binary(stmt.operator, scope.rules.operations);
  const keepsOld = stmt.operator === '??';
  return (run) => {
    run.step();
    const found = place.locate(run, true);
    let value: Value;
    if (combine !== undefined) value = combine(run, found.value, code(run));
    else if (keepsOld && found.value !== null) value = found.value;
    else value = code(run);
    if (!keepsOld || found.value === null) found.write(value);
    run.result = value;
    return 'next';
  };
}
