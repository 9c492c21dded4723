import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../../contract/permissions.ts';
import { scopesFor, type TokenScope, tokenScopeNames } from '../../../contract/tokenScopes.ts';
import { buildApp } from '../../../server/app.ts';
import { importTransactions } from '../../../server/domain/bank/importTransactions.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { MINUTE_MS, PASSWORD } from '../support/testApp.ts';
import { bankFact } from '../support/worlds/bank.ts';
import { eventRow } from '../support/worlds/events.ts';
import { createInvoiceWorld } from '../support/worlds/invoices.ts';

/**
 * Values that each identify one subject, and the scopes that may show them. A pay record names its invoice and customer, so those don't
 * count.
 */
const subjects: Readonly<Record<string, Readonly<{ marks: readonly string[]; scopes: readonly TokenScope[] }>>> = {
  deal: { marks: ['Zdealname', '71234.56', 'Zdealnotes'], scopes: ['read:sales', 'write:sales'] },
  event: { marks: ['Zcontact', '"price":333.21', 'Zprogram', 'Zinternal'], scopes: ['read:sales', 'write:sales'] },
  invoice: { marks: ['zbuyer@example.test'], scopes: ['read:sales', 'write:invoices'] },
  // A record repeats the notes of its invoice.
  notes: { marks: ['Zinvoicenotes'], scopes: ['read:pay', 'read:sales', 'write:invoices'] },
  commission: { marks: ['8765.43', '8,765.43', '8776.54', '8,776.54'], scopes: ['read:pay'] },
  adjustment: { marks: ['Zadjustment', '11.11'], scopes: ['read:pay', 'propose'] },
  question: { marks: ['Zquestion'], scopes: ['read:pay'] },
  goal: { marks: ['654321'], scopes: ['read:pay'] },
  plan: { marks: ['Zplan'], scopes: ['read:pay'] },
  payout: { marks: ['54.32', 'Zpayout'], scopes: ['read:pay'] },
  // An invoice lists the payments that settle it.
  receipt: { marks: ['4321.98', '4,321.98', 'Zreceipt'], scopes: ['read:pay', 'read:sales', 'read:books'] },
  bookkeeping: { marks: ['Zpaynotes', 'Zcounterparty'], scopes: ['read:books'] },
  person: { marks: ['sam@example.test', 'kim@example.test', 'Zemployee'], scopes: ['read:people'] },
};

const world = await createInvoiceWorld();
const { server, ids, tokens } = world;
const { query } = server.db;
const SEPTEMBER = 'start_date=2026-09-01&end_date=2026-11-30';
/** Values of path parameters by path, and queries that make each answer as complete as possible. */
const questions: Record<string, readonly string[]> = {};
type Known = Readonly<{ url: string; permission: Permission; sufficient: readonly TokenScope[] }>;
const known: Known[] = [];
const secrets = new Map<string, string>();
const requesters = ['ada', 'sam'] as const;

const rows = async (table: 'adjustments' | 'payouts' | 'receipts' | 'customers' | 'commission_records') =>
  (await query.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => String(id));

