import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { periodAt } from '../../../../../contract/rules/time/period.ts';
import { NO_TEAMS } from '../../../../../server/db/repositories/commissions/teamReach.ts';
import { openStore } from '../../../../../server/db/repositories/store.ts';
import { computeMarked } from '../../../../../server/domain/commissions/recompute/computeMarked.ts';
import {
  affectedBy,
  beginRun,
  computeMarks,
  readAndDiff,
  recomputeOrMark,
} from '../../../../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../../../../server/domain/plans/config.ts';
import { todayIn } from '../../../../../server/domain/shared/clock.ts';
import { addReceipt } from '../../facts.ts';
import { randomOf } from '../../records.ts';
import { marksLeft, remainingDifferences, wrongSums } from '../marks.ts';
import { changeWithMarks, createLateCompany, type LateCompany } from './late.ts';
import { endsAsRecomputed, type LateHistory, type LateStep } from './lateHistory.ts';

/** Marks are computed all at once after each step; in small parts in any order while more arrive; or by two instances concurrently. */
export type ComputeMode = 'at once' | 'in parts' | 'by two';
type Of<Do extends LateStep['do']> = Extract<LateStep, { do: Do }>;
/** Amounts in cents for a person and an invoice. */
type Total = Readonly<{ whose: string; recorded: number; approved: number; pending: number }>;
/** `totals`: recorded, approved and proposed amounts together, which are independent of the order of computation. */
export type Played = Readonly<{ wrong: readonly string[]; totals: readonly string[] }>;

const MONTHS = `generate_series('2026-01-15'::date, '2026-12-15', interval '1 month')`;
const isDeadlock = (error: unknown): boolean => `${(error as Error).message} ${String((error as Error).cause)}`.includes('deadlock');
const linesOf = (totals: readonly Total[]): string[] => totals.map((total) => JSON.stringify(total));
const differences = (readonlyArray: readonly string[], other: readonly string[]): string =>
  `${readonlyArray.filter((line) => !other.includes(line)).join(', ')} | ${other.filter((line) => !readonlyArray.includes(line)).join(', ')}`;
export const differenceOf = (a: Played, b: Played): string | null =>
  JSON.stringify(a.totals) === JSON.stringify(b.totals) ? null : differences(a.totals, b.totals);

const computing = (world: LateCompany, way: ComputeMode, seed: number) => {
  const random = randomOf(seed * 31 + way.length * 977);
  const { store } = world.facts;
  /** Computes `count` transactions, each with few people and very few records. */
  const parts = async (count: number): Promise<void> => {
    for (let part = 0; part < count; part += 1) {
      const marks = await store.marks.next(200, []);
      if (marks.length === 0) return;
      const people = [...new Set(marks.map(({ user_id }) => user_id))];
      const some = Array.from({ length: 1 + random.below(3) }, () => people.splice(random.below(people.length), 1)).flat();
      const days = some.map((id) => random.of(marks.filter(({ user_id }) => user_id === id)));
      await store.transaction((tx) => computeMarked(tx, days, 1 + random.below(4), world.server.clock()));
    }
  };
  const computeByTwo = async (): Promise<void> => {
    const second = await world.other();
    for (let time = 0; time < 20 && (await store.marks.any()); time += 1) {
      const later = pause(random.below(15)).then(() => computeMarks(second, world.server.clock));
      for (const done of await Promise.allSettled([world.compute(), later]))
        if (done.status === 'rejected' && !isDeadlock(done.reason)) throw done.reason;
    }
  };
  const all = async (): Promise<void> => {
    if (way === 'at once') await world.compute();
    else await (way === 'by two' ? computeByTwo() : parts(10_000));
  };
  const some = async (): Promise<void> => {
    if (way === 'at once') await all();
    else if (random.below(3) > 0) await (way === 'by two' ? computeByTwo() : parts(1 + random.below(4)));
  };
  return { all, some };
};

