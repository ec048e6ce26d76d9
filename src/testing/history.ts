import type { EngineEvent } from '../engine/events.ts';
import type { TaskPlan } from '../engine/model/model-texts.ts';
import type { KeptRow } from '../memory/memory-tables.ts';
import type { Visit } from './api.ts';

/** Progress of an instance, for assertions. */
export interface History {
  readonly visits: readonly Visit[];
  /** completed elements in order; a loop counts once per iteration, or once without iterations */
  readonly passed: readonly string[];
  readonly flows: readonly string[];
  readonly userTasks: readonly KeptUserTask[];
  /** expected messages that arrived */
  readonly received: readonly { readonly name: string; readonly key: string }[];
  readonly failure: { readonly code: string; readonly message: string; readonly element: string | null } | null;
}

/** Task with its current state. */
export interface KeptUserTask {
  readonly element: string;
  state: Visit['state'];
  readonly assignee: string | null;
  readonly candidateGroups: readonly string[];
  readonly plan: TaskPlan;
}

interface OpenVisit {
  readonly element: string;
  state: Visit['state'];
  readonly index?: number;
  /** false for an iteration */
  readonly isLoop: boolean;
  turns: number;
  readonly loop: OpenVisit | undefined;
}

/** Reads the event history. */
export function historyOf(rows: readonly KeptRow[]): History {
  const built = new HistoryBuilder();
  for (const { events } of rows) for (const event of events) built.take(event);
  return built;
}

class HistoryBuilder implements History {
  readonly passed: string[] = [];
  readonly flows: string[] = [];
  readonly userTasks: KeptUserTask[] = [];
  readonly received: { readonly name: string; readonly key: string }[] = [];
  failure: History['failure'] = null;
  private readonly tasks = new Map<number, KeptUserTask>();
  private readonly all: OpenVisit[] = [];
  private readonly open = new Map<number, OpenVisit>();
  /** loops by element: the last loop opened there */
  private readonly loops = new Map<string, OpenVisit>();

  get visits(): readonly Visit[] {
    return this.all
      .filter(({ isLoop, turns }) => !isLoop || turns === 0)
      .map(({ element, state, index }) => ({ element, state, ...(index !== undefined && { index }) }));
  }

  take(event: EngineEvent): void {
    switch (event.type) {
      case 'ElementActivated':
        this.begin(event);
        return;
      case 'ElementCompleted':
        this.end(event.entry, 'completed');
        return;
      case 'ElementFailed':
        this.end(event.entry, 'failed');
        return;
      case 'ElementCancelled':
        this.end(event.entry, 'cancelled');
        return;
      case 'FlowTaken':
        this.flows.push(event.flow);
        return;
      case 'UserTaskCreated':
        this.create(event);
        return;
      case 'SubscriptionClosed':
        if (event.fired && event.subject.kind === 'message') this.received.push(event.subject);
        return;
      case 'InstanceFailed':
        this.failure = { code: event.code, message: event.message, element: event.element };
        return;
      case 'InstanceRestored':
        this.failure = null;
        return;
      default:
        return;
    }
  }

  private begin({ entry, element, loop, index }: Extract<EngineEvent, { type: 'ElementActivated' }>): void {
    const isLoop = loop !== undefined;
    const around = index === undefined ? undefined : this.loops.get(element);
    const visit: OpenVisit = {
      element,
      state: 'active',
      ...(index !== undefined && { index }),
      isLoop,
      turns: 0,
      loop: around,
    };
    if (around !== undefined) around.turns += 1;
    if (isLoop) this.loops.set(element, visit);
    this.all.push(visit);
    this.open.set(entry, visit);
  }

  private create({
    entry,
    element,
    assignee,
    candidateGroups,
    plan = {},
  }: Extract<EngineEvent, { type: 'UserTaskCreated' }>): void {
    const task: KeptUserTask = { element, state: 'active', assignee, candidateGroups, plan };
    this.tasks.set(entry, task);
    this.userTasks.push(task);
  }

  private end(entry: number, state: Visit['state']): void {
    const task = this.tasks.get(entry);
    if (task !== undefined) task.state = state;
    const visit = this.open.get(entry);
    if (visit === undefined) return;
    visit.state = state;
    this.open.delete(entry);
    if (state === 'completed' && (!visit.isLoop || visit.turns === 0)) this.passed.push(visit.element);
  }
}
