// Traces of ops-admin, without what its users asked for: `node --import .../tracing.mjs`. ../README.md says how to use it.
import module from 'node:module';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { KoaInstrumentation, KoaLayerType } from '@opentelemetry/instrumentation-koa';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { PinoInstrumentation } from '@opentelemetry/instrumentation-pino';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { register, supportsSyncHooks } from 'import-in-the-middle/register-hooks.mjs';

/**
 * The attributes that are sent. All others are left out, those of later versions too: among them are the path of a
 * request and the URL of a provider, which hold the address that was asked for, and who asked.
 */
const SENT = new Set([
  'db.collection.name',
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.system.name',
  'error.type',
  'exception.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'server.address',
  'server.port',
]);

function sentOf(attributes = {}) {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => SENT.has(name)));
}

/** Messages of errors stay here too: some quote what was asked for. */
function withoutAddresses(span) {
  return Object.create(span, {
    attributes: { value: sentOf(span.attributes) },
    events: {
      value: span.events.map(({ name, time, attributes }) => ({
        name,
        time,
        attributes: sentOf(attributes),
      })),
    },
    status: { value: { code: span.status.code } },
  });
}

class ExporterWithoutAddresses extends OTLPTraceExporter {
  export(spans, done) {
    super.export(spans.map(withoutAddresses), done);
  }
}

// What is imported as an ES module is instrumented by way of these hooks.
const include = ['koa', 'pg', 'pino'];
if (supportsSyncHooks()) register({ include });
else module.register('import-in-the-middle/hook.mjs', import.meta.url, { data: { include } });

// 2 seconds: the end of the process waits for that where nobody answers.
const exporter = new ExporterWithoutAddresses({
  timeoutMillis: Number(process.env.OTEL_EXPORTER_OTLP_TIMEOUT || 2000),
});
const provider = new TracerProvider({
  resource: defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'ops-admin' }))
    .merge(detectResources({ detectors: [envDetector] })),
  sampler: new ParentBasedSampler({
    root: new TraceIdRatioBasedSampler(Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1)),
  }),
  spanProcessors: [new BatchSpanProcessor({ exporter })],
});
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => /^\/(health\/|metrics)/.test(url),
    }),
    new KoaInstrumentation({ ignoreLayersType: [KoaLayerType.MIDDLEWARE] }),
    new PgInstrumentation({ requireParentSpan: true }),
    new PinoInstrumentation({ disableLogSending: true }),
  ],
});
// What is left is sent when nothing runs any more. Where nobody takes it, the process ends as it would have.
process.once('beforeExit', () => provider.shutdown().catch(() => {}));
