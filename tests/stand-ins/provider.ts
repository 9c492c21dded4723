import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { eventSummary, filterEvents, patchEvent, providerEvents } from './providerEvents.ts';

/** A provider that answers only the calls of spec section 7, as another system would: numeric ids, no features, no extra fields. */
type Answer = { status: number; body?: unknown };
type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  token: string | null;
  contentType: string;
};

export type Provider = Readonly<{
  url: string;
  /** Every /api call received: "GET /api/v1/auth/me". */
  calls: string[];
  /** Calls that section 7 doesn't name, each answered with 404. */
  unknown: string[];
  preferences: Record<string, unknown>;
  /** The query of every call for events. */
  eventQuestions: string[];
  expireTokens: () => void;
  close: () => Promise<void>;
}>;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const commission = (index: number) => ({
  id: String(5000 + index),
  invoice_id: String(9000 + index),
  user_id: index % 2 ? '7' : '8',
  salesperson_name: index % 2 ? 'Ada Park' : 'Ben Ortiz',
  booking_date: `2026-11-${String(20 - (index % 20)).padStart(2, '0')}`,
  gross_amount: 1200.5 + index,
  net_revenue: 1000.25 + index,
  commission_amount: 50.01 + index,
  commission_rate: 0.05,
  status: ['due', 'paid', 'not_due', 'partially_paid', 'over_paid'][index % 5],
  payment_date: index % 5 === 1 ? '2026-11-15' : null,
  notes: index % 7 === 0 ? 'Renewal' : null,
});
const roles: Readonly<Record<string, string>> = { 'vp@other.example': 'vp_sales', 'manager@other.example': 'sales_manager' };
/** spec 3.03: the only source of manager relations. Of the two sellers, Ben reports to the signed-in user. */
const people = [
  { id: '8', first_name: 'Ben', last_name: 'Ortiz', email: 'ben@other.example', role: 'salesperson', active: true, manager_id: '7' },
  { id: '9', first_name: 'Cy', last_name: 'Dunn', email: 'cy@other.example', role: 'salesperson', active: true, manager_id: '3' },
];
const records = Array.from({ length: 60 }, (_, index) => commission(index));

/** Exactly the fields of spec 3.07. */
const adjustment = (index: number) => ({
  id: String(700 + index),
  commission_id: String(5000 + index),
  adjustment_amount: index % 2 ? -20.25 - index : 45.5 + index,
  adjustment_reason: index % 2 ? 'Travel was billed as revenue' : 'Referral bonus',
  related_invoice_id: String(9000 + index),
  created_by: 'Carla Diaz',
  created_at: `2026-11-${String(18 - index).padStart(2, '0')}T16:00:00Z`,
  updated_at: `2026-11-${String(18 - index).padStart(2, '0')}T16:00:00Z`,
});
const adjustments = Array.from({ length: 4 }, (_, index) => adjustment(index));

const summary = {
  quota_amount: 100000,
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.075,
  quota_attainment: 0.72,
  period_net_revenue: 72000,
  base_revenue: 72000,
  over_quota_revenue: 0,
  total_adjustments: -120.5,
  period_commission: 3600,
  total_commission: 3479.5,
  commission_status: 'partially_paid',
  average_deal_size: 1200,
  effective_commission_rate: 0.05,
  ytd_progress: 310000,
  ytd_target: 400000,
  total_commissionable_sales: 72000,
  total_commission_earned: 3479.5,
  total_commission_paid: 1200,
  total_commission_due: 800,
};