const fill = async (): Promise<void> => {
  const config = { plans: [{ id: 'sellers', name: 'Zplan', applies_to: { roles: ['salesperson', 'admin'] } }] };
  const settings = { companyName: 'Acme', commissionsConfig: JSON.stringify(config) };
  world.ok(await world.call('ada', 'PUT', 'settings/general', settings));
  await query.updateTable('users').set({ employee_number: 'Zemployee' }).where('id', '=', ids.sam!).execute();
  const deal = await world.made('sam', { name: 'Zdealname', amount: '71234.56', notes: 'Zdealnotes' });
  const event = await query
    .insertInto('events')
    .values(
      eventRow({
        ...{ customer_name: 'Flagstaff Library', starts_at: '2026-11-12T17:00:00Z', sales_person: 'Sam Seller', price: '333.21' },
        ...{ contact_name: 'Zcontact', contact_email: 'zcontact@example.test', program_notes: 'Zprogram', internal_notes: 'Zinternal' },
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const invoice = await world.sent({
    ...{ gross_amount: '87654.30', net_revenue: '87654.30', override_rate: true, commission_rate: '10', customer_email: '' },
    ...{ deal_id: deal.id, notes: 'Zinvoicenotes' },
  });
  const number = (await world.one(invoice)).invoice_number;
  await query.updateTable('customers').set({ email: 'zbuyer@example.test' }).execute();
  await query.updateTable('events').set({ invoice_id: number }).where('id', '=', event.id).execute();
  await query
    .insertInto('links')
    .values({ deal_id: Number(deal.id), event_id: event.id, invoice_id: null, created_by: null, recorded_at: '2026-11-01T00:00:00Z' })
    .execute();
  const [record] = await world.records(invoice);
  const adjustment = {
    ...{ adjustment_amount: '11.11', adjustment_reason: 'Zadjustment', related_invoice_id: String(invoice.id) },
  };
  world.ok(await world.call('vic', 'POST', 'adjustments', adjustment));
  world.ok(await world.call('sam', 'POST', `commissions/${record!.id}/disputes`, { message: 'Zquestion' }));
  for (const seller of ['sam', 'ada'])
    world.ok(
      await world.call('vic', 'POST', 'goals', { user_id: String(ids[seller]), month: '2026-11-01', kind: 'book_amount', target: 654321 }),
    );
  const [customer] = await rows('customers');
  const payment = { payment_date: '2026-11-20', payment_method: 'ACH' };
  world.ok(
    await world.call('fay', 'POST', 'payments', {
      ...payment,
      ...{ type: 'customer_payment', customer_id: customer, amount: '4321.98', reference: 'Zreceipt', notes: 'Zpaynotes' },
      allocations: [{ kind: 'invoice', id: invoice.id, amount: '4321.98' }],
    }),
  );
  await world.pay(await world.sent({ gross_amount: '2000.00', net_revenue: '2000.00', override_rate: true }), 2000);
  world.ok(
    await world.call('fay', 'POST', 'payments', {
      ...{ type: 'commission_payment', user_id: String(ids.sam), amount: '54.32', payment_date: '2026-11-21' },
      ...{ payment_method: 'direct deposit', reference: 'Zpayout' },
    }),
  );
  const run = world.ok<{ id: string }>(await world.call('fay', 'POST', 'payout-runs', { month: '2026-11', pay_on: '2026-11-30' }));
  const { id: connection } = await query
    .insertInto('connections')
    .values({ kind: 'mercury', name: 'Acme Bank', external_account: 'b-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.facts.store.transaction((tx) =>
    importTransactions(tx, connection, [bankFact({ amount_cents: 4321_98, counterparty: 'Zcounterparty' })], server.clock()),
  );
  const bank = await query.selectFrom('bank_transactions').select('id').executeTakeFirstOrThrow();
  const statement = world.ok<{ id: string }>(
    await world.call('ada', 'POST', 'commission-statements', {
      ...{ user_id: String(ids.sam), format: 'CSV', start_date: '2026-11-01', end_date: '2026-11-30' },
    }),
  );
  const throwing = (error: unknown) => {
    throw error;
  };
  await instanceWorker(server.db, throwing, server.clock).drain();
  await world.facts.store.transaction(async (tx) => {
    const month = { start_date: '2026-09-01', end_date: '2026-09-30', state: 'closed', reason: null } as const;
    const closed = { ...month, closed_at: server.clock().toISOString(), closed_by: ids.ada! };
    await tx.periods.keep(await tx.periods.save(closed), closed, (await tx.config.newest()).id, server.clock());
  });

  const range = (path: string) => [`${path}?${SEPTEMBER}`];
  const people = (path: string, more = '') => [ids.sam, ids.ada].map((id) => `${path}?user_id=${id}${more}`);
  const payouts = await rows('payouts');
  const adjustments = await rows('adjustments');
  const payments = [...(await rows('receipts')).map((id) => `cp-${id}`), ...payouts.map((id) => `po-${id}`)];
  const { id: version } = await query.selectFrom('config_versions').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const receiptLine = await query.selectFrom('customer_payments').select('id').executeTakeFirstOrThrow();
  const words = ['Zdealname', 'Flagstaff', 'Zplan', 'Sam', number, 'Kim'];
  const stories = [`deal&id=${deal.id}`, `event&id=${event.id}`, `invoice&id=${invoice.id}`, `record&id=${record!.id}`];
  const wakes = [
    ...[`invoice/${invoice.id}`, `payment/${receiptLine.id}`, `config/${version}`],
    ...adjustments.map((id) => `adjustment/${id}`),
    ...payouts.map((id) => `payout/${id}`),
  ];
  const queries = words.map((word) => encodeURIComponent(word));
  Object.assign(questions, {
    '/adjustments/:id': adjustments.map((id) => `/adjustments/${id}`),
    '/adjustments/:id/history': adjustments.map((id) => `/adjustments/${id}/history`),
    '/adjustments/outlook': people('/adjustments/outlook', '&effective_date=2026-11-21'),
    '/analytics': ['seller', 'customer', 'month'].map((by) => `/analytics?by=${by}&${SEPTEMBER}`),
    '/bank/transactions/:id': [`/bank/transactions/${bank.id}`],
    '/bank/transactions/:id/targets': queries.map((q) => `/bank/transactions/${bank.id}/targets?q=${q}`),
    // Compares days of the database's own clock; its sums are those of the summary.
    '/commissions/comparison': [],
    '/commissions/difference': range('/commissions/difference'),
    '/commissions/summary': range('/commissions/summary'),
    '/commissions/changes': range('/commissions/changes'),
    '/commissions': range('/commissions'),
    '/commissions/:id': [`/commissions/${record!.id}`],
    '/commissions/:id/explain': [`/commissions/${record!.id}/explain`],
    '/commissions/:id/history': [`/commissions/${record!.id}/history`],
    '/commissions/projections/inputs': people('/commissions/projections/inputs'),
    '/commission-statements/:id': [`/commission-statements/${statement.id}`],
    '/commission-statements/:id/file': [`/commission-statements/${statement.id}/file`],
    '/customers/:id': [`/customers/${customer}`],
    '/deals/:id': [`/deals/${deal.id}`],
    '/deals/:id/links': [`/deals/${deal.id}/links`],
    '/deals/:id/moves': [`/deals/${deal.id}/moves`],
    '/deals/choices': ['event', 'invoice'].flatMap((kind) => queries.map((q) => `/deals/choices?kind=${kind}&q=${q}`)),
    '/deals/open': people('/deals/open'),
    '/events': [`/events?${SEPTEMBER}`],
    '/events/:id/timeline': [`/events/${event.id}/timeline`],
    '/forecast/costs': range('/forecast/costs'),
    '/goals': people('/goals', '&month=2026-11-01'),
    '/invoices/:id': [`/invoices/${invoice.id}`],
    '/invoices/:id/file': [`/invoices/${invoice.id}/file`],
    '/invoices/:id/split': [`/invoices/${invoice.id}/split`],
    '/invoices/customers': queries.map((q) => `/invoices/customers?q=${q}`),
    '/invoices/lookup': queries.map((q) => `/invoices/lookup?q=${q}`),
    '/invoices/prefill': ['/invoices/prefill', `/invoices/prefill?deal=${deal.id}`],
    // Written like a statement file, and only for closed months.
    '/issued-statements/:id/file': [],
    '/payments/:id': payments.map((id) => `/payments/${id}`),
    '/payments/choices': queries.map((q) => `/payments/choices?q=${q}`),
    '/payments/open/customers/:id': [`/payments/open/customers/${customer}`],
    '/payments/open/people/:id': [`/payments/open/people/${ids.sam}`],
    '/payout-runs/:id': [`/payout-runs/${run.id}`],
    '/payouts': people('/payouts'),
    '/payouts/:id': [...payouts.map((id) => `po-${id}`), `next-${ids.sam}`].map((id) => `/payouts/${id}`),
    '/payouts/next': people('/payouts/next'),
    '/payouts/waiting': people('/payouts/waiting'),
    '/people/:id': [ids.sam, ids.ada].map((id) => `/people/${id}?${SEPTEMBER}`),
    '/performance/team': range('/performance/team'),
    '/analytics/performance': people('/analytics/performance', `&${SEPTEMBER}`),
    '/activity': people('/activity'),
    '/periods/:id/check': ['/periods/2026-09/check'],
    '/periods/:id/review': ['/periods/2026-10/review'],
    '/plans/:id/clauses': [`/plans/sellers/clauses?${SEPTEMBER}`],
    '/plans/:id/records': ['base', 'rates', 'quota'].map((key) => `/plans/sellers/records?${SEPTEMBER}&key=${key}&version=${version}`),
    '/search': queries.map((q) => `/search?q=${q}`),
    '/story': [...stories, ...payments.map((id) => `payment&id=${id}`)].map((story) => `/story?kind=${story}`),
    '/users/:id': [ids.sam, ids.kim, ids.ada].map((id) => `/users/${id}`),
    '/wake/:kind/:id': wakes.map((path) => `/wake/${path}`),
    '/why-not': [...queries, ...wakes.slice(0, 2).map((path) => `/wake?of=${path.replace('/', '-')}`)].map(
      (q) => `/why-not?q=${encodeURIComponent(q)}&start_date=2026-10-01&end_date=2026-10-31`,
    ),
  });
};

const withoutPrefix = (url: string): string => url.replace('/api/v1', '');
const urlsOf = ({ url }: Known): readonly string[] => questions[withoutPrefix(url)] ?? [withoutPrefix(url)];

beforeAll(async () => {
  await fill();
  const app = buildApp({ db: server.db, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  app.addHook('onRoute', ({ method, url, config }) => {
    const permission = config?.permission;
    // SCIM has only people and its own scope: tests/server/scim.
    if (method !== 'GET' || !permission || permission === 'public' || !url.startsWith('/api/v1/')) return;
    const sufficient = scopesFor(permission, config.kind ?? 'read');
    if (sufficient.length > 0) known.push({ url, permission, sufficient });
  });
  await app.ready();
  await app.close();
  for (const asker of requesters)
    for (const scope of tokenScopeNames) {
      const body = { name: scope, scopes: [scope], expires_in_days: 30, current_password: PASSWORD };
      const answer = await server.call('POST', '/api/v1/tokens', { token: tokens[asker], body });
      if (answer.statusCode === 201) secrets.set(`${asker} ${scope}`, answer.json().secret);
    }
}, 120_000);
afterAll(() => server.close());

let calls = 0;
const ask = async (url: string, token: string | undefined): Promise<Readonly<{ status: number; body: string }>> => {
  calls += 1;
  // Stays below the rate limit of a token.
  if (calls % 100 === 0) server.clock.advance(MINUTE_MS);
  const { statusCode, body } = await server.call('GET', `/api/v1${url}`, { token });
  return { status: statusCode, body };
};
/** The subjects that an answer reveals, apart from the question that it repeats. */
const shownIn = (body: string): string[] => {
  const shown = body.replace(/"asked":"[^"]*"/, '');
  return Object.entries(subjects).flatMap(([name, { marks }]) => (marks.some((mark) => shown.includes(mark)) ? [name] : []));
};

/** Every subject that this scope alone reveals, with one address each. */
const shownTo = async (asker: string, scope: TokenScope): Promise<Map<string, string>> => {
  const shown = new Map<string, string>();
  for (const route of known)
    for (const url of urlsOf(route)) {
      const { status, body } = await ask(url, secrets.get(`${asker} ${scope}`));
      expect(status, `${scope} ${url}: ${body}`).toBeLessThan(429);
      for (const subject of status === 200 ? shownIn(body) : []) if (!shown.has(subject)) shown.set(subject, url);
    }
  return shown;
};

describe('an answer to a token with one scope (decisions 4.11)', () => {
  it('is tested for every call open to tokens, and a session sees every subject', async () => {
    const seen = new Set<string>();
    const unanswered: string[] = [];
    const parts = new Set(known.map(({ url }) => withoutPrefix(url)));
    expect(Object.keys(questions).filter((path) => !parts.has(path))).toEqual([]);
    for (const route of known) {
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      for (const url of urlsOf(route)) answers.push(await ask(url, tokens.ada));
      if (answers.length > 0 && !answers.some(({ status }) => status === 200)) unanswered.push(`${route.url} ${answers[0]?.body}`);
      for (const { status, body } of answers) if (status === 200) for (const subject of shownIn(body)) seen.add(subject);
    }
    expect(unanswered).toEqual([]);
    expect([...seen].sort()).toEqual(Object.keys(subjects).sort());
  });

  it.each(requesters.flatMap((asker) => tokenScopeNames.map((scope) => [asker, scope] as const)))(
    '%s, %s: contains no other subject',
    async (asker, scope) => {
      if (!secrets.has(`${asker} ${scope}`)) return;
      const shown = await shownTo(asker, scope);
      const beyond = [...shown].filter(([subject]) => !subjects[subject]!.scopes.includes(scope));
      // The audit log names every subject.
      expect(scope === 'read:audit' ? [] : beyond).toEqual([]);
    },
  );
});
