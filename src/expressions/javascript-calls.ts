import type { ExpressionModel } from '../engine/model.ts';
import { isBuiltInMethod } from './lenient/built-in-methods.ts';
import { ENGINE_OBJECTS } from './lenient/execution-object.ts';
import { parseSingleExpression } from './lenient/parse-script.ts';
import { isStaticStep } from './lenient/statics.ts';
import { type Expr, operandsOf } from './lenient/syntax.ts';
import { templateParts } from './lenient/template.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/**
 * True if a JUEL or lenient text calls a bean, so that Sluice can never evaluate it. Not for built-in members, engine objects and static names. False
 * for other languages and texts with syntax errors (docs/contributing/spec/elements.md#service-task).
 */
export function callsForeignObject({ dialect, source }: ExpressionModel): boolean {
  try {
    if (dialect === 'juel' || dialect === 'lenient') return isForeign(parseSingleExpression(source));
    if (dialect !== 'template') return false;
    return templateParts(source).some((part) => part.kind === 'group' && isForeign(parseSingleExpression(part.source)));
  } catch (error) {
    if (error instanceof SyntaxProblem) return false;
    throw error;
  }
}

function isForeign(expr: Expr): boolean {
  return (expr.kind === 'path' && isForeignPath(expr)) || operandsOf(expr).some(isForeign);
}

function isForeignPath({ head, steps }: Extract<Expr, { kind: 'path' }>): boolean {
  if (head.kind !== 'variable' || head.explicit || ENGINE_OBJECTS.has(head.name) || head.name === 'System') return false;
  const [first] = steps;
  if (first?.kind === 'invoke') return head.name !== 'now';
  return !isStaticStep(head.name, first) && steps.some((step) => step.kind === 'call' && !isBuiltInMethod(step.name));
}

/** The engine object in the interpreter (sandbox/prelude.ts), and its members. */
const OBJECTS: ReadonlySet<string> = new Set(['execution', 'kcontext', 'variableContainer']);
const METHODS: ReadonlySet<string> = new Set([
  ...['getVariable', 'getVariableLocal', 'hasVariable', 'hasVariableLocal', 'setVariable', 'setVariableLocal', 'removeVariable'],
  ...['getProcessInstanceId', 'getId', 'getBusinessKey', 'getProcessBusinessKey', 'getCurrentActivityId', 'getProcessInstance'],
]);
const PROPERTIES: ReadonlySet<string> = new Set(['processInstanceId', 'processBusinessKey', 'businessKey', 'currentActivityId']);

/** Words that are no call before a parenthesis. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'for', 'while', 'switch', 'catch', 'with', 'function', 'return', 'typeof', 'void', 'delete', 'in', 'of', 'new'],
  ...['instanceof', 'throw', 'case', 'do', 'else', 'await', 'yield', 'super', 'this', 'async', 'get', 'set', 'constructor'],
]);

const GLOBALS: ReadonlySet<string> = new Set([
  ...[
    'Array',
    'ArrayBuffer',
    'BigInt',
    'Boolean',
    'DataView',
    'Date',
    'Error',
    'EvalError',
    'Function',
    'Map',
    'Number',
    'Object',
  ],
  ...['Promise', 'Proxy', 'RangeError', 'ReferenceError', 'RegExp', 'Set', 'String', 'Symbol', 'SyntaxError', 'TypeError'],
  ...[
    'URIError',
    'WeakMap',
    'WeakRef',
    'WeakSet',
    'AggregateError',
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
  ],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval', 'isFinite', 'isNaN', 'parseFloat'],
  ...['parseInt', 'unescape', 'print', 'println'],
]);

/** Java objects of other engines. */
const JAVA: ReadonlySet<string> = new Set(['Java', 'Packages', 'java', 'javax']);

const HIDDEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g;
/** Error of other engines that the interpreter provides. */
const PROVIDED = /\bJava\s*\.\s*type\s*\(\s*(["'])[\w.]+\.engine\.delegate\.BpmnError\1\s*\)/g;

/** Full name of a Java class after its first part. */
const CLASS = /^(?:\.[a-z]\w*)+\.[A-Z]\w*(?=\s*\()/;

const NAME = /(?<![\w$])([A-Za-z_$][\w$]*)/g;

/** Warnings per script. */
const MOST = 10;

/** Lexical search for unknown functions and engine members: `unknown function 'execution.getTenantId'`. Names defined in the script are known. */
export function unknownUsesInJavaScript(source: string): readonly string[] {
  const code = source
    .replace(PROVIDED, '0')
    .replace(HIDDEN, (text) => (text.startsWith('`') ? (text.match(/\$\{[^}]*\}/g) ?? []).join(';') : '""'));
  const known = new Set<string>();
  const found = new Set<string>();
  const uses: { readonly name: string; readonly at: number }[] = [];
  for (const { 1: name = '', index: at } of code.matchAll(NAME)) {
    if (isMember(code, at)) continue;
    const isCalled = /^\s*\(/.test(code.slice(at + name.length));
    const isMade =
      isCalled && (/\bfunction\s*\*?\s*$/.test(code.slice(Math.max(0, at - 20), at)) || isDefinition(code, at + name.length));
    const [className] = (name === 'org' || name === 'com' ? CLASS.exec(code.slice(at + name.length)) : null) ?? [];
    if (className?.endsWith('.engine.delegate.BpmnError') === false) found.add(`unknown function '${name}${className}'`);
    const isObject = OBJECTS.has(name) || JAVA.has(name);
    if (isMade || (!isCalled && !(isObject && /^\s*\??\./.test(code.slice(at + name.length))))) known.add(name);
    else uses.push({ name, at: at + name.length });
  }
  for (const { name, at } of uses) {
    if (known.has(name) || KEYWORDS.has(name) || GLOBALS.has(name)) continue;
    const use = OBJECTS.has(name) ? memberOf(name, code.slice(at)) : functionOf(name, code.slice(at));
    if (use !== undefined) found.add(use);
  }
  return [...found].sort().slice(0, MOST);
}

function isMember(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 40), at).trimEnd();
  return before.endsWith('.') && !before.endsWith('...');
}

/** A block follows the parentheses: a method definition or a statement. @param from offset after the name */
function isDefinition(code: string, from: number): boolean {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    else if (code[at] === ')' && --depth === 0) return /^\s*\{/.test(code.slice(at + 1, at + 40));
  }
  return false;
}

function memberOf(name: string, behind: string): string | undefined {
  const [, member, bracket] = /^\s*\??\.\s*([A-Za-z_$][\w$]*)\s*(\()?/.exec(behind) ?? [];
  if (member === undefined) return undefined;
  if (bracket !== undefined) return METHODS.has(member) ? undefined : `unknown function '${name}.${member}'`;
  return METHODS.has(member) || PROPERTIES.has(member) ? undefined : `unknown member '${name}.${member}'`;
}

function functionOf(name: string, behind: string): string {
  const [path = ''] = /^(?:\s*\.\s*[A-Za-z_$][\w$]*)+/.exec(behind) ?? [];
  return `unknown ${JAVA.has(name) && !/^\s*\(/.test(behind.slice(path.length)) ? 'member' : 'function'} '${name}${path.replace(/\s+/g, '')}'`;
}
