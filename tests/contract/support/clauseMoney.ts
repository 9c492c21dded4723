import fc from 'fast-check';
import { type BonusFigures, isReached } from '../../../contract/rules/commission/bonus.ts';
import { clauseShares } from '../../../contract/rules/commission/clauses/shares.ts';
import { commissionStatusFor, dueOf } from '../../../contract/rules/commission/commission.ts';
import { type CommissionsConfig, defaultConfig } from '../../../contract/rules/commission/config.ts';
import { settleDraw } from '../../../contract/rules/commission/draw.ts';
import { releasedDuringHold } from '../../../contract/rules/commission/hold.ts';
import type { Bonus, Draw, Plan, ReleaseRule } from '../../../contract/rules/commission/plan.ts';
import { releasedAt } from '../../../contract/rules/commission/release.ts';
import { PPM } from '../../../contract/rules/money.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import type { BonusRow } from '../../../server/db/repositories/commissions/bonuses.ts';
import type { FactRow, PersonRow } from '../../../server/db/repositories/commissions/facts.ts';
import { decideBonus } from '../../../server/domain/commissions/recompute/bonuses/decideBonus.ts';
import { type ExpectedRecord, expectedRecords } from '../../../server/domain/commissions/recompute/index.ts';
import { plans, withRates } from './bookings.ts';

type Invoice = Readonly<{
  net: number;
  day: Day;
  seller: number;
  lead: number | null;
  shares: readonly number[] | null;
  type: string;
  received: number;
  memo: boolean;
}>;
type Payout = Readonly<{ invoice: number; person: number; part: number; more: number }>;
/** A quarter with three sellers: sales shared by plan and by hand, memos, payments, payouts, holds, bonuses, a draw. */
export type ClauseHistory = Readonly<{
  plan: Plan;
  invoices: readonly Invoice[];
  payouts: readonly Payout[];
  held: readonly number[];
  decisions: readonly ('approve' | 'reject' | 'wait')[];
  dues: readonly number[];
}>;

const PEOPLE = [1, 2, 3];
const QUARTER = { start_date: '2026-01-01', end_date: '2026-03-31' };
const AS_OF = '2026-03-31';
const day = fc.integer({ min: 0, max: 80 }).map((days) => addDays('2026-01-01', days));
const money = fc.oneof(fc.integer({ min: 1, max: 12_000_000 }), fc.integer({ min: 0, max: 20 }));

/** Shares of up to three people in millionths, adding up to 100%. */
const shares = fc.tuple(fc.integer({ min: 1, max: PPM - 2 }), fc.integer({ min: 1, max: PPM })).map(([first, cut]) => {
  const second = 1 + (cut % (PPM - first - 1));
  return [first, second, PPM - first - second].filter((share) => share > 0);
});
const bonus: fc.Arbitrary<Bonus> = fc.record({
  id: fc.constant('b'),
  name: fc.constant('b'),
  metric: fc.constantFrom<Bonus['metric'][]>('net_revenue', 'attainment'),
  level: fc.integer({ min: 1, max: 3 }),
  within: fc.constant('quarter'),
  amount: fc.integer({ min: 1, max: 300_000 }),
});
const draw: fc.Arbitrary<Draw | null> = fc.option(fc.record({ amount: fc.integer({ min: 1, max: 400_000 }), recoverable: fc.boolean() }), {
  nil: null,
});
const cap = fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: null, freq: 4 });

const plan: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.constantFrom<Plan['tierMode'][]>('marginal', 'retroactive').chain(plans).chain(withRates),
    fc.constantFrom<ReleaseRule[]>('invoice_paid_in_full', 'proportional_to_payments', 'on_booking'),
    fc.integer({ min: 0, max: PPM }),
    fc.array(bonus, { maxLength: 1 }),
    draw,
    cap,
  )
  .map(([base, when, lead, bonuses, one, perRecord]) => ({
    ...base,
    rates: base.rates.map((clause, index) => ({ ...clause, match: { customer_type: [`t${index}`] } })),
    release: { when, waitDays: 0 },
    splits: { salesPerson: (PPM - lead) / PPM, salesLead: lead / PPM },
    caps: { perRecord, perPeriod: null },
    bonuses: bonuses.map((bonuse) => ({ ...bonuse, level: bonuse.metric === 'attainment' ? bonuse.level / 2 : bonuse.level * 4_000_000 })),
    draw: one,
  }));

