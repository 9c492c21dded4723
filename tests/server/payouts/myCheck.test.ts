import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NextPayout, PayoutDetail, PayoutPage } from '../../../contract/entities/payout.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
let october: string;
const id = (name: string): number => world.ids[name] as number;
const get = <T>(name: string, path: string): Promise<T> => world.ok<T>(world.call(name, 'GET', path));
const next = (name: string, more = ''): Promise<NextPayout> => get(name, `payouts/next${more}`);
const list = (name: string, more = ''): Promise<PayoutPage> => get(name, `payouts${more}`);
const one = (name: string, payout: string, more = ''): Promise<PayoutDetail> => get(name, `payouts/${payout}${more}`);
/** An invoice that earns 5% of its amount in cents, due on a day. */
const sale = async (cents: number, booked: string, due: string, paid: string | null, seller = 'sam'): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, booked, seller);
  await world.query.updateTable('invoices').set({ due_date: due }).where('id', '=', invoice).execute();
  if (paid !== null) await world.facts.pay(invoice, cents * 20, paid);
  return invoice;
};
const stepRun = (name: string, run: PayoutRun, kind: string) =>
  world.ok<PayoutRun>(world.call(name, 'POST', `payout-runs/${run.id}/${kind}`, kind === 'complete' ? {} : { version: run.version }));
const propose = (month: string, pay_on: string): Promise<PayoutRun> =>
  world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
const payRun = async (month: string, pay_on: string): Promise<PayoutRun> =>
  stepRun('fay', await stepRun('finn', await propose(month, pay_on), 'approve'), 'complete');
const paymentIn = (run: PayoutRun, name: string): string => run.data.find(({ user_name }) => user_name === name)?.payment_id ?? '';
const money = ({ next: { id: payout, amount, payment_date, status }, ready, ready_on, waiting }: NextPayout) => [
  ...[payout, amount, payment_date, status],
  ...[ready, ready_on, waiting],
];

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.query
    .updateTable('users')
    .set({ manager_id: id('mia') })
    .where('id', '=', id('sam'))
    .execute();
  school = await world.customer();
  await world.setClock('2026-10-31T18:00:00Z');
  await sale(100_000, '2026-10-05', '2026-10-20', '2026-10-19');
  await sale(5000, '2026-10-06', '2026-10-20', '2026-10-19', 'kim');
  october = paymentIn(await payRun('2026-10', '2026-10-31'), 'Sam Seller');
  await world.setClock('2026-11-21T18:00:00Z');
});
afterAll(() => world.server.close());

describe('decisions 2.29: next check', () => {
  it('shows the pay day, the ready amount and the amount waiting for customers', async () => {
    await sale(80_000, '2026-11-02', '2026-11-12', '2026-11-10');
    await sale(12_000, '2026-11-03', '2026-11-13', null);
    await sale(8000, '2026-11-04', '2026-12-04', null);
    expect(money(await next('sam'))).toEqual([`next-${id('sam')}`, 800, '2026-11-30', 'ready', 800, '2026-11-30', 200]);
  });

  it('compares itself with the last one to the cent', async () => {
    const { amount, parts, steps, baseline } = await one('sam', `next-${id('sam')}`);
    expect(amount).toBe(800);
    expect(parts.map((part) => [part.cause, part.amount, part.lines.map((line) => [line.amount, line.missing])])).toEqual([
      [
        'new_sales',
        920,
        [
          [800, false],
          [120, true],
        ],
      ],
      ['paid_late', -120, [[-120, true]]],
    ]);
    expect([baseline?.id, baseline?.amount]).toEqual([october, 1000]);
    expect(steps).toEqual([
      { cause: 'new_sales', amount: -80, before: 1000, after: 920, count: 1 },
      { cause: 'paid_late', amount: -120, before: 0, after: -120, count: 1 },
    ]);
  });

  it('is a proposed payment with its own day', async () => {
    const run = await propose('2026-11', '2026-11-27');
    const pending = paymentIn(run, 'Sam Seller');
    const summary = { pending: { count: 1, amount: 800 }, processing: { count: 0, amount: 0 } };
    expect((await list('fay')).summary).toEqual(summary);
    expect((await list('kim')).summary?.pending).toEqual({ count: 0, amount: 0 });
    expect(money(await next('sam'))).toEqual([pending, 800, '2026-11-27', 'pending', 0, '2026-12-31', 200]);
    expect((await one('sam', pending)).steps.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['new_sales', -80],
      ['paid_late', -120],
    ]);
    await stepRun('fay', run, 'cancel');
  });

  it('has nothing ready for a person who never sold', async () =>
    expect(money(await next('vic'))).toEqual([`next-${id('vic')}`, 0, '2026-11-30', 'ready', 0, '2026-11-30', 0]));

  it('uses the configured pay day', async () => {
    const body = { companyName: 'C', commissionsConfig: JSON.stringify({ payout: { day: 15 } }) };
    await world.ok(world.call('ada', 'PUT', 'settings/general', body));
    expect((await next('sam')).ready_on).toBe('2026-12-15');
    await world.ok(world.call('ada', 'PUT', 'settings/general', { ...body, commissionsConfig: '{}' }));
  });
});

