import { afterAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { createDatedCompany } from '../support/worlds/dated.ts';

const t = messages.userFormText;
const company = await createDatedCompany();
const { book, call, day, earned, latest, put, refused, seller } = company;
afterAll(() => company.server.close());

describe('decisions 2.22: a sale is priced by the facts of its booking date', () => {
  it('a territory change today leaves an August sale at 700.00', async () => {
    const sam = await seller({ territory: 'West' });
    const august = await book(sam, '2026-08-01', 10_000);
    expect(await earned(august)).toEqual({ [sam]: 700 });
    await put(sam, { territory: 'Midwest' });
    expect(await earned(august)).toEqual({ [sam]: 700 });
    expect(await earned(await book(sam, '2026-11-28', 10_000))).toEqual({ [sam]: 500 });
    await put(sam, { territory: 'Midwest', effective_from: '2026-08-01' });
    expect(await earned(august)).toEqual({ [sam]: 500 });
  });

  it('a new manager gets no override of past months: 600.01 stays with the former one', async () => {
    const sam = await seller({ manager_id: String(company.ids.mia) });
    const august = await book(sam, '2026-08-01', 60_001);
    expect(await earned(august)).toEqual({ [sam]: 3000.05, [company.ids.mia]: 600.01 });
    await put(sam, { manager_id: String(company.ids.max) });
    expect(await earned(august)).toEqual({ [sam]: 3000.05, [company.ids.mia]: 600.01 });
    const november = await book(sam, '2026-11-28', 60_001);
    expect(await earned(november)).toEqual({ [sam]: 3000.05, [company.ids.max]: 600.01 });
    await put(sam, { manager_id: String(company.ids.max), effective_from: '2026-08-01' });
    expect(await earned(august)).toEqual({ [sam]: 3000.05, [company.ids.max]: 600.01 });
  });

  it('a promotion leaves past sales at 500.00; backdated, it reprices them at 200.00', async () => {
    const sam = await seller();
    const august = await book(sam, '2026-08-01', 10_000);
    await put(sam, { role: 'sales_manager' });
    expect(await earned(august)).toEqual({ [sam]: 500 });
    expect(await earned(await book(sam, '2026-11-28', 10_000))).toEqual({ [sam]: 200 });
    await put(sam, { role: 'sales_manager', effective_from: '2026-07-15' });
    expect(await earned(august)).toEqual({ [sam]: 200 });
  });

  it('decisions 2.23: a credit memo reverses the pay of the sale’s manager', async () => {
    const sam = await seller({ manager_id: String(company.ids.mia) });
    const sale = await book(sam, '2026-10-05', 10_000);
    await put(sam, { manager_id: String(company.ids.max) });
    const memo = await company.facts.addInvoice({
      salesperson_id: sam,
      booking_date: '2026-11-28',
      net_cents: -4_000_00,
      credit_of_id: sale,
    });
    expect(await earned(memo)).toEqual({ [sam]: -200, [company.ids.mia]: -40 });
  });

  it('splitting one change into two with the same end gives the same amounts', async () => {
    const [one, two] = [await seller(), await seller()];
    const sales = [];
    for (const day of ['2026-10-05', '2026-10-15', '2026-11-05'])
      sales.push([await book(one, day, 1_000), await book(two, day, 1_000)] as const);
    await put(one, { territory: 'West', effective_from: '2026-10-10' });
    await put(two, { territory: 'West', effective_from: '2026-11-01' });
    await put(two, { territory: 'Midwest', effective_from: '2026-10-10' });
    await put(two, { territory: 'West', effective_from: '2026-10-10' });
    for (const [a, b] of sales) expect((await earned(a))[one]).toBe((await earned(b))[two]);
    expect((await earned(sales[0]![0]))[one]).toBe(50);
    expect((await earned(sales[1]![0]))[one]).toBe(70);
  });

  it('the answer has today’s values, and the audit row the first day', async () => {
    const sam = await seller();
    expect(await put(sam, { territory: 'West', effective_from: '2026-10-01' })).toMatchObject({ territory: 'West' });
    const row = await company.server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'user.updated')
      .where('entity_id', '=', String(sam))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ before: { territory: null }, after: { territory: 'West', effective_from: '2026-10-01' } });
  });
});

