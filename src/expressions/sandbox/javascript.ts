import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { Json, Variables } from '../../engine/values.ts';
import { sizeOf } from '../lenient/size.ts';
import { TimeLimit, timeLimitReached } from '../time-limit.ts';
import { PRELUDE } from './prelude.ts';
import type { JavaScriptRequest, SandboxReply } from './protocol.ts';

type ScriptReply = Omit<SandboxReply, 'tookMs'>;

const STACK_BYTES = 512 * 1024;
const MEMORY_EXCEEDED: ScriptReply = {
  evaluation: { ok: false, code: '500', reason: 'memory limit exceeded' },
  recycle: true,
};

/** Larger values are transferred on first read. Approximate bytes. */
const LARGE_VALUE = 4096;

const WASM_PAGE_BYTES = 64 * 1024;
const INITIAL_PAGES = 256;
/** Memory of the interpreter itself: stack, tables, built-in objects. */
const INTERPRETER_PAGES = 128;

type MemoryConstructor = new (size: { initial: number; maximum: number }) => never;
/** Declared by the browser types only. */
const WasmMemory = (globalThis as unknown as { WebAssembly: { Memory: MemoryConstructor } }).WebAssembly.Memory;

/**
 * Limits memory to `memoryMb` plus its own needs. The limit of the interpreter applies only to single allocations, because its allocator does not report
 * sizes here; the memory size limits their sum.
 */
export function loadInterpreter(memoryMb: number): Promise<QuickJSWASMModule> {
  const scriptPages = Math.ceil((memoryMb * 1024 * 1024) / WASM_PAGE_BYTES);
  const maximum = Math.min(32_768, Math.max(INITIAL_PAGES, INTERPRETER_PAGES + scriptPages));
  const wasmMemory = new WasmMemory({ initial: INITIAL_PAGES, maximum });
  // the types describe the CommonJS file, where the default export is one level deeper
  return newQuickJSWASMModuleFromVariant(newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory }));
}

/** New interpreter without I/O, timers and modules; limits time, memory and stack (docs/contributing/spec/expressions.md#javascript). */
export function runJavaScript(interpreter: QuickJSWASMModule, request: JavaScriptRequest): ScriptReply {
  const limit = new TimeLimit(request.timeoutMs);
  let isOver = false;
  const runtime = interpreter.newRuntime({
    memoryLimitBytes: request.memoryMb * 1024 * 1024,
    maxStackSizeBytes: STACK_BYTES,
    interruptHandler: () => {
      isOver ||= limit.isReached;
      return isOver;
    },
  });
  const context = runtime.newContext();
  let reply: ScriptReply;
  try {
    reply = runIn(context, request);
  } catch {
    // not even to report the error
    reply = MEMORY_EXCEEDED;
  }
  if (isOver) reply = { evaluation: timeLimitReached(request.timeoutMs) };
  if (reply.recycle === true) return reply;
  try {
    context.dispose();
    runtime.dispose();
    return reply;
  } catch {
    return reply.evaluation.ok ? MEMORY_EXCEEDED : { ...reply, recycle: true };
  }
}

function runIn(context: QuickJSContext, request: JavaScriptRequest): ScriptReply {
  const variables = JSON.parse(request.variables) as Variables;
  const input = context.newString(inputText(request, variables));
  const load = context.newFunction('load', (name) => context.newString(JSON.stringify(variables[context.getString(name)])));
  const prepare = context.unwrapResult(context.evalCode(PRELUDE, 'prelude'));
  const tools = context.unwrapResult(context.callFunction(prepare, context.undefined, input, load));
  for (const handle of [input, load, prepare]) handle.dispose();
  try {
    const result = context.evalCode(request.source, 'script', { type: 'global' });
    if (result.error) return describeError(context, tools, result.error, request.maxOutputBytes);
    return collectResult(context, tools, result.value, request.maxOutputBytes);
  } finally {
    tools.dispose();
  }
}

/** Large variables are null, transferred on first read. Keeps the order of names. */
function inputText({ input }: JavaScriptRequest, variables: Variables): string {
  const large = Object.keys(variables).filter((name) => isLarge(variables[name] as Json));
  const given = large.length === 0 ? variables : { ...variables, ...Object.fromEntries(large.map((name) => [name, null])) };
  return JSON.stringify({ ...input, variables: given, large });
}

function isLarge(value: Json): boolean {
  try {
    return sizeOf(value, LARGE_VALUE) > LARGE_VALUE;
  } catch {
    return true; // nested too deep to measure
  }
}

function collectResult(context: QuickJSContext, tools: QuickJSHandle, value: QuickJSHandle, maxOutputBytes: number): ScriptReply {
  const collected = callTool(context, tools, 'collect', value);
  if (collected.error) return describeError(context, tools, collected.error, maxOutputBytes);
  const length = context.getProp(collected.value, 'length').consume((handle) => context.getNumber(handle));
  // value, writes and sets may each reach the limit
  if (length > 3 * maxOutputBytes + 1024) {
    collected.value.dispose();
    return { evaluation: { ok: false, code: '500', reason: `result is larger than ${maxOutputBytes} bytes` } };
  }
  const text = collected.value.consume((handle) => context.getString(handle));
  const parsed = JSON.parse(text) as { value: Json; writes: Variables; sets: Variables; locals: string[] };
  return {
    evaluation: {
      ok: true,
      value: parsed.value,
      ...(Object.keys(parsed.writes).length === 0 ? {} : { writes: parsed.writes }),
      ...(Object.keys(parsed.sets).length === 0 ? {} : { sets: parsed.sets }),
      ...(parsed.locals.length === 0 ? {} : { localNames: parsed.locals }),
    },
  };
}

/** Describes, for an error with a code, also the variables that the script had written. */
function describeError(context: QuickJSContext, tools: QuickJSHandle, error: QuickJSHandle, maxOutputBytes: number): ScriptReply {
  const described = callTool(context, tools, 'describe', error);
  if (described.error) {
    described.error.dispose();
    return MEMORY_EXCEEDED;
  }
  const text = described.value.consume((handle) => context.getString(handle));
  const { code, reason } = JSON.parse(text) as { code: string; reason: string };
  if (reason === 'InternalError: out of memory') return MEMORY_EXCEEDED;
  const before = code === '500' ? undefined : collectResult(context, tools, context.undefined, maxOutputBytes).evaluation;
  if (before?.ok !== true) return { evaluation: { ok: false, code, reason } };
  const { ok: _ok, value: _value, ...written } = before;
  return { evaluation: { ok: false, code, reason, ...written } };
}

/** Calls `tools[name](argument)` and disposes the argument. */
function callTool(context: QuickJSContext, tools: QuickJSHandle, name: string, argument: QuickJSHandle) {
  const tool = context.getProp(tools, name);
  const result = context.callFunction(tool, context.undefined, argument);
  tool.dispose();
  argument.dispose();
  return result;
}
