import type { Link, Tracer } from '@opentelemetry/api';
import { SpanKind as Kinds, ROOT_CONTEXT, SpanStatusCode, trace } from './otlp-sdk.ts';
import type { OpenSpan, SpanKind, SpanOptions, TraceContext, Tracing } from './tracing.ts';

const KINDS: Readonly<Record<SpanKind, Kinds>> = {
  server: Kinds.SERVER,
  client: Kinds.CLIENT,
  producer: Kinds.PRODUCER,
  consumer: Kinds.CONSUMER,
};

/** The caller passes the parent, so no context manager is necessary. */
export function tracingWith(tracer: Tracer): Tracing {
  return {
    begin(name, { kind, parent, links = [], attributes = {} }: SpanOptions): OpenSpan {
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext(parent));
      const options = { kind: KINDS[kind], attributes, links: links.map(linkTo), root: parent === undefined };
      const span = tracer.startSpan(name, options, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        context: { traceId, spanId, isSampled: (traceFlags & 1) === 1 },
        rename: (better) => void span.updateName(better),
        set: (attribute, value) => void span.setAttribute(attribute, value),
        fail(type) {
          span.setAttribute('error.type', type);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
  };
}

function spanContext({ traceId, spanId, isSampled }: TraceContext) {
  return { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true };
}

function linkTo(context: TraceContext): Link {
  return { context: spanContext(context) };
}
