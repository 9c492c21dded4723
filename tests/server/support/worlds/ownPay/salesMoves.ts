import type { Role } from '../../../../../contract/entities/user.ts';
import {
  leaderRoles,
  type Move,
  move,
  pickRow,
  randomDay,
  randomDollars,
  randomUserId,
  sellerRoles,
  seniorRoles,
  type Turn,
} from './turn.ts';

const invoicers: readonly Role[] = ['admin', 'vp_sales', 'sales_manager', 'finance'];
const eventEditors: readonly Role[] = [...sellerRoles, 'events_manager'];
const holders: readonly Role[] = ['admin', 'vp_sales', 'finance'];
const PATCH = 'application/json-patch+json';

const input = (turn: Turn) => ({
  customer_name: turn.random.of(turn.surroundings.customers).name,
  gross_amount: randomDollars(turn),
  booking_date: randomDay(turn),
  due_date: '2026-12-20',
  salesperson_id: randomUserId(turn),
  ...(turn.random.below(2) === 0 ? { override_rate: true, commission_rate: turn.random.of(['2', '90']) } : {}),
});
const sharesOf = (turn: Turn): object[] => {
  const others = turn.surroundings.users.filter(({ id }) => id !== turn.me);
  const share = turn.random.of([0.1, 0.5, 0.9]);
  return [
    { user_id: String(turn.me), share },
    { user_id: String(turn.random.of(others).id), share: Number((1 - share).toFixed(1)) },
  ];
};
const pickInvoice = (turn: Turn, state?: string) =>
  pickRow(
    turn,
    turn.surroundings.invoices.filter((row) => state === undefined || row.state === state),
  );

const invoices: readonly Move[] = [
  move('invoice.create', invoicers, async (turn) => {
    const body = input(turn);
    const created = await turn.send('POST', '/invoices', { ...body, net_revenue: body.gross_amount });
    if (created.status === 201 && turn.random.below(3) > 0)
      await turn.send('POST', `/invoices/${created.body.id}/send`, { version: created.body.version });
  }),
  move('invoice.edit', invoicers, (turn) => {
    const invoice = pickInvoice(turn);
    const rate = { override_rate: turn.random.below(4) > 0, commission_rate: turn.random.of(['1', '10', '95']) };
    const more = invoice?.state === 'draft' ? input(turn) : {};
    const facts =
      turn.random.below(2) === 0
        ? { customer_type: turn.random.of(['Library', 'School']), activity_type: turn.random.of(['Camp', 'Python']) }
        : {};
    return invoice && turn.send('PUT', `/invoices/${invoice.id}`, { ...more, ...rate, ...facts, version: invoice.version });
  }),
  move('invoice.send', invoicers, (turn) => {
    const invoice = pickInvoice(turn, 'draft');
    return invoice && turn.send('POST', `/invoices/${invoice.id}/send`, { version: invoice.version });
  }),
  move('invoice.cancel', invoicers, (turn) => {
    const invoice = pickRow(
      turn,
      turn.surroundings.invoices.filter(({ memo }) => memo || turn.random.below(2) === 0),
    );
    return invoice && turn.send('POST', `/invoices/${invoice.id}/cancel`, { version: invoice.version });
  }),
  move('invoice.assign', invoicers, (turn) => {
    const invoice = turn.random.of(turn.surroundings.invoices);
    return turn.send('POST', `/invoices/${invoice.id}/assign`, { version: invoice.version, salesperson_id: randomUserId(turn) });
  }),
  move('invoice.credit', invoicers, (turn) => {
    const invoice = pickInvoice(turn, 'sent');
    const amount = turn.random.of([randomDollars(turn), String((invoice?.left ?? 0) / 100)]);
    const body = { version: invoice?.version, amount, booking_date: randomDay(turn), notes: 'Less' };
    return invoice && turn.send('POST', `/invoices/${invoice.id}/credit-memo`, body);
  }),
  move('split.set', leaderRoles, async (turn) => {
    const invoice = pickInvoice(turn, 'sent');
    if (!invoice) return;
    const known = await turn.send('GET', `/invoices/${invoice.id}/split`);
    const body = { version: known.body.version ?? 0, reason: 'Both sold it', shares: sharesOf(turn) };
    await turn.send('PUT', `/invoices/${invoice.id}/split`, body);
  }),
  move('split.remove', leaderRoles, async (turn) => {
    const invoice = pickInvoice(turn, 'sent');
    if (!invoice) return;
    const known = await turn.send('GET', `/invoices/${invoice.id}/split`);
    await turn.send('DELETE', `/invoices/${invoice.id}/split?version=${known.body.version ?? 0}`);
  }),
];

