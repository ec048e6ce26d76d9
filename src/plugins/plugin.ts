/**
 * The complete API for plugin authors, imported as `sluice/plugin` (example: docs/how-to/write-a-plugin.md). A plugin runs service, send and business rule
 * tasks of its task type (docs/contributing/spec/http/custom-tasks.md#running-a-plugin).
 */

/** A JSON value; numbers are IEEE doubles. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };
/** Former name, for existing plugins. */
export type { JsonValue as Json };

export type Values = Readonly<Record<string, JsonValue>>;

/** Type of the items of a list or map. */
export type ItemType = 'String' | 'Integer' | 'Boolean' | 'Expression' | 'MultilineString';
/** See docs/contributing/spec/http/custom-tasks.md#parameters. `Expression`: any JSON value. */
export type ParameterType = ItemType | 'List' | 'Map';

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** Default: false. */
  readonly required?: boolean;
  /** Type of the items of a `List` or the values of a `Map`; default: any JSON value. */
  readonly itemType?: ItemType;
  readonly displayName?: string;
  readonly description?: string;
  /** Hint for editors, never applied at run time. */
  readonly defaultValue?: string;
  /** Additional JSON Schema keywords for the value, for example `{ minimum: 1, maximum: 300 }`; not shown in the catalog. */
  readonly rule?: Readonly<Record<string, JsonValue>>;
}

/** Properties of a log line. Do not log secrets or variable values. */
export type LogDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Adds instance, activity and task type to each line. */
export interface PluginLog {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
}

/** Capitalized names are defined in docs/contributing/spec/http/custom-tasks.md#plugin-context; the others are additions. */
export interface PluginContext {
  readonly WorkflowInstanceId: string;
  /** The process key. */
  readonly WorkflowId: string;
  readonly ProcessDefinitionId: string;
  readonly ActivityInstanceId: string;
  readonly ActivityId: string;
  /** Spelling of the model. */
  readonly TaskType: string;
  /** Null if the instance has none. */
  readonly BusinessId: string | null;
  /** Same for every run of an activity instance. Send it to other systems, so that a repeated run has no further effect. */
  readonly idempotencyKey: string;
  /** Number of this run of the activity instance, from 1. */
  readonly attempt: number;
  /** Header `traceparent` (W3C) for calls to other systems, so that their spans join the trace of this run; null without a trace. */
  readonly traceparent: string | null;
  readonly log: PluginLog;
  /** Current variables visible to the activity, read on each call. Empty if the activity has ended. */
  variables(): Promise<Values>;
}

/** Names and JSON values. By convention a single value `__response`; see {@link response}. */
export type PluginResult = Values;

/** A task type with its implementation. */
export interface Plugin {
  /** Case-insensitive; unique within a plugin process. */
  readonly taskType: string;
  readonly displayName?: string;
  /** Absent: inputs are not checked. Empty: no inputs. */
  readonly parameters?: readonly Parameter[];
  /** False: the plugin sends nothing to other services, and a run with a secret in its inputs fails. Default: true. */
  readonly takesSecrets?: boolean;
  /** Concurrent runs in a plugin process. Default: Plugins:Concurrency. */
  readonly concurrency?: number;
  /**
   * Runs the task. May run more than once for the same activity instance (at-least-once).
   * `input`: the mapped inputs, checked against `parameters`. `signal`: aborted when the activity ends, another process takes over the
   * task, or this process stops. The result is then ignored, so return or throw soon.
   * Throws {@link TaskFailure} for a failure with a specific code; any other exception has the code `500`.
   */
  execute(
    input: Values,
    context: PluginContext,
    signal: AbortSignal,
  ): Promise<PluginResult | undefined> | PluginResult | undefined;
}

/** Helper for type checking; returns the plugin unchanged. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** `{ __response: value }`; output mappings read it as `=__response…`. */
export function response(value: JsonValue): PluginResult {
  return { __response: value };
}

/** Marks failures across several copies of this file, where `instanceof` does not work. */
const MARK = Symbol.for('sluice.plugin.TaskFailure');

export interface TaskFailureOptions {
  /** False: the activity fails immediately without further runs. Default: true. */
  readonly isRetryable?: boolean;
  /** Wait before the next run instead of the back-off of model or configuration. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Failure of a task. After the last run, the activity fails with this code and message, and error boundary events match the code. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly [MARK] = true;
  /** Error code, cut to 256 characters. */
  readonly code: string;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, { isRetryable = true, retryAfterMs, cause }: TaskFailureOptions = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** True for a {@link TaskFailure} of any copy of this file. */
export function isTaskFailure(thrown: unknown): thrown is TaskFailure {
  return typeof thrown === 'object' && thrown !== null && (thrown as { [MARK]?: unknown })[MARK] === true;
}
