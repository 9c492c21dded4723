import type { Role } from '../../../../../contract/entities/user.ts';
import { buildApp } from '../../../../../server/app.ts';
import { openStore } from '../../../../../server/db/repositories/store.ts';
import { importTransactions } from '../../../../../server/domain/bank/importTransactions.ts';
import { computeMarks } from '../../../../../server/domain/commissions/recompute/index.ts';
import { instanceWorker } from '../../../../../server/jobs/instanceWorker.ts';
import { createFactWriter } from '../../facts.ts';
import { createRewindingDatabase } from '../../rewindingDatabase.ts';
import { type TestApp, testApp } from '../../testApp.ts';
import type { TestDatabase } from '../../testDatabase.ts';
import { bankFact } from '../bank.ts';
import { eventRow } from '../events.ts';

const roles = {
  abe: 'admin',
  ada: 'admin',
  vic: 'vp_sales',
  mia: 'sales_manager',
  max: 'sales_manager',
  sam: 'salesperson',
  kim: 'salesperson',
  fay: 'finance',
  finn: 'finance',
  eve: 'events_manager',
} as const satisfies Record<string, Role>;
type Name = keyof typeof roles;
/** One person per role, each with commission: Ada, Fay and Eve sold until Nov 14. */
export const actors = ['ada', 'vic', 'mia', 'sam', 'fay', 'eve'] as const satisfies readonly Name[];
export type ActorName = (typeof actors)[number];
const formerSellers: readonly string[] = ['ada', 'fay', 'eve'];

const rates = [
  { match: { activity_type: 'Camp' }, base_commission_rate: 0.5 },
  { match: { customer_type: 'Library' }, base_commission_rate: 0.2 },
  { match: { territory: 'West' }, base_commission_rate: 0.1 },
];
const bonuses = [
  { id: 'deals', name: 'Deals', metric: 'won_deals', level: 3, within: 'month', amount: 400 },
  { id: 'net', name: 'Net revenue', metric: 'net_revenue', level: 30_000, within: 'quarter', amount: 300 },
];
const plan = {
  id: 'default',
  quota: { period: 'quarter', amount: 20_000 },
  rates,
  bonuses,
  splits: { sales_person: 0.8, sales_lead: 0.2 },
  team_override: { role: 'sales_manager', rate: 0.02 },
};
/** Variants of the release rule and the tiers. */
export const variants = [
  { ...plan },
  { ...plan, due: { when: 'proportional_to_payments' }, clawback: { enabled: true, window_days: 90, max_share_of_payout: 0.5 } },
  { ...plan, due: { when: 'on_booking' } },
  {
    ...plan,
    tiers: [
      { from: 0, rate: 0.02 },
      { from: 0.5, rate: 0.06 },
      { from: 1, rate: 0.12 },
    ],
    tier_mode: 'retroactive',
  },
] as const;
export const planOf = (variant: number) => variants[variant % variants.length] ?? plan;

const ids = async ({ add, db }: TestApp): Promise<Record<Name, number>> => {
  const made = {} as Record<Name, number>;
  for (const name of Object.keys(roles) as Name[])
    made[name] = await add({
      email: `${name}@example.test`,
      role: roles[name],
      first_name: name,
      ...(name === 'sam' || name === 'kim' ? { manager_id: made.mia } : {}),
    });
  for (const name of formerSellers) {
    const past = { user_id: made[name as Name], until_day: '2026-11-15', role: 'salesperson', active: true } as const;
    await db.query.insertInto('user_past').values(past).execute();
  }
  return made;
};

