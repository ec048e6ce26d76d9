import type { Block, Condition, EventBlock, Sample } from './blocks.ts';

/** What a sample has to come to, found without the engine by walking the blocks. */
export interface Prediction {
  /** variables of the root at the end */
  readonly variables: Readonly<Record<string, Value>>;
  /** how often each script, task, sub-process, split and join ends normally */
  readonly completed: ReadonlyMap<string, number>;
  /** how often each entry is cancelled, or fails */
  readonly cancelled: ReadonlyMap<string, number>;
  readonly failed: ReadonlyMap<string, number>;
  /** how often each flow out of a split is taken */
  readonly taken: ReadonlyMap<string, number>;
}

export type Value = number | readonly number[];

/** Values of one path and where it reads on. */
interface Scope {
  readonly values: Map<string, Value>;
  readonly parent: Scope | null;
}

/** Interprets the block structure: read up, write own, merge in order. */
export function predict({ block, start }: Sample): Prediction {
  const walk = new Walk();
  const root: Scope = { values: new Map(Object.entries(start)), parent: null };
  walk.run(block, root);
  const { completed, cancelled, failed, taken } = walk;
  return {
    variables: Object.fromEntries([...root.values].sort(([a], [b]) => (a < b ? -1 : 1))),
    completed,
    cancelled,
    failed,
    taken,
  };
}

class Walk {
  readonly completed = new Map<string, number>();
  readonly cancelled = new Map<string, number>();
  readonly failed = new Map<string, number>();
  readonly taken = new Map<string, number>();

  run(block: Block, scope: Scope): void {
    const { id } = block;
    switch (block.kind) {
      case 'script':
        scope.values.set(block.does.target, read(scope, block.does.source) + block.does.plus);
        add(this.completed, id);
        return;
      case 'task':
        for (const [name, value] of Object.entries(block.writes)) scope.values.set(name, value);
        add(this.completed, id);
        return;
      case 'sequence':
        for (const inner of block.blocks) this.run(inner, scope);
        return;
      case 'choice': {
        const chosen = block.cases.find(({ when }) => holds(when, scope))?.block ?? block.otherwise;
        this.fork(id, [chosen], scope);
        return;
      }
      case 'inclusive': {
        const chosen = block.cases.filter(({ when }) => holds(when, scope)).map((c) => c.block);
        this.fork(id, chosen.length === 0 ? [block.otherwise] : chosen, scope);
        return;
      }
      case 'parallel':
        this.fork(id, block.branches, scope);
        return;
      case 'loop':
        for (let round = 0; round < block.rounds; round += 1) {
          this.run(block.body, scope);
          add(this.completed, `${id}_count`);
        }
        scope.values.set(`n_${id}`, block.rounds);
        return;
      case 'sub':
        add(this.completed, id);
        inside(scope, (body) => this.run(block.body, body));
        return;
      case 'terminated':
        add(this.completed, id);
        this.stuck(block, scope, 'interrupted first');
        return;
      case 'rescued':
        this.stuck(block, scope, 'thrower first');
        this.thrown(block);
        this.run(block.rescue, scope);
        return;
      case 'risky':
        this.risky(block, scope);
        return;
      default:
        this.runEvents(block, scope);
    }
  }

  private runEvents(block: EventBlock, scope: Scope): void {
    const { id } = block;
    switch (block.kind) {
      case 'wait':
        if (block.by !== 'timer' && block.by !== 'job') assign(scope, block.writes);
        add(this.completed, id);
        return;
      case 'race':
        add(this.completed, `${id}_c${block.winner}`);
        add(this.cancelled, `${id}_c${1 - block.winner}`);
        this.run(block.blocks[block.winner], scope);
        return;
      case 'multi':
        this.multi(block, scope);
        return;
      case 'repeat':
        for (let round = 0; round <= block.rounds; round += 1) add(this.completed, id);
        for (let round = 0; round < block.rounds; round += 1) inside(scope, (body) => this.run(block.body, body));
        return;
      case 'compensated':
        this.compensated(block, scope);
        return;
      case 'beside':
        for (let fire = 0; fire < block.fires; fire += 1) {
          inside(scope, (path) => path.values.set(block.does.target, read(path, block.does.source) + block.does.plus));
          add(this.completed, `${id}_catch`);
          add(this.completed, `${id}_do`);
        }
        assign(scope, block.writes);
        add(this.completed, id);
        return;
      case 'interrupted':
        this.interrupted(block, scope);
        return;
      case 'adhoc':
        inside(scope, (body) => {
          for (const { target, source, plus } of block.does) body.values.set(target, read(body, source) + plus);
        });
        for (const index of block.does.keys()) add(this.completed, `${id}_a${index}`);
        add(this.completed, id);
        return;
      case 'escalated':
        inside(scope, (body) => this.run(block.body, body));
        scope.values.set(`e_${id}`, 1);
        for (const element of [id, `${id}_catch`, `${id}_do`]) add(this.completed, element);
        return;
    }
  }

