import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../../server/server.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { freshPlace } from '../support/testDatabase.ts';

type Value = Readonly<{ stringValue?: string; intValue?: number | string }>;
type Attribute = Readonly<{ key: string; value: Value }>;
type Span = Readonly<{
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number };
  attributes: Attribute[];
}>;
type Export = Readonly<{ resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }>;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const bodies: Export[] = [];
const headers: (string | undefined)[] = [];
let collector: Server;
let restore = () => {};
let remove = async () => {};

const attributeOf = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};
const spans = (): Span[] =>
  bodies.flatMap(({ resourceSpans }) => resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));

/** A server with an exporter answers some requests, and sends the rest of its spans when it stops. */
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      headers.push(request.headers['x-collector-key'] as string | undefined);
      bodies.push(JSON.parse(body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const newPlace = await freshPlace();
  remove = newPlace.remove;
  const before = { ...process.env };
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc',
    OTEL_SERVICE_NAME: 'pay',
  });
  restore = () => {
    process.env = before;
  };
  const env = { PORT: '0', DATA_DIR: newPlace.place.dataDir, DATABASE_URL: newPlace.place.databaseUrl, LOG_LEVEL: 'silent' };
  const config = readEnvironment({ ...env, ENCRYPTION_KEY: randomBytes(32).toString('base64'), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, []);
  const server = await startServer({ config, webRoot: undefined, print: () => {} });
  const url = `${server.url}/api/v1/auth/login`;
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'not-their-password' });
  const traceparent = `00-${TRACE}-${CALLER}-01`;
  await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', traceparent } });
  await fetch(`${server.url}/readyz?secret=1`);
  await fetch(`${server.url}/nowhere/12345`);
  await server.close();
}, 90_000);
afterAll(async () => {
  restore();
  collector.close();
  await remove();
});

describe('traces', () => {
  it('have a span per request within the caller’s trace, named by route', () => {
    const request = spans().find(({ name }) => name === 'POST /api/v1/auth/login');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
    expect(attributeOf(request, 'http.response.status_code')).toBe(401);
    expect(attributeOf(request, 'http.route')).toBe('/api/v1/auth/login');
    expect(attributeOf(request, 'quotaboard.request_id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('have a request’s statements below it, with text but without values', () => {
    const request = spans().find(({ name }) => name === 'POST /api/v1/auth/login');
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement).toMatchObject({ traceId: TRACE, kind: 3 });
      expect(attributeOf(statement, 'db.system.name')).toBe('postgresql');
    }
    expect(statements.map((statement) => attributeOf(statement, 'db.query.text'))).toContainEqual(expect.stringMatching(/from "?users"?/));
  });

  it('contain no query, unknown path, email or password', () => {
    expect(spans().map(({ name }) => name)).toEqual(expect.arrayContaining(['GET /readyz', 'GET']));
    expect(JSON.stringify(bodies)).not.toMatch(/secret=1|12345|nobody@example|not-their-password/);
  });

  it('use the address and name of the standard variables', () => {
    expect(new Set(headers)).toEqual(new Set(['abc']));
    const names = bodies.flatMap(({ resourceSpans }) =>
      resourceSpans.map(({ resource }) => resource.attributes.find(({ key }) => key === 'service.name')),
    );
    expect(new Set(names.map((name) => name?.value.stringValue))).toEqual(new Set(['pay']));
  });

  it('refuse a malformed address', () => {
    expect(() => readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, [])).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318, not "collector".',
    );
  });
});