describe('decisions 2.29: payout readers', () => {
  it('everyone reads their own, a manager the team’s, finance and admins all', async () => {
    const names = async (name: string) => [...new Set((await list(name)).data.map(({ user_name }) => user_name))].sort();
    expect(await names('sam')).toEqual(['Sam Seller']);
    expect(await names('kim')).toEqual(['Kim Keller']);
    expect(await names('mia')).toEqual(['Sam Seller']);
    expect(await names('vic')).toEqual([]);
    expect(await names('fay')).toEqual(['Kim Keller', 'Sam Seller']);
    expect(await names('ada')).toEqual(['Kim Keller', 'Sam Seller']);
  });

  it.each(['payouts?user_id=SAM', 'payouts/next?user_id=SAM', 'payouts/OCTOBER', 'payouts/next-SAM', 'payouts/OCTOBER?against=OCTOBER'])(
    'a stranger is refused %s',
    async (path) => {
      const real = path.replaceAll('SAM', String(id('sam'))).replaceAll('OCTOBER', october);
      for (const name of ['kim', 'vic', 'eve'])
        expect(await world.refused(world.call(name, 'GET', real)), name).toEqual([403, 'forbidden']);
      for (const name of ['sam', 'mia', 'fay', 'ada']) expect((await world.call(name, 'GET', real)).statusCode, name).toBe(200);
    },
  );

  it('a payout is compared only with payouts of the same person', async () => {
    const kims = (await list('kim')).data[0]?.id as string;
    expect(await world.refused(world.call('fay', 'GET', `payouts/${october}?against=${kims}`))).toEqual([404, 'not_found']);
    expect(await world.refused(world.call('sam', 'GET', `payouts/${october}?against=${kims}`))).toEqual([403, 'forbidden']);
  });

  it.each(['po-0', 'po-999999', 'cp-1', 'next-0', 'x'])('%s is not a payout', async (payout) =>
    expect(await world.refused(world.call('fay', 'GET', `payouts/${payout}`))).toEqual([404, 'not_found']),
  );

  it('a former manager reads nothing of the person', async () => {
    await world.query.updateTable('users').set({ manager_id: null }).where('id', '=', id('sam')).execute();
    expect(await world.refused(world.call('mia', 'GET', `payouts/${october}`))).toEqual([403, 'forbidden']);
    expect((await list('mia')).data).toEqual([]);
    await world.query
      .updateTable('users')
      .set({ manager_id: id('mia') })
      .where('id', '=', id('sam'))
      .execute();
  });
});

describe('decisions 2.29: causes', () => {
  it('late money and an adjustment have separate lines', async () => {
    const late = (await world.query.selectFrom('invoices').select('id').where('due_date', '=', '2026-11-13').executeTakeFirstOrThrow()).id;
    await world.facts.pay(late, 240_000, '2026-11-18');
    const adjusted = await sale(3000, '2026-11-05', '2026-11-20', '2026-11-10');
    await world.facts.adjust(adjusted, 700, '2026-11-11');
    const detail = await one('sam', `next-${id('sam')}`);
    expect(detail.parts.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['new_sales', 830],
      ['paid_late', 120],
      ['adjustments', 7],
    ]);
    expect(detail.steps.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(-4300);
  });

  it('a reversal has lines but no comparison', async () => {
    const payment = await get<{ version: number; id: string }>('fay', `payments/${october}`);
    await world.ok(world.step('fay', payment, 'reverse', { reason: 'The bank returned it' }));
    const [reversal] = (await list('sam')).data;
    expect([reversal?.amount, reversal?.reversal_of]).toEqual([-1000, october]);
    const detail = await one('sam', reversal?.id ?? '');
    expect([detail.parts.map(({ cause, amount }) => [cause, amount]), detail.baseline, detail.steps]).toEqual([
      [['clawed_back', -1000]],
      null,
      [],
    ]);
    // The reversed payment is no longer an earlier check.
    expect((await one('sam', `next-${id('sam')}`)).baseline).toBeNull();
  });
});

describe('pages', () => {
  it('spec 3.09: list each payout once, newest first', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page: PayoutPage = await list('fay', `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.data.map((payout) => payout.id));
      cursor = page.pagination.cursor ?? '';
      expect(page.pagination.total).toBe(3);
    } while (cursor !== '');
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(3);
    expect(seen).toEqual((await list('fay')).data.map((payout) => payout.id));
  });

  it('tie a cursor to its query', async () => {
    const { pagination } = await list('fay', '?limit=1');
    for (const query of [`user_id=${id('sam')}&cursor=${pagination.cursor}`, 'cursor=abc']) {
      const { statusCode, json } = await world.call('fay', 'GET', `payouts?${query}`);
      expect([statusCode, json().code], query).toEqual([400, 'cursor_invalid']);
    }
  });

  it('show only readable payouts with another person’s cursor', async () => {
    const { pagination } = await list('fay', '?limit=1');
    expect((await list('kim', `?cursor=${pagination.cursor}`)).data.every(({ user_name }) => user_name === 'Kim Keller')).toBe(true);
  });
});
