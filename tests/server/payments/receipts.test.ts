import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../../contract/entities/payment.ts';
import { createPayoutWorld, type PayoutWorld, TODAY } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.server.close());

const linesOf = async (id: string) => (await world.detail(id)).lines.map(({ id: invoice, amount }) => [Number(invoice), amount]);

describe('decisions 2.15: incoming money', () => {
  it('pays the oldest due invoice first, and the rest is customer credit', async () => {
    const school = await world.customer();
    const newer = await world.invoice(school, 200_00, '2026-11-05');
    const older = await world.invoice(school, 100_00, '2026-11-02');
    const payment = await world.record(world.receiptBody(school, { amount: '350.00' }));
    expect(payment).toMatchObject({ type: 'customer_payment', status: 'completed', amount: 350, unapplied: 50, created_by: 'Fay Finch' });
    expect(payment.id).toMatch(/^cp-\d+$/);
    expect(await linesOf(payment.id)).toEqual([
      [older, 100],
      [newer, 200],
    ]);
    expect([await world.statusOf(older), await world.statusOf(newer)]).toEqual(['due', 'due']);
    expect(await world.audits('receipt', payment.id)).toEqual(['receipt.recorded']);
  });

  it('can be allocated manually, and its credit applied later, from that day', async () => {
    const school = await world.customer();
    const first = await world.invoice(school, 100_00);
    const second = await world.invoice(school, 300_00, '2026-11-03');
    const payment = await world.record(
      world.receiptBody(school, { amount: '400.00', allocations: [{ kind: 'invoice', id: String(second), amount: '250.00' }] }),
    );
    expect(payment.unapplied).toBe(150);
    expect(await world.statusOf(first)).toBe('not_due');
    const allocations = [
      { kind: 'invoice', id: String(second), amount: '300.00' },
      { kind: 'invoice', id: String(first), amount: '100.00' },
    ];
    const after = await world.ok(world.call('fay', 'PUT', `payments/${payment.id}/allocations`, { version: payment.version, allocations }));
    expect([after.unapplied, after.version]).toEqual([0, payment.version + 1]);
    expect([await world.statusOf(first), await world.statusOf(second)]).toEqual(['due', 'due']);
    const rows = await world.query
      .selectFrom('customer_payments')
      .selectAll()
      .where('invoice_id', 'in', [first, second])
      .orderBy('id')
      .execute();
    expect(rows.map(({ invoice_id, amount_cents, payment_date }) => [invoice_id, amount_cents, payment_date])).toEqual([
      [second, 250_00, '2026-11-10'],
      [second, 50_00, '2026-11-21'],
      [first, 100_00, '2026-11-21'],
    ]);
    // A reduced allocation removes the latest payments first; the remaining ones keep their day.
    const less = [{ kind: 'invoice', id: String(second), amount: '270.00' }];
    await world.ok(world.call('fay', 'PUT', `payments/${payment.id}/allocations`, { version: after.version, allocations: less }));
    const remaining = await world.query
      .selectFrom('customer_payments')
      .selectAll()
      .where('invoice_id', '=', second)
      .orderBy('id')
      .execute();
    expect(remaining.map(({ amount_cents, payment_date }) => [amount_cents, payment_date])).toEqual([
      [250_00, '2026-11-10'],
      [20_00, '2026-11-21'],
    ]);
  });

  it('moves records in the same transaction when undone or moved to another invoice', async () => {
    const school = await world.customer();
    const [one, other] = [await world.invoice(school, 100_00), await world.invoice(school, 100_00)];
    const payment = await world.record(world.receiptBody(school, { allocations: [{ kind: 'invoice', id: String(one), amount: 100 }] }));
    const moved = await world.ok(
      world.call('fay', 'PUT', `payments/${payment.id}/allocations`, {
        version: payment.version,
        allocations: [{ kind: 'invoice', id: String(other), amount: 100 }],
      }),
    );
    expect([await world.statusOf(one), await world.statusOf(other)]).toEqual(['not_due', 'due']);
    const undone = await world.ok(
      world.call('fay', 'PUT', `payments/${payment.id}/allocations`, { version: moved.version, allocations: [] }),
    );
    expect([undone.unapplied, await world.statusOf(other)]).toEqual([100, 'not_due']);
  });

  it('asks before saving the same amount, reference and day twice', async () => {
    const school = await world.customer();
    const body = world.receiptBody(school, { amount: '75.00', reference: 'Check 77' });
    const first = await world.record(body);
    const repeated = await world.call('finn', 'POST', 'payments', { ...body, reference: 'check 77' });
    expect(repeated.statusCode).toBe(409);
    expect(repeated.json()).toMatchObject({ code: 'payment_duplicate', current: { id: first.id } });
    expect((await world.record({ ...body, confirmed: true })).id).not.toBe(first.id);
  });

  it('decisions 1.06: creates one payment per key on a double click', async () => {
    const school = await world.customer();
    const body = world.receiptBody(school, { reference: 'K' });
    const post = () => world.call('fay', 'POST', 'payments', body, { 'idempotency-key': 'one' });
    expect((await post()).json()).toEqual((await post()).json());
  });
});

