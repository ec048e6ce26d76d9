import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { evaluationsPath } from '../../api/decision-evaluations.ts';
import { type Evaluated, evaluateDecision } from '../../api/decisions.ts';
import { type JsonText, withMembers } from '../../api/json-text.ts';
import { readVariables } from '../../components/json-text.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { benchInputs } from './bench-inputs.ts';
import { type BenchEntries, type BenchInput, sentValue, typingFaultOf } from './bench-values.ts';
import type { DmnFile } from './dmn-file.ts';
import { type EvaluationFault, evaluationFault } from './row-marks.ts';

const words = decisionsTexts.bench;

/** Inputs and result of a test evaluation. */
export interface Bench {
  readonly inputs: readonly BenchInput[];
  readonly textOf: (name: string) => string;
  readonly setText: (name: string, text: string) => void;
  readonly further: string;
  readonly setFurther: (text: string) => void;
  /** error of its text, after the first try to evaluate, or of the evaluation */
  readonly faultOf: (input: BenchInput) => string | undefined;
  /** replaces all fields */
  readonly fill: (entries: BenchEntries) => void;
  /** evaluates; if a text is invalid, only shows its error */
  readonly evaluate: () => void;
  readonly isBusy: boolean;
  /** result of the last evaluation */
  readonly made: Evaluated | undefined;
  readonly fault: EvaluationFault | undefined;
  /** the inputs or the shown version have changed since */
  readonly isStale: boolean;
}

/** The inputs stay if another version is shown. */
export function useBench(file: DmnFile | undefined, key: string, version: number): Bench {
  const inputs = useMemo(() => (file === undefined ? [] : benchInputs(file, key)), [file, key]);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [further, setFurther] = useState('');
  const [isTried, setTried] = useState(false);
  const entered = `${key} ${version} ${JSON.stringify([texts, further])}`;
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: ({ variables }: { readonly variables: JsonText; readonly entered: string }) =>
      evaluateDecision({ key, version, variables }),
    // evaluations are stored before the answer, also failed ones
    onSettled: () => void queries.invalidateQueries({ queryKey: [evaluationsPath(key)] }),
  });
  const textOf = (name: string) => (Object.hasOwn(texts, name) ? (texts[name] ?? '') : '');
  const isStale = run.variables !== undefined && run.variables.entered !== entered;
  const fault = run.error === null ? undefined : evaluationFault(run.error);
  const isWrong = inputs.some((input) => typingFault(input, textOf(input.name)) !== undefined);
  return {
    inputs,
    textOf,
    setText: (name, text) => setTexts((before) => ({ ...before, [name]: text })),
    further,
    setFurther,
    faultOf(input) {
      const typed = isTried ? typingFault(input, textOf(input.name)) : undefined;
      return typed ?? (fault !== undefined && !isStale && isAbout(fault, input) ? fault.text : undefined);
    },
    fill(entries) {
      setTexts(entries.texts);
      setFurther(entries.further);
      setTried(false);
    },
    evaluate() {
      setTried(true);
      const { variables, error } = readVariables(further);
      if (isWrong || error !== undefined) return;
      const members = new Map<string, JsonText>();
      for (const input of inputs) {
        const text = textOf(input.name);
        if (text.trim() !== '') members.set(input.name, sentValue(input, text));
      }
      run.mutate({ variables: withMembers(variables, members), entered });
    },
    isBusy: run.isPending,
    made: run.data,
    fault,
    isStale,
  };
}

function isAbout({ input }: EvaluationFault, { name, labels }: BenchInput): boolean {
  return input !== undefined && (input === name || labels.includes(input));
}

function typingFault(input: BenchInput, text: string): string | undefined {
  const fault = typingFaultOf(input, text);
  return fault === undefined ? undefined : fault === 'number' ? words.notNumber : words.notJson;
}
