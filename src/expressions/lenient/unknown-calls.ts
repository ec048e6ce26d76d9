import { isBuiltInMethod } from './built-in-methods.ts';
import { ENGINE_OBJECTS, isExecutionMethod, isExecutionProperty } from './execution-object.ts';
import { hasStatic, isPrinting, isStaticName } from './statics.ts';
import { type Expr, expressionsIn, type PathSegment, type TextTree } from './syntax.ts';

/** Warnings per script. */
const MOST = 10;

type Path = Extract<Expr, { kind: 'path' }>;

/**
 * Distinct functions and members, without arguments: `unknown function 'order.save'`, `unknown member 'execution.processDefinitionId'`. @param hasNow
 * `now()` exists
 */
export function unknownUsesIn(text: TextTree, hasNow: boolean): readonly string[] {
  const found = new Set<string>();
  for (const expr of expressionsIn(text)) {
    if (expr.kind !== 'path') continue;
    const call = isNow(expr, hasNow) ? undefined : unknownCall(expr);
    if (call !== undefined) found.add(`unknown function '${call}'`);
    const member = unknownMember(expr);
    if (member !== undefined) found.add(`unknown member 'execution.${member}'`);
  }
  return [...found].sort().slice(0, MOST);
}

function isNow({ head, steps: [first] }: Path, hasNow: boolean): boolean {
  return hasNow && head.kind === 'variable' && head.name === 'now' && first?.kind === 'invoke' && first.args.length === 0;
}

/** Unknown member, such as `execution.processDefinitionId`. */
function unknownMember({ head, steps }: Path): string | undefined {
  if (head.kind !== 'variable' || head.explicit || head.name !== 'execution') return undefined;
  for (const step of steps) {
    if (step.kind === 'member' && !isExecutionProperty(step.name)) return step.name;
    const isItself =
      step.kind === 'member' ? step.name === 'processInstance' : step.kind === 'call' && step.name === 'getProcessInstance';
    if (!isItself) return undefined;
  }
  return undefined;
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

/** Static name directly before a call: `Math` of `Math.abs`, `out` of `System.out.println`. */
function ownerOf(head: Expr | undefined, before: PathSegment | undefined): string | undefined {
  if (head?.kind === 'variable' && isStaticName(head.name)) return head.name;
  return before?.kind === 'member' && isStaticName(before.name) ? before.name : undefined;
}

function shown(step: PathSegment): string {
  if (step.kind === 'member') return step.name;
  return step.kind === 'call' ? `${step.name}()` : '[…]';
}
