/**
 * Everything a plugin author needs, and nothing else: authors import it as `sluice/plugin`.
 * A plugin does the work of service, send and business rule tasks of its task type (docs/contributing/spec/http/custom-tasks.md#running-a-plugin). docs/how-to/write-a-plugin.md shows one.
 */

/** A JSON value; numbers are IEEE doubles. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };
/** its name in plugins that know it from before */
export type { JsonValue as Json };

/** Values by name. */
export type Values = Readonly<Record<string, JsonValue>>;

/** What a list or map may hold. */
export type ItemType = 'String' | 'Integer' | 'Boolean' | 'Expression' | 'MultilineString';
/** Type of a parameter, as the catalog spells it (docs/contributing/spec/http/custom-tasks.md#parameters). `Expression`: any JSON value. */
export type ParameterType = ItemType | 'List' | 'Map';

/** One input of a plugin. */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** default: false */
  readonly required?: boolean;
  /** what the items of a `List` or the values of a `Map` are; default: any JSON value */
  readonly itemType?: ItemType;
  readonly displayName?: string;
  readonly description?: string;
  /** a hint for editors, never applied at run time */
  readonly defaultValue?: string;
  /** further keywords of JSON Schema the value has to fit, for example `{ minimum: 1, maximum: 300 }`; not shown in the catalog */
  readonly rule?: Readonly<Record<string, JsonValue>>;
}

/** What a line of the log may carry beside its message. Values of variables and secrets do not belong here. */
export type LogDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Writes lines that carry the instance, the activity and the task type by themselves. */
export interface PluginLog {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
}

/** What a run is about. The names in capitals are those of docs/contributing/spec/http/custom-tasks.md#plugin-context; the others are additions. */
export interface PluginContext {
  readonly WorkflowInstanceId: string;
  /** the process key */
  readonly WorkflowId: string;
  readonly ProcessDefinitionId: string;
  readonly ActivityInstanceId: string;
  readonly ActivityId: string;
  /** as the model spells it */
  readonly TaskType: string;
  /** null when the instance has none */
  readonly BusinessId: string | null;
  /** the same for every run of the same activity instance: hand it to other systems, so that a second run changes nothing there */
  readonly idempotencyKey: string;
  /** number of this run of the activity instance; 1 for the first */
  readonly attempt: number;
  /** header `traceparent` (W3C) for calls to other systems, so that their spans join the trace of this run; null when it belongs to none */
  readonly traceparent: string | null;
  readonly log: PluginLog;
  /** the variables the activity sees, as they are now; read when asked for. Empty when the activity has ended meanwhile. */
  variables(): Promise<Values>;
}

/** What a plugin gives back: names and JSON values. By convention everything stands under `__response`; see {@link response}. */
export type PluginResult = Values;

/** One task type and the code that does its work. */
export interface Plugin {
  /** compared without regard to case; unique within one host */
  readonly taskType: string;
  readonly displayName?: string;
  /** absent: the plugin declares nothing and its inputs are not checked. Empty: it takes no inputs. */
  readonly parameters?: readonly Parameter[];
  /** false: it sends nothing to other services, and a run whose inputs name a secret fails; default: true */
  readonly takesSecrets?: boolean;
  /** runs at the same time in one host; default: Plugins:Concurrency */
  readonly concurrency?: number;
  /**
   * Does the work. It may run more than once for the same activity instance (at-least-once).
   * `input`: the input mappings, checked against `parameters`. `signal` is aborted when the activity has ended, when another host has
   * taken the task over, or when this host stops: then the result counts for nothing, and the sooner it returns or throws the better.
   * Throws {@link TaskFailure} for a failure with a code of its own; anything else that is thrown counts as code `500`.
   */
  execute(
    input: Values,
    context: PluginContext,
    signal: AbortSignal,
  ): Promise<PluginResult | undefined> | PluginResult | undefined;
}

/** Gives a plugin its type; returns it unchanged. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** The result `{ __response: value }`, which output mappings read as `=__response…`. */
export function response(value: JsonValue): PluginResult {
  return { __response: value };
}

/** Marks failures also across two copies of this file, where `instanceof` would not. */
const MARK = Symbol.for('sluice.plugin.TaskFailure');

/** How a failure is to be taken. */
export interface TaskFailureOptions {
  /** false: no further run can do better, the activity fails at once; default: true */
  readonly isRetryable?: boolean;
  /** wait before the next run instead of the back-off of the model or the configuration; unit: ms */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The typed failure: when runs end, the activity fails with this code and message, and error boundary events match the code. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly [MARK] = true;
  /** at most 256 characters; longer ones are cut */
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

/** Whether something thrown is a {@link TaskFailure}, of this copy of the file or another. */
export function isTaskFailure(thrown: unknown): thrown is TaskFailure {
  return typeof thrown === 'object' && thrown !== null && (thrown as { [MARK]?: unknown })[MARK] === true;
}