const records: readonly Move[] = [
  move('hold.set', holders, (turn) => {
    const record = pickRow(turn, turn.surroundings.records);
    const release_on = turn.random.of([null, '2026-11-21', '2026-11-22']);
    return record && turn.send('PUT', `/commissions/${record.id}/hold`, { reason: 'Check it', release_on });
  }),
  move('hold.release', holders, (turn) => {
    const record = pickRow(turn, turn.surroundings.records);
    return record && turn.send('DELETE', `/commissions/${record.id}/hold`);
  }),
  move('dispute.open', [...sellerRoles, 'finance', 'events_manager'], (turn) => {
    const record = pickRow(turn, turn.surroundings.records);
    return record && turn.send('POST', `/commissions/${record.id}/disputes`, { message: 'This is too little' });
  }),
  move('dispute.resolve', leaderRoles, async (turn) => {
    const dispute = pickRow(turn, turn.surroundings.disputes);
    if (!dispute) return;
    await turn.send('POST', `/disputes/${dispute.id}/take`, {});
    const adjustment = { adjustment_amount: randomDollars(turn), adjustment_reason: 'It was too little' };
    await turn.send('POST', `/disputes/${dispute.id}/resolve`, { resolution: 'Agreed', adjustment });
  }),
  move('adjustment.invoice', leaderRoles, (turn) => {
    const record = pickRow(turn, turn.surroundings.records);
    const amount = turn.random.of(['', '-']) + randomDollars(turn);
    const body = { adjustment_amount: amount, adjustment_reason: 'Agreed today', commission_id: String(record?.id) };
    return record && turn.send('POST', '/adjustments', { ...body, related_invoice_id: String(record.invoice) });
  }),
  move('adjustment.person', leaderRoles, (turn) => {
    const kind = turn.random.of(['prize', 'objective', 'settlement', 'correction', 'other']);
    const body = { user_id: randomUserId(turn), effective_date: randomDay(turn), kind, adjustment_reason: 'Agreed today' };
    return turn.send('POST', '/adjustments', { ...body, adjustment_amount: turn.random.of(['', '-']) + randomDollars(turn) });
  }),
  move('adjustment.edit', leaderRoles, async (turn) => {
    const adjustment = pickRow(turn, turn.surroundings.adjustments);
    if (!adjustment) return;
    const { body } = await turn.send('GET', `/adjustments/${adjustment.id}`);
    const { commission_id, related_invoice_id, user_id, effective_date, kind } = body;
    const whose = related_invoice_id ? { related_invoice_id, commission_id } : { user_id, effective_date, kind };
    const change = { version: adjustment.version, adjustment_amount: randomDollars(turn), adjustment_reason: 'Agreed again' };
    await turn.send('PUT', `/adjustments/${adjustment.id}`, { ...whose, ...change });
  }),
  move('adjustment.void', leaderRoles, (turn) => {
    const adjustment = pickRow(turn, turn.surroundings.adjustments);
    return adjustment && turn.send('DELETE', `/adjustments/${adjustment.id}?version=${adjustment.version}`);
  }),
  move('adjustment.decide', seniorRoles, (turn) => {
    const adjustment = pickRow(turn, turn.surroundings.adjustments);
    const decision = turn.random.of(['approve', 'reject']);
    const body = { version: adjustment?.version, reason: 'Agreed' };
    return adjustment && turn.send('POST', `/adjustments/${adjustment.id}/${decision}`, body);
  }),
  move('approvals.decide', [...seniorRoles, 'finance'], async (turn) => {
    const { body } = await turn.send('GET', '/approvals?limit=100');
    const items = (body.data ?? []).map(({ id, version }: { id: string; version: number }) => ({ id, version }));
    if (items.length === 0) return;
    const decision = turn.random.of(['approve', 'approve', 'reject']);
    const { body: done } = await turn.send('POST', '/approvals/decide', { decision, items, note: 'Agreed' });
    const undone = (done.data ?? []).filter(({ undo_until }: { undo_until: string | null }) => undo_until !== null);
    if (undone.length > 0 && turn.random.below(3) === 0)
      await turn.send('POST', '/approvals/undo', {
        items: undone.map(({ id, version }: { id: string; version: number }) => ({ id, version })),
      });
  }),
];

