import type { CommandBatch } from '../../messages/command-batch.ts';
import type { Command } from '../../messages/commands.ts';
import {
  currentTrace,
  inSpan,
  noTracing,
  type OpenSpan,
  readTraceparent,
  type TraceContext,
  type Tracing,
} from '../../platform/telemetry/tracing.ts';
import { priorityClassOf } from '../../queue/priority-classes.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';

/**
 * The delivery is part of the traces of its commands (docs/contributing/spec/observability.md#trace-context). One command: its span is the parent of all
 * others. Several commands share statements: their parent is a span of the batch, linked with one span in each trace.
 */
export async function tracedDelivery<T>(
  tracing: Tracing = noTracing,
  commandBatch: CommandBatch,
  work: (traceOf: TraceOf) => Promise<T>,
): Promise<T> {
  const { commands, traceparents = {} } = commandBatch;
  const destination = destinationOf(priorityClassOf(commandBatch));
  const parents = new Map<string, TraceContext>();
  for (const { id } of commands) {
    const parent = Object.hasOwn(traceparents, id) ? readTraceparent(traceparents[id]) : undefined;
    if (parent !== undefined) parents.set(id, parent);
  }
  const [first, second] = commands;
  if (first !== undefined && second === undefined) {
    const options = { kind: 'consumer', parent: parents.get(first.id), attributes: attributesOf(first, destination) } as const;
    return inSpan(tracing, `process ${operationOf(first)}`, options, () =>
      work((id) => (id === first.id ? currentTrace() : undefined)),
    );
  }
  const attributes = { 'messaging.batch.message_count': commands.length, ...destination };
  return inSpan(tracing, 'process commands', { kind: 'consumer', links: [...parents.values()], attributes }, async (batch) => {
    const spans =
      batch === undefined ? new Map<string, OpenSpan>() : beginAll(tracing, commands, parents, { batch, destination });
    try {
      return await work((id) => spans.get(id)?.context ?? parents.get(id));
    } finally {
      for (const span of spans.values()) span.end();
    }
  });
}

const destinationOf = (queue: string) => ({ 'messaging.system': 'bullmq', 'messaging.destination.name': queue });
type Destination = ReturnType<typeof destinationOf>;

function beginAll(
  tracing: Tracing,
  commands: readonly Command[],
  parents: ReadonlyMap<string, TraceContext>,
  { batch, destination }: { readonly batch: OpenSpan; readonly destination: Destination },
): Map<string, OpenSpan> {
  const spans = new Map<string, OpenSpan>();
  for (const command of commands) {
    const parent = parents.get(command.id);
    if (parent === undefined) continue;
    const options = { kind: 'consumer', parent, links: [batch.context], attributes: attributesOf(command, destination) } as const;
    const span = tracing.begin(`process ${operationOf(command)}`, options);
    if (span !== undefined) spans.set(command.id, span);
  }
  return spans;
}

function attributesOf(command: Command, destination: Destination): Record<string, string> {
  return { ...destination, 'messaging.message.id': command.id, 'messaging.operation.name': operationOf(command) };
}

/** A drain has the name of the command that caused it. */
function operationOf(command: Command): string {
  return command.kind === 'DrainSender' ? (command.about ?? command.kind) : command.kind;
}