describe('decisions 2.16: pending → completed or failed; completed → failed; failed → pending', () => {
  it('counts an uncleared payment only once approved', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 100_00);
    const payment = await world.record(world.receiptBody(school, { cleared: false }));
    expect(payment.actions).toEqual(['approve', 'fail', 'allocate']);
    expect(await world.statusOf(invoice)).toBe('not_due');
    const approved = await world.ok(world.step('fay', payment, 'approve'));
    expect([approved.status, await world.statusOf(invoice)]).toEqual(['completed', 'due']);
    const bounced = await world.ok(world.step('fay', approved, 'fail', { reason: 'Insufficient funds' }));
    expect([bounced.status, bounced.failure, await world.statusOf(invoice)]).toEqual(['failed', 'Insufficient funds', 'not_due']);
    const repeated = await world.ok(world.step('finn', bounced, 'retry'));
    expect([repeated.status, repeated.failure, repeated.actions]).toEqual(['pending', null, ['approve', 'fail', 'allocate']]);
    expect(await world.audits('receipt', payment.id)).toEqual([
      'receipt.recorded',
      'receipt.approved',
      'receipt.failed',
      'receipt.retried',
    ]);
  });

  it('leaves commission overpaid if a check bounces after payout', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 1000_00);
    const payment = await world.record(world.receiptBody(school, { amount: '1000.00' }));
    await world.facts.payOut(invoice, 50_00, '2026-11-15');
    expect(await world.statusOf(invoice)).toBe('paid');
    await world.ok(world.step('fay', payment, 'fail', { reason: 'Bounced' }));
    expect(await world.statusOf(invoice)).toBe('over_paid');
  });

  it('links a reversal as a new negative payment of today', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 100_00);
    const payment = await world.record(world.receiptBody(school, { amount: '130.00' }));
    const reversed = await world.ok(world.step('fay', payment, 'reverse', { reason: 'Paid twice' }));
    expect([reversed.status, reversed.actions, reversed.unapplied]).toEqual(['completed', [], null]);
    const back = await world.detail(reversed.reversed_by as string);
    expect(back).toMatchObject({ amount: -130, reversal_of: payment.id, payment_date: '2026-11-21', notes: 'Paid twice', actions: [] });
    expect(back.lines.map(({ amount }) => amount)).toEqual([-100]);
    expect(await world.statusOf(invoice)).toBe('not_due');
    const open = await world.ok<{ data: object[]; unapplied: number }>(world.call('fay', 'GET', `payments/open/customers/${school}`));
    expect([open.data.length, open.unapplied]).toEqual([1, 0]);
    expect(await world.refused(world.step('finn', reversed, 'reverse', { reason: 'Again' }))).toEqual([409, 'payment_step']);
  });

  it('refuses approval of an amount that has been paid otherwise', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 100_00);
    const waiting = await world.record(world.receiptBody(school, { cleared: false }));
    await world.facts.pay(invoice, 100_00, '2026-11-12');
    expect(await world.refused(world.step('fay', waiting, 'approve'))).toEqual([409, 'allocation_over_open']);
  });

  it('lets one of two simultaneous approvals win', async () => {
    const school = await world.customer();
    await world.invoice(school, 100_00);
    const payment = await world.record(world.receiptBody(school, { cleared: false }));
    const answers = await Promise.all([world.step('fay', payment, 'approve'), world.step('finn', payment, 'approve')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('never pays more than the open amount with two simultaneous payments of one invoice', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 100_00);
    const body = (reference: string) =>
      world.receiptBody(school, { reference, allocations: [{ kind: 'invoice', id: String(invoice), amount: 100 }] });
    const answers = await Promise.all([
      world.call('fay', 'POST', 'payments', body('A')),
      world.call('finn', 'POST', 'payments', body('B')),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
  });
});

describe('refused payments', () => {
  it.each([
    [{ amount: '0.001' }, { amount: 'Amount can have at most two decimals' }],
    [{ amount: '-5' }, { amount: 'Amount must be above zero. To take money back, reverse the payment.' }],
    [{ amount: 0 }, { amount: 'Amount must be above zero. To take money back, reverse the payment.' }],
    [{ amount: 'ten' }, { amount: 'Amount must be a number, such as 1250 or 300.50' }],
    [{ payment_date: '2026-11-22' }, { payment_date: 'The date cannot be in the future' }],
    [{ payment_date: '' }, { payment_date: 'Date is required' }],
    [{ payment_date: '2026-02-30' }, { payment_date: 'Date must be a day that exists' }],
    [{ payment_date: '1999-12-31' }, { payment_date: 'Date cannot be before 2000' }],
    [{ payment_method: 'cash' }, { payment_method: 'Choose a method' }],
    [{ customer_id: '999999' }, { payer: 'There is no such customer. Choose one from the list.' }],
    [{ customer_id: 'x' }, { payer: 'There is no such customer. Choose one from the list.' }],
    [{ customer_id: undefined }, { payer: 'Choose a customer or a person' }],
    [{ type: 'gift' }, { type: 'Choose customer or commission' }],
    [{ reference: 'x'.repeat(101) }, { reference: 'Reference must be at most 100 characters' }],
  ])('decisions 2.15: %j with a message that names the field', async (overrides, errors) => {
    expect(await world.refused(world.call('fay', 'POST', 'payments', world.receiptBody(await world.customer(), overrides)))).toEqual([
      422,
      errors,
    ]);
  });

  it('decisions 2.15: an allocation above the payment or the open amount, to another customer, of nothing, or twice', async () => {
    const [school, other] = [await world.customer(), await world.customer()];
    const [mine, theirs] = [await world.invoice(school, 80_00), await world.invoice(other, 80_00)];
    const { invoice_number: label } = await world.facts.recordOf(mine);
    const tried = async (lines: readonly (readonly [number, number | string])[]) => {
      const allocations = lines.map(([id, amount]) => ({ kind: 'invoice', id: String(id), amount }));
      const [status, errors] = await world.refused(
        world.call('fay', 'POST', 'payments', world.receiptBody(school, { amount: 70, allocations })),
      );
      return [status, (errors as { allocations?: string }).allocations];
    };
    expect(await tried([[mine, 75]])).toEqual([422, 'The allocation is more than the amount of the payment.']);
    expect(await tried([[mine, 80.01]])).toEqual([422, `${label}: at most $80.00 is open.`]);
    expect(await tried([[theirs, 5]])).toEqual([
      422,
      'One of the lines is no longer open, or does not belong to this payment. Load the open items again.',
    ]);
    expect(await tried([[mine, 0]])).toEqual([422, `${label}: an amount of zero pays nothing. Leave it out.`]);
    expect(await tried([[mine, -5]])).toEqual([422, `${label}: $80.00 is open, so the amount must be more than zero.`]);
    expect(await tried([[mine, '0.001']])).toEqual([422, 'Enter an amount such as 300.50']);
    expect(
      await tried([
        [mine, 5],
        [mine, 5],
      ]),
    ).toEqual([422, `${label} is named twice. Name it once, with one amount.`]);
  });

  it('decisions 2.14: a payment of a canceled invoice', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 80_00);
    const { invoice_number: label } = await world.facts.recordOf(invoice);
    await world.facts.changeInvoice(invoice, { state: 'cancelled' });
    const allocations = [{ kind: 'invoice', id: String(invoice), amount: 80 }];
    expect(await world.refused(world.call('fay', 'POST', 'payments', world.receiptBody(school, { allocations })))).toEqual([
      422,
      { allocations: `Invoice ${label} is cancelled and cannot be paid.` },
    ]);
  });

  it('decisions 2.11: a payment in a closed month', async () => {
    const month = { start_date: '2026-01-01', end_date: '2026-01-31' };
    const closed = {
      ...month,
      state: 'closed',
      closed_at: '2026-02-03T12:00:00Z',
      closed_by: world.ids.ada as number,
      reason: null,
    } as const;
    await world.facts.store.transaction(async (tx) => {
      await tx.periods.keep(await tx.periods.save(closed), closed, (await tx.config.newest()).id, world.server.clock());
    });
    const body = world.receiptBody(await world.customer(), { payment_date: '2026-01-15' });
    expect(await world.refused(world.call('fay', 'POST', 'payments', body))).toEqual([409, 'period_closed']);
  });

  it('decisions 2.11: not those whose month closed while they waited: they count from the approval day', async () => {
    const school = await world.customer();
    const invoice = await world.invoice(school, 100_00);
    const payment = await world.record(world.receiptBody(school, { cleared: false, payment_date: '2026-03-20', reference: 'Late' }));
    const month = { start_date: '2026-03-01', end_date: '2026-03-31', state: 'closed' } as const;
    const closed = { ...month, closed_at: '2026-04-03T12:00:00Z', closed_by: world.ids.ada as number, reason: null };
    await world.facts.store.transaction(async (tx) => {
      await tx.periods.keep(await tx.periods.save(closed), closed, (await tx.config.newest()).id, world.server.clock());
    });
    const approved = await world.ok(world.step('fay', payment, 'approve'));
    expect([approved.status, approved.payment_date, await world.statusOf(invoice)]).toEqual(['completed', '2026-03-20', 'due']);
    const paid = world.query.selectFrom('customer_payments').select(['payment_date', 'state']).where('invoice_id', '=', invoice);
    expect(await paid.execute()).toEqual([{ payment_date: TODAY, state: 'completed' }]);
  });

  it('decisions 3.04: payments by other roles, and unknown ones', async () => {
    const payment = await world.record(world.receiptBody(await world.customer(), { reference: 'R' }));
    for (const name of ['vic', 'mia', 'sam', 'eve']) {
      expect((await world.call(name, 'GET', 'payments')).statusCode, name).toBe(403);
      expect((await world.step(name, payment, 'fail', { reason: 'No' })).statusCode, name).toBe(403);
    }
    for (const id of ['cp-999999', 'po-999999', 'cp-0', '12', 'xx-1', 'cp-1e3'])
      expect(await world.refused(world.call('fay', 'GET', `payments/${id}`))).toEqual([404, 'not_found']);
    expect(await world.refused(world.step('fay', { id: 'cp-999999', version: 1 }, 'retry'))).toEqual([404, 'not_found']);
    expect(await world.refused(world.step('fay', payment, 'fail', { reason: ' ' }))).toEqual([422, { reason: 'A reason is required' }]);
    expect(await world.refused(world.step('fay', { ...payment, version: 9 }, 'fail', { reason: 'No' }))).toEqual([409, 'stale_version']);
  });

  it('decisions 1.02: changes to payments that an outside system owns', async () => {
    const payment = await world.record(world.receiptBody(await world.customer(), { reference: 'Q' }));
    const { id } = await world.query
      .insertInto('connections')
      .values({ kind: 'quickbooks', name: 'Acme Books' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.query
      .updateTable('receipts')
      .set({ connection_id: id })
      .where('id', '=', Number(payment.id.slice(3)))
      .execute();
    const theirs: Payment = await world.detail(payment.id);
    expect([theirs.source, theirs.actions]).toEqual(['Acme Books', []]);
    expect(await world.refused(world.step('fay', theirs, 'fail', { reason: 'No' }))).toEqual([409, 'payment_connected']);
  });
});