/** One person's sales in every state: unpaid, partly paid, paid, paid out, credited, shared, in a closed month. */
const sell = async (server: TestApp, people: Record<Name, number>, name: ActorName): Promise<void> => {
  const facts = createFactWriter(server.db, people.abe, server.clock);
  const { query } = server.db;
  const customer = await query
    .insertInto('customers')
    .values({ name: `School of ${name}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const book = (day: string, dollars: number, overrides: object = {}): Promise<number> =>
    facts.addInvoice({
      salesperson_id: people[name],
      booking_date: day,
      net_cents: dollars * 100,
      customer_id: customer.id,
      customer_name: `School of ${name}`,
      ...overrides,
    });
  const other = name === 'sam' ? people.kim : people.sam;
  const closed = await book('2026-10-06', 900);
  await facts.pay(closed, 450_00, '2026-10-20');
  await book('2026-11-03', 1000);
  const partlyPaid = await book('2026-11-04', 2000);
  await facts.pay(partlyPaid, 500_00, '2026-11-10');
  const paid = await book('2026-11-05', 3000);
  await facts.pay(paid, 3000_00, '2026-11-10');
  const done = await book('2026-11-06', 4000);
  await facts.pay(done, 4000_00, '2026-11-10');
  await facts.payOut(done, 100_00, '2026-11-12');
  const credited = await book('2026-11-09', 1500);
  await facts.pay(credited, 700_00, '2026-11-11');
  await book('2026-11-12', -400, { credit_of_id: credited });
  await book('2026-11-10', 1200, { salesperson_id: other, sales_lead_id: people[name] });
  await book('2026-11-11', 800, { salesperson_id: other });
  for (const amount_cents of [-50_00, 75_00]) await facts.adjust(paid, amount_cents, '2026-11-13');
  const record = await facts.recordOf(paid);
  const held = {
    commission_id: record.id,
    reason: 'Check it',
    release_on: null,
    held_by: people.finn,
    held_at: server.clock().toISOString(),
  };
  if (name !== 'vic') await query.insertInto('record_holds').values(held).execute();
  const pending = {
    related_invoice_id: partlyPaid,
    commission_id: (await facts.recordOf(partlyPaid)).id,
    user_id: people[name],
    amount_cents: 600_00,
    reason: 'A large one',
    state: 'pending' as const,
    effective_date: '2026-11-13',
    created_by: people.abe,
    decided_by: null,
    decided_at: null,
  };
  await query.insertInto('adjustments').values(pending).execute();
  await query
    .insertInto('events')
    .values([
      eventRow({ sales_person: `${name} Person`, activity_type: 'Class', starts_at: '2026-11-18T16:00:00Z' }),
      eventRow({ sales_person: `${name} Person`, activity_type: 'Camp', starts_at: '2026-11-19T16:00:00Z' }),
    ])
    .execute();
  const receipt = { customer_id: customer.id, received_on: '2026-11-12', method: 'ACH', amount_cents: 1000_00, created_by: people.finn };
  await query
    .insertInto('receipts')
    .values([
      { ...receipt, state: 'completed' },
      { ...receipt, reference: 'later', state: 'pending' },
    ])
    .execute();
};

/** Two deals won this month and one open deal. */
const deal = async (call: (name: Name, method: 'POST', path: string, body: object) => Promise<unknown>, owner: string): Promise<void> => {
  for (const step of ['win', 'win', '']) {
    const body = { name: 'Robotics week', customer_name: 'Acme', owner_id: owner, amount: '900', expected_close_date: '2026-11-30' };
    const created = (await call('abe', 'POST', '/deals', body)) as { id: string; version: number };
    if (step !== '') await call('abe', 'POST', `/deals/${created.id}/${step}`, { version: created.version });
  }
};

type Ask = (name: Name, method: 'POST' | 'PUT', path: string, body: object) => Promise<unknown>;

/** A manually split invoice, a draft, and a question. */
const splitAndAsk = async ({ db }: TestApp, ask: Ask, people: Record<Name, number>, name: ActorName): Promise<void> => {
  const own = await db.query.selectFrom('invoices').select(['id', 'net_cents']).where('salesperson_id', '=', people[name]).execute();
  const shared = own.find(({ net_cents }) => net_cents === 1000_00);
  const shares = [
    { user_id: String(people[name]), share: 0.5 },
    { user_id: String(people.max), share: 0.5 },
  ];
  await ask('abe', 'PUT', `/invoices/${shared?.id}/split`, { shares, reason: 'Both sold it', version: 0 });
  const draft = { customer_name: `School of ${name}`, gross_amount: '2000', net_revenue: '2000', due_date: '2026-12-20' };
  const sellers = formerSellers.includes(name) ? { booking_date: '2026-11-09' } : { booking_date: '2026-11-19' };
  await ask('abe', 'POST', '/invoices', { ...draft, ...sellers, salesperson_id: String(people[name]) });
  // In November, because an open question blocks closing its month.
  const record = await db.query
    .selectFrom('commission_records')
    .select('id')
    .where('user_id', '=', people[name])
    .where('booking_date', '>=', '2026-11-01')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await ask(name, 'POST', `/commissions/${record.id}/disputes`, { message: 'This is too little' });
};

/** Files of another bookkeeper: everyone's sales, then lower amounts for the same sales. */
const importBy = async (server: TestApp, token: string): Promise<void> => {
  const worker = instanceWorker(server.db, () => {}, server.clock);
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object | string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/octet-stream' } : {}),
    };
    const answer = await server.app.inject({ method, url: `/api/v1/imports${path}`, headers, ...(body ? { payload: body } : {}) });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`);
    return answer.statusCode === 204 ? {} : answer.json();
  };
  for (const total of [600, 500]) {
    const rows = actors.map((name) => `B-${name},School of ${name},2026-11-08,${total},${name}@example.test`);
    const content = ['Number,Customer,Date,Total,Sales Rep', ...rows].join('\n');
    const { id } = await send('POST', '', { kind: 'invoices', file_name: `${total}.csv`, size: content.length });
    await send('PUT', `/${id}/parts/0`, content);
    await send('POST', `/${id}/read`, {});
    await worker.drain();
    const { mapping } = await send('GET', `/${id}`);
    await send('PUT', `/${id}/mapping`, { mapping });
    await worker.drain();
    await send('POST', `/${id}/start`, {});
    await worker.drain();
  }
};

