import type pg from 'pg';
import { currentTrace, errorType, type OpenSpan, type Tracing } from '../platform/telemetry/tracing.ts';

/** Creates a span for every statement that runs within a trace (docs/contributing/spec/observability.md#spans). */
export function tracedClient(tracing: Tracing, Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    // all seven forms of the driver's call; they differ only in how the result is returned
    override query(...given: unknown[]): never {
      const parent = currentTrace();
      const span = parent === undefined ? undefined : beginSpan(tracing, parent, given[0]);
      if (span === undefined) return Reflect.apply(super.query, this, given) as never;
      const last = given.at(-1);
      if (typeof last === 'function') given[given.length - 1] = endingBefore(span, last);
      const answer: unknown = Reflect.apply(super.query, this, given);
      if (answer instanceof Promise) answer.then(() => span.end(), failing(span));
      return answer as never;
    }
  } as typeof pg.Client;
}

function beginSpan(
  tracing: Tracing,
  parent: NonNullable<ReturnType<typeof currentTrace>>,
  statement: unknown,
): OpenSpan | undefined {
  const name = nameOf(statement);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return tracing.begin(`postgresql ${name}`, { kind: 'client', parent, attributes });
}

/** Name of a prepared statement, or first word of the text, which may contain values. */
function nameOf(statement: unknown): string {
  const { name, text } = (typeof statement === 'string' ? { text: statement } : statement) as { name?: string; text?: string };
  return name ?? /^\s*(\w+)/.exec(text ?? '')?.[1]?.toLowerCase() ?? 'statement';
}

function endingBefore(span: OpenSpan, callback: CallableFunction): (error: unknown, ...rest: unknown[]) => void {
  return (error, ...rest) => {
    if (error === null || error === undefined) span.end();
    else failing(span)(error);
    callback(error, ...rest);
  };
}

function failing(span: OpenSpan): (error: unknown) => void {
  return (error) => {
    span.fail(errorType(error));
    span.end();
  };
}
