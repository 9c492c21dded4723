import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { TRACER } from '../../domain/shared/tracer.ts';
import type { ServerApp } from '../app.types.ts';

/**
 * A span per request, within the caller's trace if it names one (`traceparent`). Its name is the pattern of the route: no ids, queries or
 * bodies. Without an exporter (start/tracing.ts) nothing is recorded.
 */
export const addTracing = (app: ServerApp): void => {
  const spans = new WeakMap<object, Span>();
  app.addHook('onRequest', (request, _reply, callback) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    const caller = propagation.extract(context.active(), request.headers);
    const attributes = {
      'http.request.method': request.method,
      'quotaboard.request_id': request.id,
      ...(route === undefined ? {} : { 'http.route': route }),
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = trace.getTracer(TRACER).startSpan(route ? `${request.method} ${route}` : request.method, options, caller);
    spans.set(request, span);
    context.with(trace.setSpan(caller, span), callback);
  });
  // The body arrives outside the context of onRequest.
  app.addHook('preValidation', (request, _reply, callback) => {
    const span = spans.get(request);
    context.with(span ? trace.setSpan(context.active(), span) : context.active(), callback);
  });
  app.addHook('onResponse', (request, { statusCode }, callback) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    callback();
  });
};