const bankOf = async (server: TestApp): Promise<void> => {
  const newConnection = { kind: 'mercury', name: 'Acme Bank', external_account: 'b-1' } as const;
  const { id } = await server.db.query.insertInto('connections').values(newConnection).returning('id').executeTakeFirstOrThrow();
  const facts = actors.map((name) => bankFact({ external_id: `t-${name}`, amount_cents: 1000_00, counterparty: `School of ${name}` }));
  await openStore(server.db).transaction((tx) => importTransactions(tx, id, facts, server.clock()));
};

/**
 * A small company in which everyone has commission, reset after each sequence of calls. `variant` selects one of `variants`. Two admins and
 * a VP may approve, so the exception for a sole approver doesn't apply.
 */
export const createOwnPayCompany = async (variant = 0) => {
  const created = await testApp();
  const people = await ids(created);
  const tokens = {} as Record<Name, string>;
  for (const name of Object.keys(roles) as Name[]) tokens[name] = (await created.signIn(`${name}@example.test`)).access_token;
  const ask = async (name: Name, method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await created.call(method, `/api/v1${path}`, { token: tokens[name], body });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const config = { plans: [planOf(variant)], books_begin_on: '2026-10-01' };
  await ask('abe', 'PUT', '/settings/general', { companyName: 'Acme', commissionsConfig: JSON.stringify(config) });
  for (const name of actors) {
    await sell(created, people, name);
    if (!formerSellers.includes(name)) await deal(ask, String(people[name]));
  }
  await bankOf(created);
  for (const name of actors) await splitAndAsk(created, ask, people, name);
  if (variant % 2 === 1) await ask('finn', 'POST', '/payout-runs', { month: '2026-11', pay_on: '2026-11-25' });
  await importBy(created, tokens.finn);
  await instanceWorker(created.db, () => {}, created.clock).drain();
  // Each month needs two signatures: October is closed in two of the variants, and signed once in the others.
  for (const name of variant % 4 < 2 ? (['abe', 'finn'] as const) : (['abe'] as const))
    await ask(name, 'POST', '/period-closings', { until: '2026-10' });
  const [october] = await created.db.query.selectFrom('pay_periods').select('state').execute();
  if (october?.state !== (variant % 4 < 2 ? 'closed' : 'review')) throw new Error(`October is ${october?.state}`);
  await instanceWorker(created.db, () => {}, created.clock).drain();
  await created.app.close();

  const past = await createRewindingDatabase(created.db);
  const db = past.db as TestDatabase;
  const options = { logLevel: 'silent', trustProxy: [], publicUrl: undefined } as const;
  const app = buildApp({ db, clock: created.clock, config: options });
  await app.ready();
  const store = openStore(db);
  const failures: unknown[] = [];
  const worker = instanceWorker(db, (error) => failures.push(error), created.clock);
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 5 && (await store.marks.any()); round += 1) await computeMarks(store, created.clock);
  };
  await settle();
  await past.keep();
  return {
    variant,
    config,
    people,
    tokens,
    app,
    db,
    settle,
    rewind: past.rewind,
    /** Runs the jobs that the calls queued. */
    drain: async (): Promise<void> => {
      await worker.drain();
      await settle();
    },
    close: async (): Promise<void> => {
      await app.close();
      await past.close();
      await created.db.drop();
    },
  };
};
export type OwnPayCompany = Awaited<ReturnType<typeof createOwnPayCompany>>;
