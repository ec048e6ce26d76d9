import type { ExecutionInfo, VariableReader } from '../../engine/values/evaluation.ts';
import { type Json, noVariables, type Variables } from '../../engine/values.ts';
import { isForbiddenName, MAX_ELEMENTS } from '../limits.ts';
import { TimeLimit } from '../time-limit.ts';
import { ExactNumber } from './exact-number.ts';
import { fail, stored, TimeLimitReached, UnknownName, type Value } from './value.ts';

/** docs/contributing/spec/expressions.md#expression-limits */
export interface RunLimits {
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly maxTextLength: number;
}

/**
 * Expressions cannot change variables, JUEL only by `execution.setVariable`, scripts also by assignment
 * (docs/contributing/spec/expressions.md#slots-and-dialects).
 */
export interface RunRights {
  readonly mayAssign: boolean;
  readonly maySet: boolean;
  /** Assigned names stay local; default: they become variables. */
  readonly keepsAssigned?: boolean;
}

/** Steps between two checks of the clock. */
const CLOCK_INTERVAL = 1024;
/** Rate for built-ins: copying and comparing costs less than evaluating a node. */
const ELEMENTS_PER_STEP = 16;

/** Inputs, writes so far, and used steps of a run. */
export class EvaluationContext {
  readonly execution: ExecutionInfo;
  readonly locals: Value[] = [];
  /** Last statement with a value, or `return`. */
  result: Value = null;
  private readonly reader: VariableReader;
  private readonly limits: RunLimits;
  private readonly rights: RunRights;
  private readonly timeLimit: TimeLimit;
  private steps = 0;
  private nextClockCheck = CLOCK_INTERVAL;
  private writes: Record<string, Json> | undefined;
  private sets: Record<string, Json> | undefined;
  private localNames: Set<string> | undefined;
  /** Assigned names that do not become variables, and exact decimals, whose stored form is less precise; most scripts have none. */
  private own: Map<string, Value> | undefined;
  private exact: Map<string, Value> | undefined;

  constructor(reader: VariableReader, execution: ExecutionInfo, limits: RunLimits, rights: RunRights) {
    this.reader = reader;
    this.execution = execution;
    this.limits = limits;
    this.rights = rights;
    this.timeLimit = new TimeLimit(limits.timeoutMs);
  }

  /** Counts an evaluated node. */
  step(): void {
    if (++this.steps >= this.nextClockCheck) this.checkLimits();
  }

  /** Counts elements or characters visited by a built-in. */
  pay(elements: number): void {
    this.steps += Math.ceil(elements / ELEMENTS_PER_STEP);
    if (this.steps >= this.nextClockCheck) this.checkLimits();
  }

  private checkLimits(): void {
    this.nextClockCheck = Math.min(this.steps + CLOCK_INTERVAL, this.limits.maxSteps + 1);
    if (this.steps > this.limits.maxSteps) fail('step limit exceeded');
    if (this.timeLimit.isReached) throw new TimeLimitReached(this.limits.timeoutMs);
  }

  /** Value, local names first. Undefined if unknown. */
  find(name: string): Value | undefined {
    if (this.own?.has(name) === true) return this.own.get(name);
    return this.exact?.get(name) ?? this.variable(name);
  }

  /** Value, own writes first. Undefined if unknown. */
  variable(name: string): Json | undefined {
    if (isForbiddenName(name)) return undefined;
    if (this.writes !== undefined && Object.hasOwn(this.writes, name)) return this.writes[name];
    if (this.sets !== undefined && Object.hasOwn(this.sets, name)) return this.sets[name];
    return this.reader.get(name);
  }

  /** `execution.getVariableLocal`: undefined if only an outer scope has the name. A new name is local. */
  localVariable(name: string): Json | undefined {
    const { isLocal, get } = this.reader;
    const isOuter = isLocal?.(name) === false && this.localNames?.has(name) !== true && get(name) !== undefined;
    return isOuter ? undefined : this.variable(name);
  }

  /** {@link find}, but null if unknown. */
  read(name: string): Value {
    return this.find(name) ?? null;
  }

  /** {@link find}, where an unknown name is an error. */
  need(name: string): Value {
    const found = this.find(name);
    if (found === undefined) throw new UnknownName(name);
    return found;
  }

  /** Includes own writes. */
  all(): Variables {
    return { ...this.reader.all(), ...this.sets, ...this.writes };
  }

  /**
   * Assigns in the scope of the activity instance (docs/contributing/spec/variables.md#writing-variables).
   * @param isName false: a part of its value
   */
  assign(name: string, value: Value, isName = false): void {
    if (!this.rights.mayAssign) fail(`an expression cannot change variable '${name}'`);
    if (this.own?.has(name) === true || (isName && this.rights.keepsAssigned === true)) {
      this.own ??= new Map();
      this.own.set(writableName(name), value);
      return;
    }
    this.exact?.delete(name);
    this.localNames?.delete(name);
    if (value instanceof ExactNumber) {
      this.exact ??= new Map();
      this.exact.set(name, value);
    }
    this.writes ??= noVariables();
    this.writes[writableName(name)] = stored(value);
  }

  /**
   * `execution.setVariable`. A name assigned in this run is now in the inner scope and stays an assignment, so all `sets` before all `writes` have the
   * same result as the statements in order (docs/contributing/spec/variables.md#set-variable).
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

  /** `execution.setVariableLocal`: the inner scope. */
  setLocal(name: string, value: Value): void {
    if (!this.rights.maySet) fail('execution.setVariableLocal is not allowed in this expression');
    this.exact?.delete(name);
    this.writes ??= noVariables();
    this.writes[writableName(name)] = stored(value);
    this.localNames ??= new Set();
    this.localNames.add(name);
  }

  /** Limits strings, to bound the memory. */
  text(value: string): string {
    this.textLength(value.length);
    return value;
  }

  /** {@link text}, before the string is created. */
  textLength(length: number): void {
    if (length > this.limits.maxTextLength) fail(`text is longer than ${this.limits.maxTextLength} characters`);
  }

  /** Counts and limits a new list or map. */
  elements(count: number): void {
    if (count > MAX_ELEMENTS) fail(`list or map has more than ${MAX_ELEMENTS} elements`);
    this.pay(count);
  }

  /** Writes: assigned names, names set by `setVariable`, and the local ones of the assigned. */
  written(): { writes?: Variables; sets?: Variables; localNames?: readonly string[] } {
    return {
      ...(this.writes === undefined ? {} : { writes: this.writes }),
      ...(this.sets === undefined ? {} : { sets: this.sets }),
      ...(this.localNames === undefined ? {} : { localNames: [...this.localNames] }),
    };
  }
}

function writableName(name: string): string {
  return name === '' || isForbiddenName(name) ? fail(`variable name '${name}' is not allowed`) : name;
}
