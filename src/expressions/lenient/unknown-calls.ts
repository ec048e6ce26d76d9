import { isBuiltInMethod } from './built-in-methods.ts';
import { operandsOf, partsOf } from './children.ts';
import { ENGINE_OBJECTS, isExecutionMethod } from './execution-object.ts';
import { hasStatic, isPrinting, isStaticName } from './statics.ts';
import type { Expr, PathSegment, Stmt } from './syntax.ts';

/** Most names that are told about one script. */
const MOST = 10;

type Path = Extract<Expr, { kind: 'path' }>;

/** Calls in a script that no value can answer, each once, as its author wrote them without arguments: `order.save`, `kcontext.getKieRuntime`. */
export function unknownCallsIn(body: readonly Stmt[]): readonly string[] {
  const found = new Set<string>();
  const stmts: Stmt[] = [...body];
  const exprs: Expr[] = [];
  for (let stmt = stmts.pop(); stmt !== undefined; stmt = stmts.pop()) {
    const parts = partsOf(stmt);
    stmts.push(...parts.stmts);
    exprs.push(...parts.exprs);
  }
  for (let expr = exprs.pop(); expr !== undefined; expr = exprs.pop()) {
    const call = expr.kind === 'path' ? unknownCall(expr) : undefined;
    if (call !== undefined) found.add(call);
    exprs.push(...operandsOf(expr));
  }
  return [...found].sort().slice(0, MOST);
}

function unknownCall({ head, steps }: Path): string | undefined {
  const name = head.kind === 'variable' ? head.name : '(…)';
  if (steps[0]?.kind === 'invoke') return head.kind === 'variable' && isPrinting(name) ? undefined : name;
  const isEngineObject = head.kind === 'variable' && !head.explicit && ENGINE_OBJECTS.has(name);
  const isNamed = head.kind === 'variable' && !head.explicit;
  for (const [i, step] of steps.entries()) {
    if (step.kind !== 'call') continue;
    const owner = ownerOf(i === 0 ? head : undefined, steps[i - 1]);
    const isKnown =
      isBuiltInMethod(step.name) ||
      (isEngineObject && isExecutionMethod(step.name)) ||
      (owner !== undefined && (i > 0 || isNamed) && hasStatic(owner, step.name));
    if (!isKnown) return `${[name, ...steps.slice(0, i).map(shown)].join('.')}.${step.name}`;
  }
  return undefined;
}

/** The static name right before a call: `Math` of `Math.abs`, `out` of `System.out.println`. */
function ownerOf(head: Expr | undefined, before: PathSegment | undefined): string | undefined {
  if (head?.kind === 'variable' && isStaticName(head.name)) return head.name;
  return before?.kind === 'member' && isStaticName(before.name) ? before.name : undefined;
}

function shown(step: PathSegment): string {
  if (step.kind === 'member') return step.name;
  return step.kind === 'call' ? `${step.name}()` : '[…]';
}
