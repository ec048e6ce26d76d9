import type { ExecutionInfo, VariableReader } from '../../engine/evaluator.ts';
import { type Json, noVariables, type Variables } from '../../engine/values.ts';
import { isForbiddenName, MAX_ELEMENTS } from '../limits.ts';
import { TimeLimit } from '../time-limit.ts';
import { ExactNumber } from './exact-number.ts';
import { fail, stored, TimeLimitReached, UnknownName, type Value } from './value.ts';

/** What one run may spend (docs/contributing/spec/expressions.md#expression-limits). */
export interface RunLimits {
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly maxTextLength: number;
}

/** What a text may change: expressions nothing, JUEL by `execution.setVariable`, scripts also by assignment (docs/contributing/spec/expressions.md#slots-and-dialects). */
export interface RunRights {
  readonly mayAssign: boolean;
  readonly maySet: boolean;
  /** names that are assigned belong to the script; absent: they become variables */
  readonly keepsAssigned?: boolean;
}

/** Steps between two looks at the clock. */
const CLOCK_INTERVAL = 1024;
/** Elements a built-in may visit for one step; copying and comparing elements is far cheaper than evaluating a node. */
const ELEMENTS_PER_STEP = 16;

/** One run of one compiled text: what it reads, what it wrote so far, what it has spent. */
export class EvaluationContext {
  readonly execution: ExecutionInfo;
  readonly locals: Value[] = [];
  /** value of the last statement that had one, or of `return` */
  result: Value = null;
  private readonly reader: VariableReader;
  private readonly limits: RunLimits;
  private readonly rights: RunRights;
  private readonly timeLimit: TimeLimit;
  private steps = 0;
  private nextClockCheck = CLOCK_INTERVAL;
  private writes: Record<string, Json> | undefined;
  private sets: Record<string, Json> | undefined;
  /** names that the script has assigned and that do not become variables, and numbers that are more exact than what is stored of them; most scripts have none */
  private own: Map<string, Value> | undefined;
  private exact: Map<string, Value> | undefined;

  constructor(reader: VariableReader, execution: ExecutionInfo, limits: RunLimits, rights: RunRights) {
    this.reader = reader;
    this.execution = execution;
    this.limits = limits;
    this.rights = rights;
    this.timeLimit = new TimeLimit(limits.timeoutMs);
  }

  /** Pays for one evaluated node. */
  step(): void {
    if (++this.steps >= this.nextClockCheck) this.checkLimits();
  }

  /** Pays for a built-in that visits this many elements or characters. */
  pay(elements: number): void {
    this.steps += Math.ceil(elements / ELEMENTS_PER_STEP);
    if (this.steps >= this.nextClockCheck) this.checkLimits();
  }

  private checkLimits(): void {
    this.nextClockCheck = Math.min(this.steps + CLOCK_INTERVAL, this.limits.maxSteps + 1);
    if (this.steps > this.limits.maxSteps) fail('step limit exceeded');
    if (this.timeLimit.isReached) throw new TimeLimitReached(this.limits.timeoutMs);
  }

  /** What a name means to this run: names of its own first. Undefined when nobody has the name. */
  find(name: string): Value | undefined {
    if (this.own?.has(name) === true) return this.own.get(name);
    return this.exact?.get(name) ?? this.variable(name);
  }

  /** The variable as this run sees it: own writes first. Undefined when nobody has the name. */
  variable(name: string): Json | undefined {
    if (isForbiddenName(name)) return undefined;
    if (this.writes !== undefined && Object.hasOwn(this.writes, name)) return this.writes[name];
    if (this.sets !== undefined && Object.hasOwn(this.sets, name)) return this.sets[name];
    return this.reader.get(name);
  }

  read(name: string): Value {
    return this.find(name) ?? null;
  }

  /** The variable, in a dialect where a name must be somebody's. */
  need(name: string): Value {
    const found = this.find(name);
    if (found === undefined) throw new UnknownName(name);
    return found;
  }

  /** Every variable as this run sees it. */
  all(): Variables {
    return { ...this.reader.all(), ...this.sets, ...this.writes };
  }

  /**
   * Assigns a variable in the entry's own scope (docs/contributing/spec/variables.md#writing-variables).
   * @param isName the name itself is assigned, not a part of its value
   */
  assign(name: string, value: Value, isName = false): void {
    if (!this.rights.mayAssign) fail(`an expression cannot change variable '${name}'`);
    if (this.own?.has(name) === true || (isName && this.rights.keepsAssigned === true)) {
      this.own ??= new Map();
      this.own.set(writableName(name), value);
      return;
    }
    this.exact?.delete(name);
    if (value instanceof ExactNumber) {
      this.exact ??= new Map();
      this.exact.set(name, value);
    }
    this.writes ??= noVariables();
    this.writes[writableName(name)] = stored(value);
  }

  /**
   * `execution.setVariable`. A name this run assigned before is held by the own scope by now, so it stays an assignment;
   * applying all `sets` before all `writes` therefore gives what the statements gave in their order (docs/contributing/spec/variables.md#set-variable).
   */
  set(name: string, value: Value): void {
    if (!this.rights.maySet) fail('execution.setVariable is not allowed in this expression');
    this.exact?.delete(name);
    if (this.writes !== undefined && Object.hasOwn(this.writes, name)) this.writes[name] = stored(value);
    else {
      this.sets ??= noVariables();
      this.sets[writableName(name)] = stored(value);
    }
  }

  /** `execution.setVariableLocal`: the own scope, as an assignment. */
  setLocal(name: string, value: Value): void {
    if (!this.rights.maySet) fail('execution.setVariableLocal is not allowed in this expression');
    this.exact?.delete(name);
    this.writes ??= noVariables();
    this.writes[writableName(name)] = stored(value);
  }

  /** Refuses texts that could never be a result, before they take memory. */
  text(value: string): string {
    this.textLength(value.length);
    return value;
  }

  textLength(length: number): void {
    if (length > this.limits.maxTextLength) fail(`text is longer than ${this.limits.maxTextLength} characters`);
  }

  /** Pays for and bounds a new list or map of this many elements. */
  elements(count: number): void {
    if (count > MAX_ELEMENTS) fail(`list or map has more than ${MAX_ELEMENTS} elements`);
    this.pay(count);
  }

  written(): { writes?: Variables; sets?: Variables } {
    return {
      ...(this.writes === undefined ? {} : { writes: this.writes }),
      ...(this.sets === undefined ? {} : { sets: this.sets }),
    };
  }
}

function writableName(name: string): string {
  return name === '' || isForbiddenName(name) ? fail(`variable name '${name}' is not allowed`) : name;
}