  /** The output is a map over the collection, in index order; without one every iteration merges before the next begins. */
  private multi({ id, items, output, body }: Extract<Block, { kind: 'multi' }>, scope: Scope): void {
    const outputs: number[] = [];
    add(this.completed, id);
    for (const item of items) {
      add(this.completed, id);
      const iteration = below(scope);
      inside(iteration, (inner) => this.run(body, inner));
      if (output === null) merge(iteration);
      else outputs.push(read(iteration, output) + item);
    }
    if (output !== null) scope.values.set(`out_${id}`, outputs);
  }

  /** Compensation is the reverse of completion: the log has the digits of the steps from the last to the first. */
  private compensated({ id, by, steps }: Extract<Block, { kind: 'compensated' }>, scope: Scope): void {
    inside(scope, (body) => {
      steps.forEach((step, index) => {
        inside(body, (inner) => this.run(step, inner));
        add(this.completed, `${id}_s${index}`);
        add(this.completed, `${id}_h${index}`);
      });
      const log = steps.map((_, index) => index + 1).reduceRight((sum, digit) => sum * 10 + digit, 0);
      body.values.set(`log_${id}`, log);
    });
    if (by !== 'cancel') add(this.completed, id);
    else {
      add(this.cancelled, id);
      add(this.completed, `${id}_catch`);
    }
  }

  private interrupted({ id, by, stuck, rescue, writes }: Extract<Block, { kind: 'interrupted' }>, scope: Scope): void {
    add(this.cancelled, `${id}_never`);
    add(this.completed, `${id}_catch`);
    const isEventSubProcess = by === 'esp';
    inside(scope, (body) => {
      this.run(stuck, body);
      if (!isEventSubProcess) return;
      inside(body, (handler) => {
        assign(handler, writes);
        this.run(rescue, handler);
      });
    });
    if (isEventSubProcess) {
      add(this.completed, id);
      add(this.completed, `${id}_esp`);
      return;
    }
    add(this.cancelled, id);
    if (by !== 'timer') assign(scope, writes);
    this.run(rescue, scope);
  }

  /** One path continues in the same scope; several get their own scopes, merged in the order they were made. */
  private fork(id: string, branches: readonly Block[], scope: Scope): void {
    add(this.completed, `${id}_split`);
    for (const branch of branches) add(this.taken, `f_to_${branch.id}`);
    const [only] = branches;
    if (branches.length === 1 && only !== undefined) this.run(only, scope);
    else {
      const paths = branches.map((branch) => {
        const path = below(scope);
        this.run(branch, path);
        return path;
      });
      for (const path of paths) merge(path);
    }
    add(this.completed, `${id}_join`);
  }

  private stuck(block: Extract<Block, { kind: 'terminated' | 'rescued' }>, scope: Scope, order: string): void {
    const { id } = block;
    inside(scope, (body) => {
      const stuck = below(body);
      const going = below(body);
      this.run(block.stuck, stuck);
      add(this.cancelled, `${id}_never`);
      add(this.completed, `${id}_wait`);
      this.run(block.body, going);
      for (const path of order === 'thrower first' ? [going, stuck] : [stuck, going]) merge(path);
    });
  }

  private risky(block: Extract<Block, { kind: 'risky' }>, scope: Scope): void {
    let throws = false;
    inside(scope, (body) => {
      this.run(block.body, body);
      throws = holds(block.when, body);
    });
    if (!throws) {
      add(this.completed, block.id);
      return;
    }
    this.thrown(block);
    this.run(block.rescue, scope);
  }

  private thrown({ id, by }: Extract<Block, { kind: 'rescued' | 'risky' }>): void {
    add(this.cancelled, id);
    add(this.completed, `${id}_catch`);
    add(by === 'errorEnd' ? this.completed : this.failed, `${id}_throw`);
  }
}

function below(parent: Scope): Scope {
  return { values: new Map(), parent };
}

function inside(scope: Scope, work: (body: Scope) => void): void {
  const body = below(scope);
  work(body);
  merge(body);
}

function merge({ values, parent }: Scope): void {
  for (const [name, value] of values) parent?.values.set(name, value);
}

function read(scope: Scope, name: string): number {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = at.values.get(name);
    if (typeof value === 'number') return value;
  }
  throw new Error(`'${name}' is not a variable of the sample`);
}

function assign({ values }: Scope, writes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(writes)) values.set(name, value);
}

function holds({ name, above }: Condition, scope: Scope): boolean {
  return read(scope, name) > above;
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
