import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addRecord } from '../support/records.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const {
  server,
  ids,
  tokens,
  now,
  invoiceOf,
  renew,
  make,
  made,
  edit,
  decide,
  remove,
  list,
  worth,
  rowsOf,
  told: noticesOf,
} = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

describe('editing an adjustment', () => {
  it('answers 409 to one of two concurrent editors and loses nothing', async () => {
    const adjustment = await made('vic');
    const answers = await Promise.all([
      edit('vic', adjustment, { adjustment_amount: '30' }),
      edit('ada', adjustment, { adjustment_amount: '40' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [won, lost] = answers[0].statusCode === 200 ? answers : [answers[1], answers[0]];
    expect(lost!.json()).toMatchObject({ code: 'stale_version', message: expect.stringContaining('Load it again') });
    const [row] = await list('ada', `state=approved`);
    expect(row).toMatchObject({ adjustment_amount: won!.json().adjustment_amount, version: 2 });
    expect((await worth()).adjustments_cents).toBe(won!.json().adjustment_amount * 100);
  });

  it('decisions 2.10: returns an adjustment to pending when an edit exceeds the threshold, and stops counting it', async () => {
    const adjustment = await made('vic');
    const larger = (await edit('vic', adjustment, { adjustment_amount: '900' })).json();
    expect(larger).toMatchObject({ state: 'pending', version: 2 });
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await edit('vic', larger, { adjustment_amount: '90' })).json()).toMatchObject({ state: 'approved', version: 3 });
    expect((await worth()).adjustments_cents).toBe(90_00);
  });

  it('updates both records when an edit moves it to another invoice', async () => {
    const adjustment = await made('vic');
    const other = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    const moved = await edit('vic', adjustment, { related_invoice_id: await invoiceOf(other) });
    expect(moved.json()).toMatchObject({ user_id: String(ids.kim), commission_id: String(other) });
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await edit('mia', moved.json())).statusCode).toBe(403);
  });

  it('spec 6.03: does not let another team’s manager edit, void or take over an adjustment', async () => {
    const adjustment = await made('mia');
    expect((await edit('max', adjustment)).statusCode).toBe(403);
    // decisions 3.05: unauthorized users see no validation rules.
    expect((await edit('max', adjustment, { adjustment_amount: 'x' })).statusCode).toBe(403);
    expect((await remove('max', adjustment)).statusCode).toBe(403);
    const kimsRecord = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    expect((await edit('mia', adjustment, { related_invoice_id: await invoiceOf(kimsRecord) })).statusCode).toBe(403);
  });

  it('decisions 2.16: refuses to void or move a paid adjustment without a record until its payment is reversed', async () => {
    const adjustment = await made('vic');
    const one = server.db.query.updateTable('adjustments').where('id', '=', Number(adjustment.id));
    await one.set({ commission_id: null }).execute();
    const pays = async (amount_cents: number, reversal_of_id: number | null): Promise<number> => {
      const values = { user_id: ids.sam!, amount_cents, paid_on: '2026-11-20', method: 'check', reference: null, reversal_of_id };
      const made = { ...values, state: 'completed' as const, created_by: ids.fay!, approved_by: ids.ada! };
      const { id } = await server.db.query.insertInto('payouts').values(made).returning('id').executeTakeFirstOrThrow();
      const line = { payout_id: id, adjustment_id: Number(adjustment.id), amount_cents };
      await server.db.query.insertInto('payout_adjustments').values(line).execute();
      return id;
    };
    const payout = await pays(25_00, null);
    for (const answer of [await remove('vic', adjustment), await edit('vic', adjustment, { commission_id: String(now.record) })])
      expect([answer.statusCode, answer.json().code, answer.json().message], answer.body).toEqual([
        409,
        'adjustment_paid',
        'This adjustment is paid or in a payment. Reverse its payment first.',
      ]);
    await pays(-25_00, payout);
    expect((await remove('vic', adjustment)).json()).toMatchObject({ state: 'void' });
  });

  it('decisions 2.10: keeps the row of a void adjustment, removes it from the record and refuses further changes', async () => {
    const adjustment = await made('vic');
    const deleted = await remove('vic', adjustment);
    expect([deleted.statusCode, deleted.json().state, deleted.json().actions]).toEqual([200, 'void', []]);
    expect(await rowsOf()).toBe(1);
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await remove('vic', deleted.json())).json().code).toBe('adjustment_step');
    expect((await edit('vic', deleted.json())).json().code).toBe('adjustment_step');
    expect((await remove('vic', adjustment)).json().code).toBe('stale_version');
    expect((await server.call('DELETE', `/api/v1/adjustments/${adjustment.id}`, { token: tokens.vic })).statusCode).toBe(400);
    expect((await server.call('DELETE', '/api/v1/adjustments/999999?version=1', { token: tokens.vic })).statusCode).toBe(404);
  });
});

