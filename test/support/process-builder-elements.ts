import { throwsOf, triggersOf } from './process-builder-events.ts';
import { expressionOf, listOf, scriptOf, templateOf, wordsOf } from './process-builder-texts.ts';

/** Kinds whose body follows in braces. */
export const BODIES: ReadonlySet<string> = new Set(['sub', 'tx', 'adhoc', 'esp']);

/** Special parts of an element of this kind. */
export function ofKind(kind: string, rest: string): object {
  const make = KINDS[kind];
  if (make === undefined) throw new Error(`no element kind '${kind}'; see the notation in process-builder.ts`);
  return make(rest);
}

const KINDS: Readonly<Record<string, (rest: string) => object>> = {
  start: (rest) => ({ type: 'startEvent', ...besideOf(rest, 'isInterrupting') }),
  end: (rest) => ({ type: 'endEvent', ...throwingOf(rest) }),
  throw: (rest) => {
    const link = /^link (\w+)$/.exec(rest);
    const throwing = link === null ? throwingOf(rest) : { throws: [], linkTarget: link[1] };
    return { type: 'intermediateThrowEvent', ...throwing };
  },
  catch: (rest) => ({ type: 'intermediateCatchEvent', ...(rest === 'link' ? { triggers: [], isLink: true } : triggersOf(rest)) }),
  task: () => ({ type: 'task', passesThrough: false }),
  pass: () => ({ type: 'task', passesThrough: true }),
  manual: () => ({ type: 'manualTask', passesThrough: false }),
  script: (rest) => ({ type: 'scriptTask', script: scriptOf(rest) }),
  user: (rest) => ({ type: 'userTask', ...assignmentOf(rest) }),
  service: (rest) => ({ type: 'serviceTask', work: workOf(rest) }),
  send: (rest) => ({ type: 'sendTask', work: workOf(rest) }),
  rule: (rest) => ({ type: 'businessRuleTask', work: workOf(rest) }),
  receive: receiveOf,
  call: callOf,
  xor: () => ({ type: 'exclusiveGateway' }),
  and: () => ({ type: 'parallelGateway' }),
  or: () => ({ type: 'inclusiveGateway' }),
  complex: (rest) => ({
    type: 'complexGateway',
    ...(rest === '' ? {} : { activationCondition: expressionOf(rest, 'activation condition') }),
  }),
  race: (rest) => ({ type: 'eventBasedGateway', ...(rest === '' ? {} : { instantiate: rest }) }),
  sub: () => ({ type: 'subProcess' }),
  tx: () => ({ type: 'transaction' }),
  esp: () => ({ type: 'eventSubProcess' }),
  adhoc: () => ({ type: 'adHocSubProcess', isSequential: false, cancelsRemaining: true }),
  boundary: boundaryOf,
};

function throwingOf(rest: string): object {
  const work = /^(?:(.*) \| )?work (.*?)(?: \| (.*))?$/.exec(rest);
  if (work === null) return { throws: throwsOf(rest) };
  const [before, after] = [throwsOf(work[1] ?? ''), throwsOf(work[3] ?? '')];
  return {
    throws: [...before, ...after],
    work: workOf(work[2] ?? ''),
    ...(before.length === 0 ? {} : { throwsBeforeWork: before.length }),
  };
}

function besideOf(rest: string, name: 'interrupting' | 'isInterrupting'): object {
  const beside = /^beside\b\s*(.*)$/.exec(rest);
  return { [name]: beside === null, ...triggersOf(beside?.[1] ?? rest) };
}

function boundaryOf(rest: string): object {
  const [, attachedTo = '', refs, caught = ''] = /^on (\w+)(?: refs=([\w,]+))?\s*(.*)$/.exec(rest) ?? [];
  const isError = caught === '' || /^(catch |code=|message=)/.test(caught);
  const trigger = isError ? `error ${caught.replace(/^catch /, '')}` : caught;
  return {
    type: 'boundaryEvent',
    attachedTo,
    ...besideOf(trigger, 'interrupting'),
    ...(refs === undefined ? {} : { definitionRefs: listOf(refs) }),
  };
}

function workOf(rest: string): object {
  if (rest === '') return { kind: 'untyped' };
  const [, kind = '', text = '', resultVariable] = /^(type|expression) (.*?)(?: -> (\w+))?$/.exec(rest) ?? [];
  if (kind === 'type') return { kind: 'typed', taskType: templateOf(text, 'task type') };
  return {
    kind: 'expression',
    expression: expressionOf(text, 'expression'),
    ...(resultVariable === undefined ? {} : { resultVariable }),
  };
}

function receiveOf(rest: string): object {
  const [, instantiate, text = ''] = /^(instantiate )?(.*)$/.exec(rest) ?? [];
  const { triggers } = triggersOf(text);
  return {
    type: 'receiveTask',
    ...(triggers[0] === undefined ? {} : { message: triggers[0] }),
    ...(instantiate === undefined ? {} : { instantiate: true }),
  };
}

function callOf(rest: string): object {
  const [called = '', kind = 'latest', value] = rest.split(/\s+/);
  return {
    type: 'callActivity',
    calledElement: templateOf(called, 'called element'),
    binding: { kind, ...(value === undefined ? {} : { value: templateOf(value, 'version') }) },
    call: { passesAllIn: true, passesAllOut: true, inputs: [], outputs: [] },
  };
}

function assignmentOf(rest: string): object {
  const { assignee, users, groups, outputs } = wordsOf(rest);
  return {
    ...(assignee === undefined ? {} : { assignee: templateOf(assignee, 'assignee') }),
    candidateUsers: listOf(users).map((text) => templateOf(text, 'candidateUsers')),
    candidateGroups: listOf(groups).map((text) => templateOf(text, 'candidateGroups')),
    expectedOutputs: listOf(outputs),
  };
}
