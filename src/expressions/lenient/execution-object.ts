import { hasEntry } from './collection-members.ts';
import { checkCount, lowerFirst, type Methods, methods, textArg } from './method.ts';
import type { EvaluationContext } from './run.ts';
import { EXECUTION, fail, type Value } from './value.ts';

const METHODS: Methods<typeof EXECUTION> = methods<typeof EXECUTION>([
  ['getVariable', 1, 1, (run, _, args, name) => run.variable(textArg(args, 0, name)) ?? null],
  ['getVariableLocal', 1, 1, (run, _, args, name) => run.localVariable(textArg(args, 0, name)) ?? null],
  ['hasVariable', 1, 1, (run, _, args, name) => run.variable(textArg(args, 0, name)) !== undefined],
  ['hasVariableLocal', 1, 1, (run, _, args, name) => run.localVariable(textArg(args, 0, name)) !== undefined],
  ['setVariable', 2, 2, (run, _, args, name) => run.set(textArg(args, 0, name), args[1] as Value) ?? null],
  ['setVariableLocal', 2, 2, (run, _, args, name) => run.setLocal(textArg(args, 0, name), args[1] as Value) ?? null],
  ['removeVariable', 1, 1, (run, _, args, name) => remove(run, textArg(args, 0, name))],
  ['getProcessInstanceId getId', 0, 0, (run) => run.execution.instanceId],
  ['getBusinessKey getProcessBusinessKey', 0, 0, (run) => run.execution.businessId],
  ['getCurrentActivityId', 0, 0, (run) => run.execution.activityId],
  ['getProcessInstance', 0, 0, () => EXECUTION],
]);

/** All dialects, jBPM, Flowable. Variables take precedence over the latter two. */
export const ENGINE_OBJECTS: ReadonlySet<string> = new Set(['execution', 'kcontext', 'variableContainer']);

export function isExecutionMethod(name: string): boolean {
  return METHODS.has(lowerFirst(name));
}

/** `execution.name(args)` (docs/contributing/spec/expressions.md#built-in-members). */
export function callExecution(run: EvaluationContext, name: string, args: readonly Value[]): Value {
  const method = METHODS.get(lowerFirst(name));
  if (method === undefined) return fail(`unknown function 'execution.${name}'`);
  checkCount(method, name, args);
  return method.call(run, EXECUTION, args, name);
}

/** Sets it to null: variables cannot be deleted. Undefined ones stay undefined. */
function remove(run: EvaluationContext, name: string): Value {
  if (run.variable(name) !== undefined) run.set(name, null);
  return null;
}

const PROPERTIES = {
  processInstanceId: (run: EvaluationContext): Value => run.execution.instanceId,
  processBusinessKey: (run: EvaluationContext): Value => run.execution.businessId,
  businessKey: (run: EvaluationContext): Value => run.execution.businessId,
  currentActivityId: (run: EvaluationContext): Value => run.execution.activityId,
  processInstance: (): Value => EXECUTION,
};

export function isExecutionProperty(name: string): boolean {
  return hasEntry(PROPERTIES as never, name);
}

/** Getters as bean properties. */
export function readExecution(run: EvaluationContext, name: string): Value {
  if (!isExecutionProperty(name)) return fail(`unknown member 'execution.${name}'`);
  return PROPERTIES[name as keyof typeof PROPERTIES](run);
}
