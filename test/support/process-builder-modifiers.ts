import type { CallMappings, LoopModel, Mapping, MappingsModel } from '../../src/engine/model.ts';
import type { Drafted } from './process-builder.ts';
import { expressionOf, templateOf } from './process-builder-texts.ts';

/**
 * Effect of a line `@element word …` on an element:
 *
 *     @ask multi over people as who into answers from answer until nrOfCompletedInstances >= 2
 *     @ask multi sequential times 3         also: zeebe (counts from 1)
 *     @ask behavior one done                also: none; complex n > 1 => done
 *     @ask loop before max 3 while n < 3
 *     @ask input x = text                   T slot; also: output, camunda (output parameter)
 *     @work handler undo                    compensation
 *     @work quantity 2 3                    startQuantity, completionQuantity
 *     @child in none | in x = a             also: out
 *     @body sequential, @body keep, @body until n > 1, @body only list
 */
export function modified(element: Drafted, word: string, rest: string, other: (id: string) => Drafted): void {
  const modify = MODIFIERS[word];
  if (modify === undefined) throw new Error(`no modifier '@… ${word}'; see process-builder-modifiers.ts`);
  modify(element, rest, other);
}

type Modify = (element: Drafted, rest: string, other: (id: string) => Drafted) => void;
const MODIFIERS: Readonly<Record<string, Modify>> = {
  multi: (element, rest) => {
    element['loop'] = multiInstanceOf(rest);
  },
  behavior: (element, rest) => {
    element['loop'] = { ...(element['loop'] as LoopModel), behavior: behaviorOf(rest) };
  },
  loop: (element, rest) => {
    const [, before, maximum, condition] = /^(before ?)?(?:max (\d+) ?)?(?:while (.*))?$/.exec(rest) ?? [];
    element['loop'] = {
      kind: 'standardLoop',
      testBefore: before !== undefined,
      ...(maximum === undefined ? {} : { maximum: Number(maximum) }),
      ...(condition === undefined ? {} : { condition: expressionOf(condition, 'loop condition') }),
    };
  },
  input: (element, rest) => mapped(element, 'inputs', rest),
  output: (element, rest) => mapped(element, 'extOutputs', rest),
  camunda: (element, rest) => mapped(element, 'parameterOutputs', rest),
  handler: (element, rest, other) => {
    element['compensationHandler'] = rest;
    other(rest)['isForCompensation'] = true;
  },
  quantity: (element, rest) => {
    const [start, completion] = rest.split(' ').map(Number);
    if (start !== undefined && start > 1) element['startQuantity'] = start;
    if (completion !== undefined && completion > 1) element['completionQuantity'] = completion;
  },
  in: (element, rest) => called(element, 'passesAllIn', 'inputs', rest),
  out: (element, rest) => called(element, 'passesAllOut', 'outputs', rest),
  sequential: (element) => {
    element['isSequential'] = true;
  },
  keep: (element) => {
    element['cancelsRemaining'] = false;
  },
  until: (element, rest) => {
    element['completionCondition'] = expressionOf(rest, 'completion condition');
  },
  only: (element, rest) => {
    element['activeElements'] = expressionOf(rest, 'activeElementsCollection');
  },
};

const CLAUSES = /\b(sequential|zeebe|times|over|as|into|from|until)\b/;

function multiInstanceOf(rest: string): LoopModel {
  const clauses = new Map<string, string>();
  const parts = rest.split(CLAUSES).slice(1);
  for (let at = 0; at < parts.length; at += 2) clauses.set(parts[at] ?? '', (parts[at + 1] ?? '').trim());
  const expression = (name: string, clause: string, slot: string) => {
    const text = clauses.get(clause);
    return text === undefined ? {} : { [name]: expressionOf(text, slot) };
  };
  const word = (name: string, clause: string) => {
    const text = clauses.get(clause);
    return text === undefined ? {} : { [name]: text };
  };
  return {
    kind: 'multiInstance',
    isSequential: clauses.has('sequential'),
    firstCounter: clauses.has('zeebe') ? 1 : 0,
    ...expression('cardinality', 'times', 'loop cardinality'),
    ...expression('collection', 'over', 'collection'),
    ...word('elementVariable', 'as'),
    ...word('outputCollection', 'into'),
    ...expression('outputElement', 'from', 'output element'),
    ...expression('completionCondition', 'until', 'completion condition'),
  };
}

function behaviorOf(rest: string): object {
  const [, kind = '', text = ''] = /^(\w+) (.*)$/.exec(rest) ?? [];
  if (kind !== 'complex') return { kind, event: text };
  const definitions = text.split(' | ').map((one) => {
    const [condition = '', event] = one.split(' => ');
    return { condition: expressionOf(condition, 'condition'), ...(event === undefined ? {} : { event }) };
  });
  return { kind, definitions };
}

function mapped(element: Drafted, list: Exclude<keyof MappingsModel, 'received'>, rest: string): void {
  const before = (element['mappings'] as MappingsModel | undefined) ?? { inputs: [], extOutputs: [], parameterOutputs: [] };
  element['mappings'] = { ...before, [list]: [...before[list], mappingOf(rest)] };
}

function mappingOf(rest: string): Mapping {
  const [, target = '', source = ''] = /^([\w.]+) = (.*)$/.exec(rest) ?? [];
  return { target, source: templateOf(source, 'mapping') };
}

function called(element: Drafted, flag: 'passesAllIn' | 'passesAllOut', list: 'inputs' | 'outputs', rest: string): void {
  const before = element['call'] as CallMappings;
  element['call'] = rest === 'none' ? { ...before, [flag]: false } : { ...before, [list]: [...before[list], mappingOf(rest)] };
}