export const startProvider = async (webRoot: string): Promise<Provider> => {
  const calls: string[] = [];
  const unknown: string[] = [];
  const live = new Set<string>();
  const refresh = randomBytes(8).toString('hex');
  const preferences: Record<string, unknown> = {};
  const read = new Set<string>();
  const events = providerEvents();
  const eventQuestions: string[] = [];
  let role = 'salesperson';
  const user = () => ({
    id: '7',
    first_name: 'Ada',
    last_name: 'Park',
    email: 'ada@other.example',
    role,
    territory: 'West',
    active: true,
    created_at: '2025-01-01T00:00:00Z',
    updated_at: '2025-01-01T00:00:00Z',
    preferences,
  });
  const issue = (): string => {
    const token = randomBytes(8).toString('hex');
    live.add(token);
    return token;
  };
  const notifications = () => [
    {
      id: '1',
      type: 'payment',
      priority: 'high',
      title: 'Invoice paid',
      message: 'Invoice 9001 was paid.',
      read: read.has('1'),
      created_at: '2026-11-20T15:00:00Z',
    },
    {
      id: '2',
      type: 'deal',
      priority: 'other',
      title: 'Deal created',
      message: 'Lincoln High.',
      read: true,
      created_at: '2026-11-19T15:00:00Z',
    },
  ];
  const open: Record<string, (call: Call) => Answer> = {
    'GET /api/v1/public/settings': () => ({ status: 200, body: { companyName: 'Other Provider' } }),
    'POST /api/v1/auth/login': ({ body }) => {
      if (body.password !== 'right') return { status: 401, body: {} };
      role = roles[String(body.email)] ?? 'salesperson';
      return { status: 200, body: { access_token: issue(), refresh_token: refresh, user: user() } };
    },
    'POST /api/v1/auth/refresh': ({ body }) =>
      body.refresh_token === refresh ? { status: 200, body: { access_token: issue() } } : { status: 401, body: {} },
  };
  const guarded: Record<string, (call: Call) => Answer> = {
    'POST /api/v1/auth/logout': ({ token }) => {
      live.delete(token ?? '');
      return { status: 200, body: {} };
    },
    'GET /api/v1/users': ({ query }) => ({
      status: 200,
      body: { data: people.filter((person) => !query.get('role') || person.role === query.get('role')) },
    }),
    'GET /api/v1/auth/me': () => ({ status: 200, body: user() }),
    'GET /api/v1/commissions': ({ query }) => {
      const limit = Number(query.get('limit') ?? 20);
      const from = Number(query.get('cursor') ?? 0);
      const rows = records
        .filter((row) => !query.get('status') || row.status === query.get('status'))
        .filter((row) => !query.get('user_id') || row.user_id === query.get('user_id'));
      const next = from + limit < rows.length ? String(from + limit) : null;
      return {
        status: 200,
        body: { data: rows.slice(from, from + limit), summary, pagination: { cursor: next, limit, total: rows.length } },
      };
    },
    'GET /api/v1/analytics/performance': ({ query }) => ({
      status: 200,
      body: {
        user_id: query.get('user_id'),
        period: `${query.get('start_date')}/${query.get('end_date')}`,
        total_sales: 6300,
        total_commission: 315,
        quota_amount: 100000,
        quota_attainment: 0.063,
        deals_closed: 3,
        average_deal_size: 2100,
        conversion_rate: null,
      },
    }),
    'GET /api/v1/events': ({ query }) => {
      eventQuestions.push(query.toString());
      // Its cursor contains the query, like ours.
      const [from, pageQuery] = (query.get('cursor') ?? `0 ${query}`).split(' ');
      const rows = filterEvents(events, new URLSearchParams(pageQuery));
      const to = Number(from) + Number(query.get('limit') ?? 50);
      const pagination = { cursor: to < rows.length ? `${to} ${pageQuery}` : null, total: rows.length };
      return { status: 200, body: { data: rows.slice(Number(from), to), pagination, summary: eventSummary(rows) } };
    },
    'POST /api/v1/events/sync': () => ({ status: 202, body: {} }),
    'GET /api/v1/adjustments': ({ query }) => {
      const sign = query.get('sort_direction') === 'asc' ? 1 : -1;
      const field = (query.get('sort_field') ?? 'created_at') as keyof (typeof adjustments)[number];
      const rows = adjustments.toSorted((a, b) => sign * (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0));
      return { status: 200, body: { data: rows, pagination: { cursor: null, limit: Number(query.get('limit')), total: rows.length } } };
    },
    'GET /api/v1/invoices/lookup': ({ query }) => {
      const result = records.filter((row) => row.invoice_id.includes(query.get('q') ?? '')).slice(0, 5);
      const data = result.map((row) => ({ id: row.invoice_id, invoice_number: row.invoice_id, customer: { name: 'Lincoln High' } }));
      return { status: 200, body: { data } };
    },
    'GET /api/v1/notifications': () => ({ status: 200, body: { data: notifications() } }),
  };
  const answer = (call: Call): Answer => {
    const name = `${call.method} ${call.path}`;
    calls.push(name);
    if (open[name]) return open[name](call);
    const marked = /^PUT \/api\/v1\/notifications\/(\d+)\/read$/.exec(name);
    const preference = /^PATCH \/api\/v1\/users\/7\/preferences\/(\w+)$/.exec(name);
    const event = /^PATCH \/api\/v1\/events\/(\d+)$/.exec(name)?.[1];
    const known = marked || preference ? () => ({ status: 200, body: {} }) : null;
    const route = guarded[name] ?? (event ? () => patchEvent(events, event, call.contentType, call.body) : known);
    if (!route) {
      unknown.push(name);
      return { status: 404, body: {} };
    }
    if (!call.token || !live.has(call.token)) return { status: 401, body: { message: 'Unauthenticated' } };
    if (marked?.[1]) read.add(marked[1]);
    if (preference?.[1]) preferences[preference[1]] = { ...(preferences[preference[1]] as object | undefined), ...call.body };
    return route(call);
  };

  const file = (path: string, response: ServerResponse): void => {
    const expected = join(webRoot, normalize(path));
    const result = expected.startsWith(webRoot) && extname(expected) !== '' && statSync(expected, { throwIfNoEntry: false })?.isFile();
    const target = result ? expected : join(webRoot, 'index.html');
    response.setHeader('content-type', types[extname(target)] ?? 'application/octet-stream');
    response.end(readFileSync(target));
  };
  const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return chunks.length ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>) : {};
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    if (!url.pathname.startsWith('/api/')) return file(url.pathname, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    const { status, body } = answer({
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: await bodyOf(request),
      token,
      contentType: request.headers['content-type'] ?? '',
    });
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    calls,
    unknown,
    preferences,
    eventQuestions,
    expireTokens: () => live.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
