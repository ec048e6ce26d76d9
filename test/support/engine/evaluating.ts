import type { Evaluator } from '../../../src/engine/evaluator.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../../../src/engine/values/evaluation.ts';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readExpression, readScript } from '../../../src/expressions/deploy.ts';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';

/** Clock of every test: 2026-03-04T05:06:07.008Z. */
export const NOW = Date.UTC(2026, 2, 4, 5, 6, 7, 8);

/** The only GUID a text can draw here. */
export const GUID = '7c9e6679-7425-50de-944b-e07fc1f90ae7';

export const EXECUTION: ExecutionInfo = {
  instanceId: 'instance-1',
  businessId: 'order-7',
  activityId: 'task-a',
  now: NOW,
  newGuid: () => '7c9e6679-7425-50de-944b-e07fc1f90ae7',
};

/** A reader over one flat map. */
export function reading(variables: Variables): VariableReader {
  return {
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    all: () => variables,
  };
}

/** Evaluates texts and scripts as a deployed model would. */
export class Bench {
  private readonly evaluator: Evaluator & { close(): Promise<void> };

  constructor(options: { timeoutMs?: number; memoryMb?: number; maxOutputBytes?: number; maxSteps?: number } = {}) {
    this.evaluator = createEvaluator({ timeoutMs: 5000, memoryMb: 32, maxOutputBytes: 65_536, ...options });
  }

  expression(text: string, variables: Variables = {}, kind: 'expression' | 'template' = 'expression'): Evaluation {
    const read = readExpression(text, kind, 'condition');
    if (!read.ok) throw new Error(`${read.reason} at ${read.line}:${read.column}`);
    return this.evaluator.evaluate(read.expression, reading(variables), EXECUTION);
  }

  script(source: string, variables: Variables = {}, format?: string): Evaluation {
    const read = readScript(source, format, undefined);
    if (!read.ok) throw new Error(`${read.reason} at ${read.line}:${read.column}`);
    return this.evaluator.run(read.script, reading(variables), EXECUTION);
  }

  /** value of an expression; a failure as `failure: <reason>` */
  value(text: string, variables: Variables = {}): Json {
    return shown(this.expression(text, variables));
  }

  close(): Promise<void> {
    return this.evaluator.close();
  }
}

/** The value, or the failure as a text. */
export function shown(evaluation: Evaluation): Json {
  return evaluation.ok ? evaluation.value : `failure: ${evaluation.reason}`;
}

/** One test per row `[text, value]`; failures are written `failure: <reason>`. */
export function valueTable(
  bench: () => Bench,
  variables: Variables,
  rows: readonly (readonly [string, Json])[],
  check: (a: Json, b: Json) => void,
): void {
  for (const [text, wanted] of rows) {
    it(`gives ${JSON.stringify(wanted)} when the text is ${text}`, () => check(bench().value(text, variables), wanted));
  }
}
