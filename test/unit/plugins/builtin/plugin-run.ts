import { openLog } from '../../../../src/platform/log.ts';
import {
  isTaskFailure,
  type LogDetails,
  type Plugin,
  type PluginContext,
  type PluginResult,
  type TaskFailure,
  type Values,
} from '../../../../src/plugins/plugin.ts';

/** What a run is about, with everything a test does not care about filled in. */
export function contextOf(parts: Partial<PluginContext> = {}): PluginContext {
  return {
    WorkflowInstanceId: '11111111-1111-4111-8111-111111111111',
    WorkflowId: 'order',
    ProcessDefinitionId: '22222222-2222-4222-8222-222222222222',
    ActivityInstanceId: '33333333-3333-4333-8333-333333333333',
    ActivityId: 'call',
    TaskType: 'test',
    BusinessId: null,
    idempotencyKey: '33333333-3333-4333-8333-333333333333',
    attempt: 1,
    traceparent: null,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    variables: async () => ({}),
    ...parts,
  };
}

/** One line a plugin wrote. */
export interface PluginLine {
  readonly level: string;
  readonly message: string;
  readonly details: LogDetails | undefined;
}

/** A context whose log can be read. */
export function contextWithLines(): { readonly context: PluginContext; readonly lines: readonly PluginLine[] } {
  const lines: PluginLine[] = [];
  const at = (level: string) => (message: string, details?: LogDetails) => {
    lines.push({ level, message, details });
  };
  return { context: contextOf({ log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } }), lines };
}

/** A log of the process whose lines can be read, as they are written. */
export function readableLog(): { readonly log: ReturnType<typeof openLog>; readonly text: () => string } {
  let text = '';
  const destination = {
    write(line: string) {
      text += line;
    },
  };
  return { log: openLog({ level: 'Debug', role: 'test', processName: 'test', destination }), text: () => text };
}

/** Runs a plugin to its result. */
export async function run(
  plugin: Plugin,
  input: Values,
  context = contextOf(),
  signal = new AbortController().signal,
): Promise<PluginResult> {
  return (await plugin.execute(input, context, signal)) ?? {};
}

/** Runs a plugin to its failure. */
export async function failureOf(
  plugin: Plugin,
  input: Values,
  context = contextOf(),
  signal = new AbortController().signal,
): Promise<TaskFailure> {
  try {
    await plugin.execute(input, context, signal);
  } catch (error) {
    if (isTaskFailure(error)) return error;
    throw error;
  }
  throw new Error('the plugin did not fail');
}

function nothing(): void {}
