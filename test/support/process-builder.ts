import type {
  BoundaryEventModel,
  ContainerModel,
  ElementModel,
  EndTrigger,
  FlowModel,
  ProcessModel,
} from '../../src/engine/model.ts';
import { conditionOf, scriptOf, templateOf } from './process-builder-texts.ts';

/**
 * A process model from a compact notation, one statement per line, `#` starts a comment:
 *
 *     start: start
 *     set: script x = 7
 *     work, more: task                      also: manual, pass (a plain task that passes through)
 *     ask: user assignee=ann users=bob,cy groups=staff outputs=ok
 *     split: xor                            also: and, or
 *     sub: sub {                            its body follows, up to the line with }
 *     }
 *     rescue: boundary on sub catch E1 code=errorCode message=errorMessage
 *     done: end                             also: end terminate, end error E1, end error
 *     f1: start -> set
 *     f2*: split -> work                    * marks the default flow
 *     f3: split -> more [n > 1]
 *
 * Ids and document order are those of the text. The model is frozen like one made by the parser.
 */
export function processOf(text: string, key = 'process'): ProcessModel {
  const draft = new Draft(key);
  text.split('\n').forEach((line, index) => {
    const statement = line.trim();
    if (statement !== '' && !statement.startsWith('#')) draft.add(statement, index + 1);
  });
  return draft.model();
}

type Drafted = { -readonly [K in keyof ElementModel]: ElementModel[K] } & {
  incoming: string[];
  outgoing: string[];
  boundaries: string[];
};
interface DraftedContainer {
  readonly id: string;
  readonly nodes: string[];
  readonly flows: string[];
}

const FLOW = /^([\w.]+)(\*?):\s*([\w.]+)\s*->\s*([\w.]+)(?:\s*\[(.*)\])?$/;
const ELEMENT = /^([\w., ]+):\s*(\w+)\s*(.*)$/;

class Draft {
  private readonly key: string;
  private readonly elements = new Map<string, Drafted>();
  private readonly flows = new Map<string, FlowModel>();
  private readonly containers = new Map<string, DraftedContainer>();
  private readonly open: DraftedContainer[] = [];

  constructor(key: string) {
    this.key = key;
    this.enter(key);
  }

  add(statement: string, line: number): void {
    if (statement === '}') {
      this.open.pop();
      return;
    }
    const flow = FLOW.exec(statement);
    if (flow !== null) {
      this.addFlow(flow);
      return;
    }
    const element = ELEMENT.exec(statement);
    if (element === null) throw new Error(`line ${line}: cannot read '${statement}'; see the notation in process-builder.ts`);
    const [, ids = '', kind = '', rest = ''] = element;
    for (const id of ids.split(',')) this.addElement(id.trim(), kind, rest.trim(), line);
  }

  private enter(id: string): void {
    const container = { id, nodes: [], flows: [] };
    this.containers.set(id, container);
    this.open.push(container);
  }

  private get container(): DraftedContainer {
    const container = this.open.at(-1);
    if (container === undefined) throw new Error('one } too many');
    return container;
  }

  private addElement(id: string, kind: string, rest: string, line: number): void {
    if (this.elements.has(id)) throw new Error(`line ${line}: '${id}' exists`);
    const common = { id, container: this.container.id, incoming: [], outgoing: [], boundaries: [], place: { line, column: 1 } };
    this.elements.set(id, { ...common, ...ofKind(kind, rest) } as unknown as Drafted);
    this.container.nodes.push(id);
    if (kind === 'sub') this.enter(id);
  }

  private addFlow([, id = '', star = '', source = '', target = '', condition]: readonly (string | undefined)[]): void {
    this.flows.set(id, {
      id,
      source,
      target,
      ...(condition === undefined || star !== '' ? {} : { condition: conditionOf(condition) }),
    });
    this.container.flows.push(id);
    if (star !== '') this.element(source).defaultFlow = id;
  }

  private element(id: string): Drafted {
    const element = this.elements.get(id);
    if (element === undefined) throw new Error(`no element '${id}'; declare it before the flow that names it`);
    return element;
  }

  model(): ProcessModel {
    for (const { id, source, target } of this.flows.values()) {
      this.element(source).outgoing.push(id);
      this.element(target).incoming.push(id);
    }
    for (const element of this.elements.values()) {
      if (element.type === 'boundaryEvent')
        this.element((element as unknown as BoundaryEventModel).attachedTo).boundaries.push(element.id);
    }
    const containers = new Map<string, ContainerModel>();
    for (const container of this.containers.values())
      containers.set(container.id, { ...container, starts: this.startsOf(container) });
    for (const element of this.elements.values()) Object.freeze(element);
    return Object.freeze({
      key: this.key,
      elements: this.elements as unknown as ReadonlyMap<string, ElementModel>,
      flows: this.flows,
      containers,
    });
  }

  /** The none start event, else every node without incoming flow (bpmn.md S2). */
  private startsOf({ nodes }: DraftedContainer): string[] {
    const started = nodes.filter((id) => this.element(id).type === 'startEvent');
    if (started.length > 0) return started.slice(0, 1);
    return nodes.filter((id) => this.element(id).incoming.length === 0 && this.element(id).type !== 'boundaryEvent');
  }
}

/** What is special about an element of this kind. */
function ofKind(kind: string, rest: string): object {
  switch (kind) {
    case 'start':
      return { type: 'startEvent' };
    case 'end':
      return { type: 'endEvent', trigger: triggerOf(rest) };
    case 'task':
      return { type: 'task', passesThrough: false };
    case 'pass':
      return { type: 'task', passesThrough: true };
    case 'manual':
      return { type: 'manualTask', passesThrough: false };
    case 'script':
      return { type: 'scriptTask', script: scriptOf(rest) };
    case 'user':
      return { type: 'userTask', ...assignmentOf(rest) };
    case 'xor':
      return { type: 'exclusiveGateway' };
    case 'and':
      return { type: 'parallelGateway' };
    case 'or':
      return { type: 'inclusiveGateway' };
    case 'sub':
      return { type: 'subProcess' };
    case 'boundary':
      return boundaryOf(rest);
    default:
      throw new Error(`no element kind '${kind}'; see the notation in process-builder.ts`);
  }
}

function triggerOf(rest: string): EndTrigger {
  const [kind = '', code] = rest.split(/\s+/);
  if (kind === '') return { kind: 'none' };
  if (kind === 'terminate') return { kind: 'terminate' };
  if (kind !== 'error') throw new Error(`no end event '${rest}'`);
  return code === undefined ? { kind: 'error' } : { kind: 'error', code: templateOf(code, 'error code') };
}

function boundaryOf(rest: string): object {
  const { on, catch: code, code: codeVariable, message: messageVariable } = wordsOf(rest.replace(/\b(on|catch) /g, '$1='));
  const trigger = {
    kind: 'error',
    ...(code === undefined ? {} : { code }),
    ...(codeVariable === undefined ? {} : { codeVariable }),
    ...(messageVariable === undefined ? {} : { messageVariable }),
  };
  return { type: 'boundaryEvent', attachedTo: on, interrupting: true, trigger };
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

/** `name=value` pairs, blanks between them. */
function wordsOf(text: string): Record<string, string> {
  const words: Record<string, string> = {};
  for (const word of text.split(/\s+/)) {
    const at = word.indexOf('=');
    if (at > 0) words[word.slice(0, at)] = word.slice(at + 1);
  }
  return words;
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}