const deals: readonly Move[] = [
  move('deal.create', sellerRoles, async (turn) => {
    const body = {
      name: 'Robotics week',
      customer_name: 'Acme',
      owner_id: randomUserId(turn),
      amount: '1',
      expected_close_date: '2026-11-30',
    };
    const created = await turn.send('POST', '/deals', body);
    if (created.status === 201) await turn.send('POST', `/deals/${created.body.id}/win`, { version: created.body.version });
  }),
  move('deal.edit', sellerRoles, (turn) => {
    const deal = pickRow(turn, turn.surroundings.deals);
    const body = { name: 'Robotics', customer_name: 'Acme', owner_id: randomUserId(turn), amount: '5', expected_close_date: '2026-11-29' };
    return deal && turn.send('PUT', `/deals/${deal.id}`, { ...body, version: deal.version });
  }),
  move('deal.step', sellerRoles, (turn) => {
    const deal = pickRow(turn, turn.surroundings.deals);
    const [step, more] = turn.random.of([
      ['win', {}],
      ['lose', { reason: 'No budget' }],
      ['reopen', {}],
    ] as const);
    return deal && turn.send('POST', `/deals/${deal.id}/${step}`, { version: deal.version, ...more });
  }),
  move('deal.link', sellerRoles, async (turn) => {
    const deal = pickRow(turn, turn.surroundings.deals);
    const invoice = pickRow(turn, turn.surroundings.invoices);
    const event = turn.random.of(turn.surroundings.events);
    if (!deal || !invoice) return;
    await turn.send('POST', `/deals/${deal.id}/links`, { kind: 'event', id: String(event.id) });
    await turn.send('POST', `/deals/${deal.id}/links`, { kind: 'invoice', id: String(invoice.id) });
  }),
  move('deal.unlink', sellerRoles, (turn) => {
    const link = pickRow(turn, turn.surroundings.links);
    const kind = link?.event ? 'event' : 'invoice';
    return link && turn.send('DELETE', `/deals/${link.deal}/links/${kind}/${link.event ?? link.invoice}`);
  }),
  move('event.edit', eventEditors, (turn) => {
    const { me, surroundings, random } = turn;
    const name = surroundings.users.find(({ id }) => id === me)?.name ?? '';
    const own = surroundings.events.filter(({ person }) => person.startsWith(name));
    const event = random.of(own.length > 0 && random.below(4) > 0 ? own : surroundings.events);
    const invoice = pickRow(turn, surroundings.invoices);
    const values: readonly (readonly [string, string])[] = [
      ['activity_type', random.of(['Camp', 'Class'])],
      ['invoice_id', invoice?.number ?? ''],
      ['customer_type', random.of(['Library', 'School'])],
      ['sales_person', `${random.of(surroundings.users).name} Person`],
    ];
    const chosen = values.filter(() => random.below(2) === 0);
    const operations = (chosen.length > 0 ? chosen : values.slice(0, 2)).map(([field, value]) => ({ op: 'add', path: `/${field}`, value }));
    return turn.send('PATCH', `/events/${event.id}`, JSON.stringify(operations), PATCH);
  }),
];

export const salesMoves: readonly Move[] = [...invoices, ...records, ...deals];
