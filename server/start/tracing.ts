import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { OnStatement } from '../db/database.ts';
import { TRACER } from '../domain/shared/tracer.ts';

const MAX_SQL_CHARS = 2000;
export type Tracing = Readonly<{ onStatement: OnStatement; stop: () => Promise<void> }>;

/** A span for a statement within a request or a job; others, such as looking for jobs, would only be noise. */
const recordStatement: OnStatement = ({ sql, ms, error }) => {
  if (!trace.getActiveSpan()) return;
  const endTime = Date.now();
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql.slice(0, MAX_SQL_CHARS) };
  const span = trace.getTracer(TRACER).startSpan(operation, { kind: SpanKind.CLIENT, startTime: endTime - ms, attributes });
  if (error) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
};

/**
 * Exports traces over HTTP as configured by the standard variables (OTEL_EXPORTER_OTLP_ENDPOINT and others). The packages are loaded only
 * then.
 */
export const startTracing = async (): Promise<Tracing> => {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'quotaboard' }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return { onStatement: recordStatement, stop: () => provider.shutdown() };
};