describe('deciding on an adjustment', () => {
  it('decisions 2.10: refuses the author while another approver is active, and always refuses managers', async () => {
    const adjustment = await made('vic', { adjustment_amount: '900' });
    expect((await decide('vic', 'approve', adjustment)).json()).toMatchObject({ code: 'own_adjustment' });
    expect((await decide('mia', 'approve', adjustment)).statusCode).toBe(403);
    const approved = await decide('ada', 'approve', adjustment);
    expect(approved.json()).toMatchObject({ state: 'approved', self_approved: false, version: 2 });
    expect((await worth()).adjustments_cents).toBe(900_00);
    expect(await noticesOf(`adjustment:${adjustment.id}:approved:2`)).toEqual([ids.sam, ids.vic].sort());
  });

  it('decisions 2.10: lets the author approve when nobody else can, and flags it', async () => {
    const others = server.db.query.updateTable('users').where('id', 'in', [ids.ada!]);
    await others.set({ active: false }).execute();
    const adjustment = await made('vic', { adjustment_amount: '900' });
    expect(adjustment.actions).toEqual(['edit', 'void', 'approve', 'reject']);
    expect((await decide('vic', 'approve', adjustment)).json()).toMatchObject({ state: 'approved', self_approved: true });
    await others.set({ active: true }).execute();
  });

  it('keeps a rejected adjustment rejected, with the reason in its history', async () => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const url = `/api/v1/adjustments/${adjustment.id}/reject`;
    const rejected = await server.call('POST', url, { token: tokens.vic, body: { version: 1, reason: 'Not agreed' } });
    expect(rejected.json()).toMatchObject({ state: 'rejected', actions: [] });
    expect((await decide('ada', 'approve', rejected.json())).json().code).toBe('adjustment_step');
    const { data } = (await server.call('GET', `/api/v1/adjustments/${adjustment.id}/history`, { token: tokens.sam })).json();
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      actor: 'vic Person',
      action: 'Adjustment rejected',
      cause: 'Not agreed',
      changes: [{ field: 'State', before: 'Waiting for approval', after: 'Rejected' }],
    });
    expect(data[1].changes).toContainEqual({ field: 'Amount', before: null, after: '$900.00' });
  });

  it('counts one of twenty simultaneous approvals', async () => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => decide(index % 2 ? 'vic' : 'ada', 'approve', adjustment)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    expect((await worth()).adjustments_cents).toBe(900_00);
  });

  it('spec 2.37: lists the caller’s allowed actions on each row', async () => {
    const small = await made('mia');
    const large = await made('mia', { adjustment_amount: '900' });
    const actions = async (name: string, id: string) => (await list(name)).find((row) => row.id === id)?.actions;
    expect(await actions('mia', small.id)).toEqual(['edit', 'void']);
    expect(await actions('mia', large.id)).toEqual(['edit', 'void']);
    expect(await actions('vic', large.id)).toEqual(['edit', 'void', 'approve', 'reject']);
    for (const name of ['max', 'fay', 'sam']) expect(await actions(name, large.id)).toEqual([]);
    expect(await actions('kim', large.id)).toBeUndefined();
  });
});

describe('closed months', () => {
  const close = (start_date: string, end_date: string, state: 'closed' | 'open') =>
    server.db.query
      .insertInto('pay_periods')
      .values({ start_date, end_date, state })
      .onConflict((conflict) => conflict.column('start_date').doUpdateSet({ state }))
      .returning('id')
      .executeTakeFirstOrThrow();
  const snapshot = (period_id: number) =>
    server.db.query.insertInto('pay_period_snapshots').values({ period_id, config_version: 1, content: '{}', hash: 'x' }).execute();

  it('decisions 2.11: answers 409 period_closed to an edit, void or decision that would change a closed month', async () => {
    const small = await made('vic');
    const large = await made('mia', { adjustment_amount: '900' });
    const { id } = await close('2026-11-01', '2026-11-30', 'closed');
    await snapshot(id);
    for (const answer of [await edit('vic', small), await remove('vic', small), await decide('ada', 'approve', large), await make('vic')])
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([409, 'period_closed']);
    expect((await worth()).adjustments_cents).toBe(25_00);
    await close('2026-11-01', '2026-11-30', 'open');
    expect((await remove('vic', small)).statusCode).toBe(200);
  });

  it('decisions 2.11: adjusts a record of a closed month in the open month', async () => {
    await renew('2026-10-05');
    const { id } = await close('2026-10-01', '2026-10-31', 'closed');
    await snapshot(id);
    expect(await made('vic')).toMatchObject({ state: 'approved', effective_date: '2026-11-21' });
    const origins = await server.db.query.selectFrom('adjustments').select('origin').where('commission_id', '=', now.record).execute();
    expect(origins).toEqual([{ origin: 'manual' }]);
    expect((await worth()).adjustments_cents).toBe(25_00);
  });
});
