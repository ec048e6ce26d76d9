import type { ContainerModel, ElementModel, FlowModel, ProcessModel, StartTrigger } from '../../src/engine/model.ts';
import { isSubscribing } from '../../src/engine/model.ts';
import { BODIES, ofKind } from './process-builder-elements.ts';
import { modified } from './process-builder-modifiers.ts';
import { conditionOf } from './process-builder-texts.ts';

/**
 * A process model from a compact notation, one statement per line, `#` starts a comment:
 *
 *     start: start                          also: start message go, start timer PT1H, start beside signal note (not interrupting)
 *     set: script x = 7
 *     work, more: task                      also: manual, pass (a plain task that passes through)
 *     ask: user assignee=ann users=bob,cy groups=staff outputs=ok
 *     job: service type mail                also: service expression a + 1 -> result, service; send and rule use the same syntax
 *     get: receive message go key = id      also: receive
 *     child: call other                     also: call other version 3
 *     split: xor                            also: and, or, complex activationCount >= 2, race, race exclusive
 *     sub: sub {                            its body follows, up to the line with }; also: tx, adhoc, esp
 *     }
 *     hear: catch message go key = id | timer PT1H      also: catch all … (parallel multiple), catch link
 *     say: throw signal go | escalation W   also: throw message, throw compensation work, throw link hear, throw
 *     rescue: boundary on sub catch E1 code=errorCode message=errorMessage
 *     late: boundary on sub timer PT1M      also: boundary on sub beside message ping key = id
 *     done: end                             also: end terminate, end error E1, end error, end cancel, end compensation
 *     f1: start -> set
 *     f2*: split -> work                    * marks the default flow
 *     f3: split -> more [n > 1]
 *     @ask multi over people as who into answers from answer until nrOfCompletedInstances >= 2
 *
 * Syntax behind `@`: process-builder-modifiers.ts. Ids and document order are those of the text. The model is frozen like one made by the
 * parser.
 */
export function processOf(text: string, key = 'process'): ProcessModel {
  const draft = new Draft(key);
  text.split('\n').forEach((line, index) => {
    const statement = line.trim();
    if (statement !== '' && !statement.startsWith('#')) draft.add(statement, index + 1);
  });
  return draft.model();
}

/** An element while it is written: lists grow, marks are added. */
export type Drafted = { -readonly [K in keyof ElementModel]: ElementModel[K] } & {
  incoming: string[];
  outgoing: string[];
  boundaries: string[];
} & Record<string, unknown>;
interface DraftedContainer {
  readonly id: string;
  readonly nodes: string[];
  readonly flows: string[];
}

const FLOW = /^([\w.]+)(\*?):\s*([\w.]+)\s*->\s*([\w.]+)(?:\s*\[(.*)\])?$/;
const ELEMENT = /^([\w., ]+):\s*(\w+)\s*(.*)$/;
const MODIFIER = /^@(\w+)\s+(\w+)\s*(.*)$/;

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
    const modifier = MODIFIER.exec(statement);
    if (modifier !== null) {
      const [, id = '', word = '', rest = ''] = modifier;
      modified(this.element(id), word, rest, (other) => this.element(other));
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
    if (BODIES.has(kind)) this.enter(id);
  }

  private addFlow([, id = '', star = '', source = '', target = '', condition]: readonly (string | undefined)[]): void {
    this.flows.set(id, {
      id,
      source,
      target,
      ...(condition === undefined || star !== '' ? {} : { condition: conditionOf(condition) }),
    });
    this.container.flows.push(id);
    if (star !== '') this.element(source)['defaultFlow'] = id;
  }

  private element(id: string): Drafted {
    const element = this.elements.get(id);
    if (element === undefined) throw new Error(`no element '${id}'; declare it before the line that names it`);
    return element;
  }

  model(): ProcessModel {
    for (const { id, source, target } of this.flows.values()) {
      this.element(source).outgoing.push(id);
      this.element(target).incoming.push(id);
    }
    for (const element of this.elements.values()) {
      if (element.type === 'boundaryEvent') this.element(element['attachedTo'] as string).boundaries.push(element.id);
      const start = this.containers.get(element.id)?.nodes.find((id) => this.element(id).type === 'startEvent');
      if (element.type === 'eventSubProcess') element['start'] = start;
    }
    const containers = new Map<string, ContainerModel>();
    for (const container of this.containers.values()) {
      const eventSubProcesses = container.nodes.filter((id) => this.element(id).type === 'eventSubProcess');
      containers.set(container.id, { ...container, starts: this.startsOf(container), eventSubProcesses });
    }
    for (const element of this.elements.values()) Object.freeze(element);
    return Object.freeze({
      key: this.key,
      elements: this.elements as unknown as ReadonlyMap<string, ElementModel>,
      flows: this.flows,
      containers,
      startTriggers: this.startTriggers(),
    });
  }

  /**
   * The none start event, else the first; an instantiating element of a process; else every node without incoming flow
   * (docs/contributing/spec/execution.md#opening-a-scope).
   */
  private startsOf({ id, nodes }: DraftedContainer): string[] {
    if (this.elements.get(id)?.type === 'adHocSubProcess') return [];
    const elements = nodes.map((node) => this.element(node));
    const starts = elements.filter((e) => e.type === 'startEvent');
    const start = starts.find((e) => (e['triggers'] as unknown[]).length === 0) ?? starts[0];
    const instantiating = id === this.key ? elements.find((e) => e['instantiate'] !== undefined) : undefined;
    const first = start ?? instantiating;
    if (first !== undefined) return [first.id];
    const isStart = (e: Drafted) =>
      e.incoming.length === 0 && !NEVER_STARTS.has(e.type) && e['isForCompensation'] !== true && e['isLink'] !== true;
    return elements.filter(isStart).map((e) => e.id);
  }

  private startTriggers(): StartTrigger[] {
    const found: StartTrigger[] = [];
    for (const id of this.containers.get(this.key)?.nodes ?? []) {
      const element = this.element(id) as unknown as ElementModel;
      if (element.type !== 'startEvent') continue;
      for (const definition of element.triggers) if (isSubscribing(definition)) found.push({ element: id, definition });
    }
    return found;
  }
}

const NEVER_STARTS: ReadonlySet<string> = new Set(['boundaryEvent', 'eventSubProcess']);