const createPlayer = (world: LateCompany, token: string, computeAll: () => Promise<void>) => {
  const { db } = world.server;
  const ids: number[] = [];
  const write = (style: 'follow' | 'marks', known: readonly number[], work: (trx: typeof db.query) => Promise<number[]>) =>
    style === 'marks'
      ? changeWithMarks(db, world.cause(), known, work)
      : world.facts.inTransaction('A history', (trx) => work(trx).then((made) => ({ result: made, ids: made })), known);
  const pending = async (): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from adjustments where origin = 'late_fact' and state = 'pending' order by related_invoice_id, user_id`.execute(db.query);
    return rows.map(({ id }) => id);
  };
  const reopen = (month: string): Promise<void> =>
    world.facts.store.transaction(async (tx) => {
      const bookedIn = periodAt('month', `${month}-01`);
      await tx.periods.lockExclusively();
      const { start_date, end_date } = bookedIn;
      await tx.periods.save({ start_date, end_date, state: 'reopened', closed_at: null, closed_by: null, reason: 'Again' });
      await recomputeOrMark(tx, await affectedBy(tx, { bookedIn }), world.cause());
    });
  /** As in the product: refused if a month is closed or there is no seller. */
  const split = async (id: number, other: number, share: number): Promise<void> => {
    const { salesperson_id: seller } = await db.query.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { version } = await world.ask('GET', `/invoices/${id}/split`);
    const shares = [
      { user_id: String(seller), share: 1 - share },
      { user_id: String(other), share },
    ];
    const url = `/api/v1/invoices/${id}/split`;
    const { statusCode, body } = await (share === 0
      ? world.server.call('DELETE', `${url}?version=${version}`, { token })
      : world.server.call('PUT', url, { token, body: { version, reason: 'Both sold it', shares } }));
    if (![200, 204, 409, 422].includes(statusCode)) throw new Error(body);
  };
  const book = async ({ style, seller, hasLead, day: booking_date, cents, memoOf }: Of<'book'>): Promise<void> => {
    const money = { gross_cents: cents, net_cents: cents, booking_date, credit_of_id: memoOf === null ? null : (ids[memoOf] ?? null) };
    const named = { invoice_number: `L-${ids.length}`, customer_name: 'Acme School', state: 'sent' as const };
    const row = { ...named, ...money, salesperson_id: world.ids[seller], sales_lead_id: hasLead ? world.ids.max : null };
    const insert = (trx: typeof db.query) => trx.insertInto('invoices').values(row).returning('id').execute();
    ids.push(...(await write(style, [], async (trx) => (await insert(trx)).map(({ id }) => id))));
  };
  const change = async (id: number, { style, change: { day, cents, state, seller } }: Of<'change'>): Promise<void> => {
    const changed = {
      ...(day ? { booking_date: day } : {}),
      ...(cents ? { net_cents: cents, gross_cents: cents } : {}),
      ...(state ? { state } : {}),
      ...(seller ? { salesperson_id: world.ids[seller] } : {}),
    };
    await write(style, [id], async (trx) => {
      await trx.updateTable('invoices').set(changed).where('id', '=', id).execute();
      return [];
    });
  };
  const pay = async (invoice_id: number, { style, cents, day }: Of<'pay'>): Promise<void> => {
    const payment = { amount_cents: cents, payment_date: day, method: 'ACH', state: 'completed' as const };
    await write(style, [invoice_id], async (trx) => {
      const row = {
        ...payment,
        receipt_id: await addReceipt(trx, payment),
        invoice_id,
        reference: null,
        reversal_of_id: null,
        notes: null,
      };
      await trx.insertInto('customer_payments').values(row).execute();
      return [];
    });
  };
  const decide = async ({ which, decision }: Of<'decide'>): Promise<void> => {
    const waiting = await pending();
    const id = waiting[which % Math.max(1, waiting.length)];
    if (id !== undefined) await world.decide(id, decision);
  };
  const step = async (lateStep: LateStep): Promise<void> => {
    const id = 'index' in lateStep ? (ids[lateStep.index] ?? 0) : 0;
    if (['close', 'manage', 'split', 'decide'].includes(lateStep.do)) await computeAll();
    switch (lateStep.do) {
      case 'book':
        return book(lateStep);
      case 'change':
        return change(id, lateStep);
      case 'pay':
        return pay(id, lateStep);
      case 'split':
        return split(id, world.ids[lateStep.other], lateStep.share);
      case 'close':
        return world.close(lateStep.month);
      case 'reopen':
        return reopen(lateStep.month);
      case 'manage':
        return world.change(lateStep.who, { manager_id: lateStep.manager && String(world.ids[lateStep.manager]) });
      case 'decide':
        return decide(lateStep);
    }
  };
  return { step, pending };
};

const totalsOf = async ({ server: { db } }: LateCompany): Promise<Total[]> => {
  const { rows } = await sql<Total>`
    select u.first_name || ' ' || invoice_id as whose, sum(recorded)::int8 as recorded, sum(approved)::int8 as approved, sum(pending)::int8 as pending
    from (select user_id, invoice_id, amount_cents as recorded, 0 as approved, 0 as pending from commission_records
      union all select user_id, related_invoice_id, 0, case when state = 'approved' then amount_cents else 0 end,
        case when state = 'pending' then amount_cents else 0 end from adjustments where origin = 'late_fact') them
    join users u on u.id = them.user_id group by 1 order by 1`.execute(db.query);
  return rows;
};

/** Marks everything as if it had been changed. */
const markAll = async ({ facts, cause, server: { db } }: LateCompany): Promise<void> => {
  const runId = await beginRun(facts.store, cause());
  await sql`insert into marks (user_id, day, rank, run_id, at) select u.id, d::date, 1, ${runId}, now() from users u, ${sql.raw(MONTHS)} d
    where u.role in ('salesperson', 'sales_manager')`.execute(db.query);
};

/** Everyone's amounts if no month had ever been closed; computed in a transaction that is rolled back. */
const recomputeAllAmounts = async ({ server: { db, clock } }: LateCompany): Promise<Map<string, number>> => {
  const expected = new Map<string, number>();
  const undone = new Error('undone');
  const computed = db.query.transaction().execute(async (trx) => {
    await sql`update pay_periods set state = 'reopened' where state = 'closed'`.execute(trx);
    await sql`update adjustments set commission_id = null`.execute(trx);
    await sql`delete from commission_records`.execute(trx);
    const tx = openStore({ ...db, query: trx });
    const current = await currentConfig(tx);
    const people = new Map((await tx.facts.people(await tx.facts.everybody(NO_TEAMS))).map((row) => [row.id, row]));
    const ranges = [...people.keys()].map((user_id) => ({ user_id, from: '2026-01-01', to: '2026-12-31' }));
    const reading = { current, closedMonths: new Map(), today: todayIn(current.config.timezone, clock()) };
    for (const { diff } of await readAndDiff(tx, ranges, people, reading))
      for (const { after } of diff.inserts)
        expected.set(`${people.get(after.user_id)?.first_name} ${after.invoice_id}`, after.amount_cents);
    throw undone;
  });
  await computed.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return expected;
};

/** Plays a history in a new company and checks the result. */
export const playLateHistory = async (seed: number, history: LateHistory, way: ComputeMode): Promise<Played> => {
  const world = await createLateCompany();
  const wrong: string[] = [];
  const reportAny = (label: string, found: readonly unknown[]): void => {
    if (found.length > 0) wrong.push(`${label}: ${JSON.stringify(found)}`);
  };
  try {
    const compute = computing(world, way, seed);
    const { step, pending } = createPlayer(world, (await world.server.signIn('ada@example.test')).access_token, compute.all);
    await world.save({ books_begin_on: '2026-01-01', ...history.config });
    await world.change('kim', { manager_id: String(world.ids.max) });
    await compute.all();
    for (const one of history.steps) {
      await step(one);
      await compute.some();
    }
    await compute.all();
    reportAny('marks that are left', await marksLeft(world.server.db));
    reportAny('records that a computation would change', await remainingDifferences(world.facts.store, world.server.clock()));
    reportAny('wrong sums', await wrongSums(world.server.db));
    const first = await totalsOf(world);
    await markAll(world);
    await compute.all();
    const second = await totalsOf(world);
    if (differences(linesOf(first), linesOf(second)) !== ' | ')
      wrong.push(`a second look moves ${differences(linesOf(first), linesOf(second))}`);
    for (let time = 0; time < 12; time += 1)
      for (const id of await pending()) {
        if (!(await pending()).includes(id)) continue;
        await world.decide(id, 'approve');
        await compute.all();
      }
    reportAny('proposals without end', await pending());
    if (endsAsRecomputed(history)) {
      const expected = await recomputeAllAmounts(world);
      const totals = new Map((await totalsOf(world)).map(({ whose, recorded, approved }) => [whose, recorded + approved]));
      const off = [...new Set([...expected.keys(), ...totals.keys()])].filter(
        (whose) => (expected.get(whose) ?? 0) !== (totals.get(whose) ?? 0),
      );
      reportAny(
        'not as from nothing',
        off.map((whose) => `${whose} has ${totals.get(whose) ?? 0}, should have ${expected.get(whose) ?? 0}`),
      );
    }
    const totals = first.map(({ whose, recorded, approved, pending: proposed }) => `${whose}: ${recorded + approved + proposed}`);
    return { wrong, totals: totals.filter((total) => !total.endsWith(': 0')) };
  } finally {
    await world.end();
  }
};