export const clauseHistories: fc.Arbitrary<ClauseHistory> = fc.record({
  plan,
  invoices: fc.array(
    fc.record({
      net: money,
      day,
      seller: fc.constantFrom(...PEOPLE),
      lead: fc.option(fc.constantFrom(...PEOPLE), { nil: null }),
      shares: fc.option(shares, { nil: null }),
      type: fc.constantFrom('t0', 't1', 'other'),
      received: fc.integer({ min: 0, max: 12_000_000 }),
      memo: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  payouts: fc.array(
    fc.record({
      invoice: fc.nat(9),
      person: fc.constantFrom(...PEOPLE),
      part: fc.integer({ min: 0, max: 100 }),
      more: fc.integer({ min: -50, max: 50 }),
    }),
    {
      maxLength: 6,
    },
  ),
  held: fc.array(fc.nat(9), { maxLength: 4 }),
  decisions: fc.array(fc.constantFrom('approve', 'reject', 'wait'), { minLength: 8, maxLength: 8 }),
  dues: fc.array(fc.integer({ min: -300_000, max: 600_000 }), { maxLength: 6 }),
});

const check = (holds: boolean, label: string): void => {
  if (!holds) throw new Error(label);
};
const sum = (cents: readonly number[]): number => cents.reduce((total, cent) => total + cent, 0);

const personOf = (id: number): PersonRow => ({
  id,
  role: 'salesperson',
  manager_id: null,
  joined_on: '2020-01-01',
  left_on: null,
  active: true,
  stretches: [],
  leaves: [],
  first_name: 'P',
  last_name: String(id),
  territory: null,
});

/** Every invoice, followed by a full memo for those that have one. */
const factsOf = ({ invoices }: ClauseHistory): FactRow[] =>
  invoices.flatMap(({ net, day: booking_date, seller, lead, shares: byHand, type, received, memo }, index) => {
    const fact: FactRow = {
      user_id: 0,
      id: index + 1,
      invoice_number: `${index}`,
      booking_date,
      gross_cents: net,
      net_cents: net,
      credit_of_id: null,
      customer_name: 'C',
      customer_type: type,
      sale_kind: null,
      term_months: null,
      cost_cents: null,
      units: null,
      list_cents: null,
      customer_since: null,
      notes: null,
      rate_override: null,
      salesperson_id: seller,
      salesperson_role: 'salesperson',
      manager_id: null,
      manager_role: null,
      above: [],
      sales_lead_id: lead,
      sales_lead_role: lead === null ? null : 'salesperson',
      takes_back: null,
      receipts: [[booking_date, received]],
      credits: [],
      has_pay: false,
      activity_types: [],
      splits: byHand ? byHand.map((share, place) => [PEOPLE[place] ?? 1, share] as const) : null,
    };
    const back = {
      ...fact,
      id: index + 101,
      invoice_number: `${index}M`,
      net_cents: -net || 0,
      gross_cents: -net || 0,
      credit_of_id: fact.id,
      receipts: [],
      credits: [],
      has_pay: false,
    };
    return memo ? [fact, back] : [fact];
  });

/** People's parts add up to the invoice, and a person's amounts for an invoice and its full memo cancel out. */
const checkShares = (facts: readonly FactRow[], records: ReadonlyMap<number, readonly ExpectedRecord[]>): void => {
  const all = [...records.values()].flat();
  for (const fact of facts) {
    const mine = all.filter(({ fact: { id } }) => id === fact.id);
    check(sum(mine.map(({ net }) => net)) === fact.net_cents, `the parts of invoice ${fact.id} do not add up`);
    check(sum(mine.map(({ sharePpm }) => sharePpm)) === PPM, `the shares of invoice ${fact.id} do not add up`);
  }
  for (const mine of records.values())
    for (const { computed, fact } of mine) {
      const original = mine.find(({ fact: { id } }) => id === fact.credit_of_id);
      if (original) check(computed.amount + original.computed.amount === 0, `memo ${fact.id} leaves a cent`);
    }
};

/** The clauses' amounts add up to the record, and a held amount is neither due nor overpaid. */
const checkRecords = (history: ClauseHistory, person: number, records: readonly ExpectedRecord[]): number => {
  let earnedOfAll = 0;
  let places = 0;
  for (const [index, { computed, fact, plan }] of records.entries()) {
    const { amount: earned, parts } = computed;
    check(sum(clauseShares(parts).map(({ amount }) => amount)) === earned, 'the clauses do not add up to the record');
    const receipts = fact.receipts.map(([on, amount]) => ({ on, amount }));
    const releasedCents = releasedAt(plan.release, { earned, gross: fact.gross_cents, bookingDate: fact.booking_date, receipts }, AS_OF);
    const payouts = history.payouts.filter(({ invoice, person: whose }) => whose === person && invoice % records.length === index);
    const paid = sum(payouts.map(({ part, more }) => Math.trunc((releasedCents * part) / 100) + more));
    const held = history.held.some((item) => item % records.length === index);
    const released = held ? releasedDuringHold(earned, releasedCents, paid) : releasedCents;
    const [status, due] = [commissionStatusFor(earned, released, paid), dueOf(earned, released, paid)];
    if (held && status === 'over_paid')
      check(commissionStatusFor(earned, releasedCents, paid) === 'over_paid', 'a hold made a record overpaid');
    if (held && earned >= 0 && paid >= 0) check(due === 0, 'something is due of a record that is held');
    const over = earned < 0 ? Math.min(0, paid - released) : Math.max(0, paid - released);
    check(earned === paid + due + (earned - released) - over, 'Earned is not Paid + Due + Not yet due − Overpaid');
    earnedOfAll += earned;
    places += 1;
  }
  check(earnedOfAll === sum(records.map(({ computed }) => computed.amount)), 'the records are not their sum');
  return places;
};

/** Once pending decisions are approved, a bonus pays the amount of its level, whatever was decided and however revenue changed. */
const checkBonuses = ({ plan, decisions }: ClauseHistory, revenue: readonly number[]): void => {
  for (const bonuse of plan.bonuses) {
    const rows: BonusRow[] = [];
    let net = 0;
    const apply = (figures: BonusFigures): void => {
      const { voids, change, moved, create, calculation, reason } = decideBonus(bonuse, QUARTER, figures, rows);
      const replace = (id: number, overrides: Partial<BonusRow>): void => {
        const index = rows.findIndex((row) => row.id === id);
        rows[index] = { ...(rows[index] as BonusRow), ...overrides, after: calculation.after };
      };
      if (moved) rows[rows.indexOf(moved)] = { ...moved, level_moved_at: AS_OF };
      for (const { id } of voids) replace(id, { state: 'void' });
      if (change) replace(change.id, { amount_cents: create });
      else if (create !== 0 && !rows.some(({ state }) => state === 'pending'))
        rows.push({
          id: rows.length,
          user_id: 1,
          bonus_key: 'p/b',
          bonus_from: QUARTER.start_date,
          amount_cents: create,
          state: 'pending',
          reason,
          effective_date: AS_OF,
          after: calculation.after,
          level_moved_at: null,
        });
    };
    for (const [index, more] of revenue.entries()) {
      net += more;
      const figures = { net, quota: plan.quota.amount, won: 0 };
      apply(figures);
      const before = rows.length;
      apply(figures);
      check(rows.length === before, 'the same bonus was proposed twice');
      check(rows.filter(({ state }) => state === 'pending').length <= 1, 'two proposals wait for one bonus');
      const waiting = rows.findIndex(({ state }) => state === 'pending');
      const decision = decisions[index % decisions.length];
      if (waiting >= 0 && decision !== 'wait')
        rows[waiting] = { ...(rows[waiting] as BonusRow), state: decision === 'approve' ? 'approved' : 'rejected' };
      const counts = sum(rows.filter(({ state }) => state === 'approved').map(({ amount_cents }) => amount_cents));
      const waits = sum(rows.filter(({ state }) => state === 'pending').map(({ amount_cents }) => amount_cents));
      const expected = isReached(bonuse, figures) ? bonuse.amount : 0;
      check(counts === 0 || counts === bonuse.amount, 'a bonus counts in part or twice');
      check(counts + waits === expected || rows.some(({ state }) => state === 'rejected'), 'a bonus is neither right nor decided');
    }
  }
};

/** A draw pays the due amount plus its advance minus its recovery, to the cent. */
const checkDraw = ({ plan, dues }: ClauseHistory): void => {
  const months = settleDraw(plan.draw, dues);
  const total = (key: 'pays' | 'drawn' | 'recovered'): number => sum(months.map((month) => month[key]));
  const { balance = 0, carried = 0 } = months.at(-1) ?? {};
  check(total('pays') + carried === sum(dues) + total('drawn') - total('recovered'), 'a draw loses a cent');
  check(
    plan.draw?.recoverable === false ? balance === 0 : balance === total('drawn') - total('recovered'),
    'the balance is not what is owed',
  );
};

/** Checks one history against all of these. @returns the number of its records @throws Error naming the violated rule */
export const checkClauseMoney = (history: ClauseHistory): number => {
  const config: CommissionsConfig = { ...defaultConfig, plans: [history.plan] };
  const facts = factsOf(history);
  const none = { recorded: () => null, fixed: () => null, isUnearned: () => false, membersOf: () => [] };
  const records = new Map(PEOPLE.map((id) => [id, [...expectedRecords(config, personOf(id), facts, QUARTER, none).values()]]));
  // Without caps: a capped memo reverses the capped amount, which other tests cover.
  checkShares(facts, records);
  let count = 0;
  for (const [id, mine] of records) count += checkRecords(history, id, mine);
  checkBonuses(
    history,
    facts.map(({ net_cents }) => net_cents),
  );
  checkDraw(history);
  return count;
};