describe('decisions 2.22: employment', () => {
  it('is a field of the person, with null for an unknown start', async () => {
    const sam = await seller();
    expect((await call('GET', `/users/${sam}`)).json()).toMatchObject({ employment_start: null, employment_end: null });
    expect(await put(sam, { employment_start: '2026-10-05', employment_end: '2026-12-31' })).toMatchObject({
      employment_start: '2026-10-05',
      employment_end: '2026-12-31',
    });
    expect(await put(sam, { employment_end: null })).toMatchObject({ employment_start: '2026-10-05', employment_end: null });
  });

  it('earns nothing before its first day or after its last', async () => {
    const sam = await seller({ employment_start: '2026-10-05' });
    const [before, first, after] = [
      await book(sam, '2026-10-04', 1_000),
      await book(sam, '2026-10-05', 1_000),
      await book(sam, '2026-11-20', 1_000),
    ];
    expect([await earned(before), await earned(first), await earned(after)]).toEqual([{}, { [sam]: 50 }, { [sam]: 50 }]);
    await put(sam, { employment_end: '2026-11-19' });
    expect(await earned(after)).toEqual({});
    await put(sam, { employment_end: null, employment_start: '2026-10-01' });
    expect([await earned(before), await earned(after)]).toEqual([{ [sam]: 50 }, { [sam]: 50 }]);
  });

  it('ends today on deactivation and resumes on activation', async () => {
    const sam = await seller();
    expect(await put(sam, { active: false })).toMatchObject({ active: false, employment_end: '2026-11-28' });
    await day('2026-11-29');
    expect(await put(sam, { active: true })).toMatchObject({ active: true, employment_end: null });
    await day('2026-11-28');
  });

  it('is readable only by administrators and the person', async () => {
    const sam = await seller({ employment_start: '2026-10-05' });
    const { access_token } = await company.server.signIn('mia@example.test');
    const answer = await company.server.call('GET', `/api/v1/users/${sam}`, { token: access_token });
    expect(answer.json()).not.toHaveProperty('employment_start');
  });
});

describe('bad input', () => {
  it('refuses a start after the end', async () => {
    const sam = await seller();
    expect(await refused(sam, { employment_start: '2026-10-05', employment_end: '2026-10-04' })).toEqual({
      employment_end: t.endBeforeStart,
    });
    await put(sam, { employment_start: '2026-10-05' });
    expect(await refused(sam, { employment_end: '2026-10-04' })).toEqual({ employment_end: t.endBeforeStart });
  });

  it.each(['2026-02-30', 'tomorrow', '0001-01-01'])('refuses an impossible day: %s', async (day) => {
    const sam = await seller();
    for (const field of ['employment_start', 'employment_end'])
      expect(await refused(sam, { [field]: day })).toEqual({ [field]: t.dayInvalid });
    expect(await refused(sam, { role: 'sales_manager', effective_from: day })).toEqual({ effective_from: t.dayInvalid });
  });

  it('refuses a first day without a value', async () => {
    const sam = await seller();
    expect(await refused(sam, { first_name: 'Sam', effective_from: '2026-12-01' })).toEqual({ effective_from: t.fromNothing });
    expect(await refused(sam, { first_name: 'Sam', effective_from: '2026-11-01' })).toEqual({ effective_from: t.fromNothing });
  });

  it('keeps the last of two changes of one field on one day', async () => {
    const sam = await seller();
    const sale = await book(sam, '2026-10-15', 1_000);
    await put(sam, { territory: 'West', effective_from: '2026-10-10' });
    await put(sam, { territory: 'Northeast', effective_from: '2026-10-10' });
    expect(await earned(sale)).toEqual({ [sam]: 50 });
    await put(sam, { territory: 'West', effective_from: '2026-10-10' });
    expect(await earned(sale)).toEqual({ [sam]: 70 });
  });

  it('refuses a cycle of managers on any day', async () => {
    const boss = await seller({ role: 'sales_manager' });
    const bossName = latest();
    const sam = await seller({ role: 'sales_manager' });
    await put(boss, { manager_id: String(sam), effective_from: '2026-08-01' });
    await put(boss, { manager_id: null, effective_from: '2026-09-01' });
    expect(await refused(sam, { manager_id: String(boss), effective_from: '2026-08-15' })).toEqual({
      effective_from: `${bossName} Dated reports to ${latest()} Dated on Aug 31, 2026: choose a first day after that`,
    });
    await put(sam, { manager_id: String(boss), effective_from: '2026-09-01' });
    expect(await refused(boss, { manager_id: String(sam) })).toHaveProperty('manager_id');
  });
});

describe('a first day in a closed month', () => {
  it('proposes the month’s difference for the open one, and the month does not change', async () => {
    const { mia, max } = company.ids;
    const sam = await seller({ manager_id: String(mia) });
    const sale = await book(sam, '2026-03-05', 10_000);
    await company.close('2026-03');
    const change = { territory: 'West', manager_id: String(max), effective_from: '2026-03-01' };
    const difference = (await call('POST', `/users/${sam}/impact`, change)).json();
    expect(difference.open).toEqual([]);
    expect(difference.late.map(({ user_id, month, after }: Record<string, unknown>) => [Number(user_id), month, after]).sort()).toEqual(
      [
        [max, '2026-03', 100],
        [mia, '2026-03', -100],
        [sam, '2026-03', 200],
      ].sort(),
    );
    await put(sam, change);
    expect(await earned(sale)).toEqual({ [sam]: 500, [mia]: 100 });
    const proposed = (await company.late()).filter(([, invoice]) => invoice === sale).map(([name, , cents]) => [name, cents]);
    expect(proposed.sort()).toEqual([
      ['max', 100_00],
      ['mia', -100_00],
      [latest(), 200_00],
    ]);
    await put(sam, { territory: null, manager_id: String(mia), effective_from: '2026-03-01' });
    const remaining = (await company.late()).filter(([, invoice, , state]) => invoice === sale && state !== 'void');
    expect(remaining).toEqual([]);
    await put(sam, { territory: 'West', manager_id: String(max) });
    expect((await company.late()).filter(([, invoice, , state]) => invoice === sale && state !== 'void')).toEqual([]);
  });
});
