import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import { addRecord } from '../support/records.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const t = messages.adjustmentFormText;
const { server, ids, tokens, invoiceOf, renew, make, decide, remove, list, told: noticesOf } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

const prize = (overrides: object = {}) => ({
  user_id: String(ids.sam),
  effective_date: '2026-11-20',
  kind: 'prize',
  adjustment_amount: '250.00',
  adjustment_reason: 'Won the autumn contest',
  ...overrides,
});
const call = (name: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.call(method, `/api/v1/${path}`, { token: tokens[name], ...(body ? { body } : {}) });
const postPrize = (name: string, overrides: object = {}) => call(name, 'POST', 'adjustments', prize(overrides));
const createPrize = async (name: string, overrides: object = {}): Promise<Adjustment> => {
  const answer = await postPrize(name, overrides);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const edit = (name: string, { id, version }: Adjustment, overrides: object = {}) =>
  call(name, 'PUT', `adjustments/${id}`, { ...prize(overrides), version });
const countOf = async (): Promise<number> =>
  (await server.db.query.selectFrom('adjustments').select('id').where('state', '<>', 'void').execute()).length;
const month = 'start_date=2026-11-01&end_date=2026-11-30';
const summaryOf = async (name: string, more = '') => (await call(name, 'GET', `commissions/summary?${month}${more}`)).json().summary;

describe('decisions 2.25: adjustments for a person', () => {
  it('needs no invoice, counts at once under the threshold, and belongs to the month of its effective day', async () => {
    const before = await summaryOf('sam');
    const created = await createPrize('mia');
    expect(created).toMatchObject({
      related_invoice_id: null,
      commission_id: null,
      kind: 'prize',
      user_id: String(ids.sam),
      salesperson_name: 'Sam Seller',
      effective_date: '2026-11-20',
      state: 'approved',
      origin: 'manual',
      created_by: 'Mia Person',
    });
    const after = await summaryOf('sam');
    const gained = (field: string) => after[field] - before[field];
    expect(['total_adjustments', 'total_commission', 'total_commission_earned', 'total_commission_due'].map(gained)).toEqual(
      Array(4).fill(250),
    );
    expect(after.without_record).toMatchObject({ adjustments: 1, earned: 250, due: 250 });
    expect((await list('sam', month)).find(({ id }) => id === created.id)).toMatchObject({ adjustment_amount: 250 });
    expect(await noticesOf(`adjustment:${created.id}:approved`)).toEqual([ids.sam]);
    const notice = await server.db.query
      .selectFrom('notifications')
      .select('message')
      .where('dedupe_key', '=', `adjustment:${created.id}:approved`)
      .executeTakeFirstOrThrow();
    expect(notice.message).toBe('+$250.00 (prize, Nov 2026): Won the autumn contest');
  });

  it('waits for a second approver above the threshold, and leaves the month when voided', async () => {
    const before = (await summaryOf('sam')).total_adjustments;
    const waiting = await createPrize('mia', { adjustment_amount: '900', kind: 'objective' });
    expect(waiting.state).toBe('pending');
    expect(await noticesOf(`adjustment:${waiting.id}:pending`)).toEqual([ids.ada, ids.vic].sort());
    const { data } = (await call('vic', 'GET', 'approvals')).json();
    expect(data.find(({ id }: { id: string }) => id === `adjustment-${waiting.id}`)).toMatchObject({
      kind: 'objective',
      invoice_number: null,
      reason: 'Won the autumn contest',
      before: 0,
      after: 900,
    });
    const approved = (await decide('vic', 'approve', waiting)).json();
    expect([approved.state, (await summaryOf('sam')).total_adjustments - before]).toEqual(['approved', 900]);
    expect((await remove('ada', approved)).json()).toMatchObject({ state: 'void' });
    expect((await summaryOf('sam')).total_adjustments).toBe(before);
  });

  it('is due from its effective day, not before', async () => {
    const before = await summaryOf('sam');
    await createPrize('vic', { effective_date: '2026-11-28' });
    const after = await summaryOf('sam');
    expect([
      after.total_commission_earned - before.total_commission_earned,
      after.total_commission_due - before.total_commission_due,
    ]).toEqual([250, 0]);
  });

  it('lets an edit change person, day, kind, amount and reason, and stays an adjustment for a person', async () => {
    const created = await createPrize('vic');
    const edited = await edit('vic', created, {
      user_id: String(ids.kim),
      effective_date: '2026-11-05',
      kind: 'correction',
      adjustment_amount: '-40',
      adjustment_reason: 'Prize went to Kim by mistake',
    });
    expect(edited.json(), edited.body).toMatchObject({
      user_id: String(ids.kim),
      effective_date: '2026-11-05',
      kind: 'correction',
      adjustment_amount: -40,
      state: 'approved',
      version: 2,
    });
    const invoiced = await call('vic', 'PUT', `adjustments/${created.id}`, {
      ...prize({ related_invoice_id: '1' }),
      version: 2,
    });
    expect([invoiced.statusCode, invoiced.json().errors]).toEqual([422, { related_invoice_id: t.invoiceOrPerson }]);
  });

  it('notifies the person of a day change that moves it to another month', async () => {
    const moved = (await edit('vic', await createPrize('vic'), { effective_date: '2026-10-30' })).json();
    const notices = await server.db.query
      .selectFrom('notifications')
      .select(['user_id', 'message'])
      .where('dedupe_key', '=', `adjustment:${moved.id}:approved:2`)
      .execute();
    const message = '+$250.00 (prize, Oct 2026) instead of +$250.00 (prize, Nov 2026): Won the autumn contest';
    expect(notices).toEqual([{ user_id: ids.sam, message }]);
  });

  it('adds up the author’s adjustments for the person in the month of the effective day (decisions 2.10)', async () => {
    await createPrize('mia', { effective_date: '2026-10-15', adjustment_amount: '400' });
    expect((await createPrize('mia', { effective_date: '2026-11-15', adjustment_amount: '400' })).state).toBe('approved');
    expect((await createPrize('mia', { effective_date: '2026-10-20', adjustment_amount: '101' })).state).toBe('pending');
    const small = await createPrize('mia', { effective_date: '2026-09-20', adjustment_amount: '101' });
    expect((await edit('mia', small, { effective_date: '2026-10-21', adjustment_amount: '101' })).json().state).toBe('pending');
  });
});

describe('decisions 2.25: recipients of an adjustment for a person', () => {
  it.each([
    ['ada', 'sam', 201],
    ['vic', 'kim', 201],
    ['mia', 'sam', 201],
    ['mia', 'kim', 403],
    ['max', 'sam', 403],
    ['fay', 'sam', 403],
    ['sam', 'sam', 403],
    ['eve', 'sam', 403],
  ])('spec 6.03: %s for %s gets %i', async (author, person, status) => {
    const before = await countOf();
    expect((await postPrize(author, { user_id: String(ids[person]) })).statusCode).toBe(status);
    expect((await countOf()) - before).toBe(status === 201 ? 1 : 0);
  });

  it('does not let a manager move one to a person of another team', async () => {
    expect((await edit('mia', await createPrize('mia'), { user_id: String(ids.kim) })).statusCode).toBe(403);
  });

  it('decisions 3.06: holds an adjustment of one’s own for another approver, however small', async () => {
    const own = await createPrize('vic', { user_id: String(ids.vic), adjustment_amount: '1' });
    expect([own.state, own.actions]).toEqual(['pending', ['edit', 'void']]);
    expect((await decide('vic', 'approve', own)).json().code).toBe('own_adjustment');
    expect((await decide('ada', 'approve', own)).json()).toMatchObject({ state: 'approved', self_approved: false });
    const small = await createPrize('vic', { adjustment_amount: '1' });
    expect((await edit('vic', small, { user_id: String(ids.vic), adjustment_amount: '1' })).json().state).toBe('pending');
  });
});

it('decisions 3.06: holds an adjustment of one’s own invoice too, and the form says so beforehand', async () => {
  const record = await addRecord(server.db, { user_id: ids.vic!, booking_date: '2026-11-02' });
  const invoice = await invoiceOf(record);
  const { invoice_number } = await server.db.query
    .selectFrom('commission_records')
    .select('invoice_number')
    .where('id', '=', record)
    .executeTakeFirstOrThrow();
  const { data } = (await call('vic', 'GET', `invoices/lookup?q=${invoice_number}`)).json();
  expect(data[0].adjustable).toEqual([expect.objectContaining({ id: String(record), at_once: 0 })]);
  const own = await make('vic', { related_invoice_id: invoice, adjustment_amount: '1' });
  expect(own.json()).toMatchObject({ state: 'pending', actions: ['edit', 'void'] });
});

describe('decisions 2.10, 2.25: hints in the form', () => {
  const outlook = (name: string, person: string, day: string) =>
    call(name, 'GET', `adjustments/outlook?user_id=${ids[person]}&effective_date=${day}`);

  it('shows the month of the effective day, and the amount that still needs no second approver', async () => {
    const before = (await outlook('mia', 'sam', '2026-11-20')).json();
    expect(before).toEqual({ person: 'Sam Seller', now: expect.any(Number), at_once: 500 });
    await createPrize('mia', { adjustment_amount: '-120' });
    expect((await outlook('mia', 'sam', '2026-11-01')).json()).toEqual({ ...before, now: before.now - 120, at_once: 380 });
    expect((await outlook('vic', 'sam', '2026-11-01')).json().at_once).toBe(500);
    expect((await outlook('mia', 'sam', '2026-12-01')).json()).toMatchObject({ at_once: 500 });
    expect((await outlook('vic', 'vic', '2026-11-20')).json().at_once).toBe(0);
  });

  it('shows the objectives of the plan in force on the day, with their period and amount', async () => {
    const save = (config: object) =>
      call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify(config) });
    const objectives = [{ id: 'goals', name: 'Quarter goals', within: 'quarter', amount: 5000 }];
    expect((await save({ plans: [{ objectives }] })).statusCode).toBe(200);
    expect((await outlook('mia', 'sam', '2026-11-20')).json().objectives).toEqual([
      { id: 'goals', name: 'Quarter goals', period: 'Q4 2026', amount: 5000 },
    ]);
    expect((await save({})).statusCode).toBe(200);
  });

  it('answers only people who may create one, for existing people and valid days', async () => {
    const answers = await Promise.all([
      outlook('max', 'sam', '2026-11-20'),
      outlook('sam', 'sam', '2026-11-20'),
      outlook('vic', 'nobody', '2026-11-20'),
      outlook('vic', 'sam', '2026-02-30'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404, 400]);
  });
});

describe('bad input', () => {
  const refusals: readonly [string, object, Record<string, string>][] = [
    [
      'nothing',
      { user_id: '', effective_date: '', kind: '', adjustment_amount: '', adjustment_reason: '' },
      {
        user_id: t.personRequired,
        effective_date: t.dayRequired,
        kind: t.kindRequired,
        adjustment_amount: t.amountRequired,
        adjustment_reason: t.reasonRequired,
      },
    ],
    ['a day that does not exist', { effective_date: '2026-02-30' }, { effective_date: t.dayInvalid }],
    ['another kind', { kind: 'gift' }, { kind: t.kindRequired }],
    ['zero', { adjustment_amount: '0' }, { adjustment_amount: t.amountZero }],
    ['an unknown person', { user_id: '999999' }, { user_id: t.personUnknown }],
    ['a person that is no id', { user_id: 'Sam' }, { user_id: t.personUnknown }],
    ['both an invoice and a person', { related_invoice_id: '1' }, { related_invoice_id: t.invoiceOrPerson }],
    ['a day more than a year ahead', { effective_date: '2027-11-22' }, { effective_date: t.dayLate }],
  ];
  it.each(refusals)('refuses %s at the field', async (_name, overrides, errors) => {
    const before = await countOf();
    const answer = await postPrize('vic', overrides);
    expect([answer.statusCode, answer.json().errors], answer.body).toEqual([422, errors]);
    expect(answer.json().message).toBe(Object.values(errors)[0]);
    expect(await countOf()).toBe(before);
  });

  it('allows only settlements and corrections for a person who has left', async () => {
    const sam = server.db.query.updateTable('users').where('id', '=', ids.sam!);
    await sam.set({ active: false }).execute();
    for (const kind of ['prize', 'objective', 'other']) {
      const answer = await postPrize('vic', { kind });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { kind: 'Sam Seller has left. Choose “Settlement” or “Correction”.' },
      ]);
    }
    const settlement = await createPrize('vic', { kind: 'settlement' });
    expect(settlement).toMatchObject({ kind: 'settlement', state: 'approved' });
    expect((await edit('vic', settlement, { kind: 'prize' })).statusCode).toBe(422);
    await createPrize('vic', { kind: 'correction', adjustment_amount: '-20' });
    await sam.set({ active: true }).execute();
  });

  it('treats a person as having left if employment ends before the effective day', async () => {
    const sam = server.db.query.updateTable('users').where('id', '=', ids.sam!);
    await sam.set({ left_on: '2026-11-25' }).execute();
    expect((await postPrize('vic', { effective_date: '2026-11-25' })).statusCode).toBe(201);
    expect((await postPrize('vic', { effective_date: '2026-11-26' })).json().errors).toEqual({
      kind: 'Sam Seller has left. Choose “Settlement” or “Correction”.',
    });
    await createPrize('vic', { effective_date: '2026-11-26', kind: 'settlement' });
    await sam.set({ left_on: '2026-11-20' }).execute();
    expect((await postPrize('vic', { effective_date: '2026-11-10' })).statusCode).toBe(422);
    await sam.set({ left_on: null }).execute();
  });

  it('refuses a day before the books begin or in a closed month, with a message', async () => {
    await sql`update general_settings set set_up_on = '2026-05-20'`.execute(server.db.query);
    const early = await postPrize('vic', { effective_date: '2026-03-31' });
    const sentence = 'The books begin on Apr 1, 2026. Choose that day or a later one.';
    expect([early.statusCode, early.json().errors], early.body).toEqual([422, { effective_date: sentence }]);
    await createPrize('vic', { effective_date: '2026-04-01' });
    const closed = { start_date: '2026-10-01', end_date: '2026-10-31', state: 'closed' as const };
    const { id: period_id } = await server.db.query.insertInto('pay_periods').values(closed).returning('id').executeTakeFirstOrThrow();
    await server.db.query.insertInto('pay_period_snapshots').values({ period_id, config_version: 1, content: '{}', hash: 'x' }).execute();
    const late = await postPrize('vic', { effective_date: '2026-10-31' });
    expect([late.statusCode, late.json().code], late.body).toEqual([409, 'period_closed']);
    const open = await createPrize('vic');
    expect((await edit('vic', open, { effective_date: '2026-10-31' })).json().code).toBe('period_closed');
  });
});
