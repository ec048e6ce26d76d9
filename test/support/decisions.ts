import { libraryOf } from '../../src/bpmn/decisions/decision-library.ts';
import type { DecisionAnswer } from '../../src/engine/evaluator.ts';
import type { DecisionModel } from '../../src/engine/model.ts';
import type { Json, Variables } from '../../src/engine/values.ts';
import { variableReaderOf } from '../../src/expressions/evaluation-context.ts';
import { createEvaluator, type TextEvaluator } from '../../src/expressions/evaluator.ts';

const INFO = {
  instanceId: 'i',
  businessId: null,
  activityId: 'a',
  now: 0,
  newGuid: () => '11111111-2222-4333-8444-555555555555',
};

/** Makes decisions of files as a task would, without a process around them. */
export class DecisionBench {
  readonly #evaluator: TextEvaluator;

  constructor(timeoutMs = 60_000) {
    this.#evaluator = createEvaluator({ timeoutMs, memoryMb: 32, maxOutputBytes: 1_000_000 });
  }

  /** The value, or why none exists. Throws when the files cannot be deployed. @param files one file, or several by name */
  make(
    files: string | Readonly<Record<string, string>>,
    id: string,
    variables: Variables = {},
  ): { readonly value: Json } | { readonly reason: string } {
    const { decisions, knowledge, diagnostics } = libraryOf(typeof files === 'string' ? { 'file.dmn': files } : files);
    if (diagnostics.length > 0) throw new Error(diagnostics.join('\n'));
    const all = [...decisions].map(([key, { model }]): [string, DecisionModel] => [key, model]);
    const models = Object.fromEntries([...all, ...knowledge]);
    const made = this.#evaluator.decide({ decisions: models, ids: [id] }, variableReaderOf(variables), INFO);
    if (!made.ok) return { reason: made.reason };
    return { value: (made.value as unknown as DecisionAnswer).results[id]?.value ?? null };
  }

  close(): Promise<void> {
    return this.#evaluator.close();
  }
}

/** Errors of a file, line by line. */
export function diagnosticsOf(text: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  return libraryOf({ 'file.dmn': text, ...more }).diagnostics;
}
