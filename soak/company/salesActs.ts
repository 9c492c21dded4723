import { isSelling } from '../../contract/entities/user.ts';
import { addDays, type Day } from '../../contract/rules/time/period.ts';
import { type Move, some, type Turn } from './turn.ts';

const schools = ['North School', 'South School', 'East Library', 'West Library', 'Hill Academy', 'Lake Academy'];
/** A random seller, sometimes the caller, because people may claim the sales of others. */
const seller = (turn: Turn): string => {
  const sellers = turn.look.users.filter(({ role, active }) => active && isSelling(role));
  const me = sellers.find(({ id }) => id === turn.me.id);
  return String((me && turn.random.chance(0.3) ? me : some(turn, sellers))?.id ?? '');
};
/** Usually one of the last few days; now and then in a month that may be closed. */
const bookingDay = ({ random, today }: Turn): Day => addDays(today, random.chance(0.1) ? -random.int(20, 60) : -random.int(0, 9));
const amountOf = ({ random }: Turn): string => random.pick(['180', '999.99', '2400', '5000', '12000.50', '38000']);
const invoiceForm = (turn: Turn) => {
  const gross_amount = amountOf(turn);
  const { random } = turn;
  return {
    customer_name: random.pick(schools),
    new_customer: true,
    gross_amount,
    net_revenue: gross_amount,
    booking_date: bookingDay(turn),
    due_date: addDays(turn.today, 30),
    salesperson_id: seller(turn),
    ...(random.chance(0.1) ? { override_rate: true, commission_rate: random.pick(['2', '12']) } : {}),
  };
};
const sent = ({ look }: Turn) => look.invoices.filter(({ state, memo }) => state === 'sent' && !memo);
const record = (turn: Turn) => some(turn, turn.look.records);

export const salesActs: Readonly<Record<string, Move>> = {
  'invoice.book': async (turn) => {
    const { status, body } = await turn.send('POST', '/invoices', invoiceForm(turn));
    if (status === 201 && turn.random.chance(0.9)) await turn.send('POST', `/invoices/${body.id}/send`, { version: body.version });
  },
  'invoice.edit': (turn) => {
    const invoice = some(turn, turn.look.invoices);
    const facts = { customer_type: turn.random.pick(['Library', 'School']), activity_type: turn.random.pick(['Camp', 'Class']) };
    const rest = invoice?.state === 'draft' ? invoiceForm(turn) : {};
    return invoice && turn.send('PUT', `/invoices/${invoice.id}`, { ...rest, ...facts, version: invoice.version });
  },
  'invoice.cancel': (turn) => {
    const invoice = some(turn, turn.look.invoices);
    return invoice && turn.send('POST', `/invoices/${invoice.id}/cancel`, { version: invoice.version });
  },
  'invoice.assign': (turn) => {
    const invoice = some(turn, sent(turn));
    return invoice && turn.send('POST', `/invoices/${invoice.id}/assign`, { version: invoice.version, salesperson_id: seller(turn) });
  },
  'invoice.credit': (turn) => {
    const invoice = some(turn, sent(turn));
    const amount = invoice && turn.random.chance(0.5) && invoice.open > 0 ? (invoice.open / 100).toFixed(2) : '100';
    const body = { version: invoice?.version, amount, booking_date: bookingDay(turn), notes: 'Less than agreed' };
    return invoice && turn.send('POST', `/invoices/${invoice.id}/credit-memo`, body);
  },
  'split.set': async (turn) => {
    const invoice = some(turn, sent(turn));
    if (!invoice) return;
    const known = await turn.send('GET', `/invoices/${invoice.id}/split`);
    const share = turn.random.pick([0.2, 0.5, 0.7]);
    const shares = [
      { user_id: seller(turn), share },
      { user_id: seller(turn), share: Number((1 - share).toFixed(1)) },
    ];
    await turn.send('PUT', `/invoices/${invoice.id}/split`, { version: known.body.version ?? 0, reason: 'Both sold it', shares });
  },
  'hold.set': (turn) => {
    const one = record(turn);
    const release_on = turn.random.chance(0.5) ? addDays(turn.today, turn.random.int(1, 20)) : null;
    return one && turn.send('PUT', `/commissions/${one.id}/hold`, { reason: 'The customer was asked', release_on });
  },
  'hold.release': (turn) => {
    const one = some(
      turn,
      turn.look.records.filter(({ held }) => held),
    );
    return one && turn.send('DELETE', `/commissions/${one.id}/hold`);
  },
  'question.open': (turn) => {
    const one = some(
      turn,
      turn.look.records.filter(({ owner }) => owner === turn.me.id),
    );
    return one && turn.send('POST', `/commissions/${one.id}/disputes`, { message: 'This is too little' });
  },
  'question.resolve': async (turn) => {
    const one = some(
      turn,
      turn.look.questions.filter(({ state }) => state === 'open' || state === 'in_review'),
    );
    if (!one) return;
    await turn.send('POST', `/disputes/${one.id}/take`, {});
    const adjustment = { adjustment_amount: turn.random.pick(['20', '90']), adjustment_reason: 'It was too little' };
    await turn.send('POST', `/disputes/${one.id}/resolve`, { resolution: 'Agreed', ...(turn.random.chance(0.5) ? { adjustment } : {}) });
  },
  'adjustment.record': (turn) => {
    const one = record(turn);
    const adjustment_amount = turn.random.pick(['-75', '50', '120.50', '800', '-900']);
    const body = {
      adjustment_amount,
      adjustment_reason: 'Agreed today',
      commission_id: String(one?.id),
      related_invoice_id: String(one?.invoice),
    };
    return one && turn.send('POST', '/adjustments', body);
  },
  'adjustment.person': (turn) => {
    // Now and then a few days back, when the month may be over.
    const effective_date = turn.random.chance(0.3) ? addDays(turn.today, -turn.random.int(1, 9)) : turn.today;
    const body = { user_id: seller(turn), effective_date, kind: turn.random.pick(['prize', 'correction', 'other']) };
    const adjustment_amount = turn.random.pick(['40', '-40', '700']);
    return turn.send('POST', '/adjustments', { ...body, adjustment_amount, adjustment_reason: 'Agreed today' });
  },
  // Also one's own, which only somebody else may decide.
  'adjustment.decide': (turn) => {
    const one = some(
      turn,
      turn.look.adjustments.filter(({ state }) => state === 'pending'),
    );
    const decision = turn.random.chance(0.8) ? 'approve' : 'reject';
    return one && turn.send('POST', `/adjustments/${one.id}/${decision}`, { version: one.version, reason: 'Agreed today' });
  },
  'adjustment.void': (turn) => {
    const one = some(
      turn,
      turn.look.adjustments.filter(({ state }) => state === 'approved' || state === 'pending'),
    );
    return one && turn.send('DELETE', `/adjustments/${one.id}?version=${one.version}`);
  },
  'approvals.decide': async (turn) => {
    const { body } = await turn.send('GET', '/approvals?limit=100');
    const items = (body.data ?? []).slice(0, 8).map(({ id, version }: { id: string; version: number }) => ({ id, version }));
    const decision = turn.random.chance(0.8) ? 'approve' : 'reject';
    if (items.length > 0) await turn.send('POST', '/approvals/decide', { decision, items, note: 'Agreed' });
  },
  'deal.create': (turn) => {
    const body = { name: 'Robotics week', customer_name: turn.random.pick(schools), amount: amountOf(turn) };
    return turn.send('POST', '/deals', { ...body, owner_id: String(turn.me.id), expected_close_date: addDays(turn.today, 20) });
  },
  'deal.step': (turn) => {
    const deal =
      some(
        turn,
        turn.look.deals.filter(({ owner }) => owner === turn.me.id),
      ) ?? some(turn, turn.look.deals);
    const [step, more] = turn.random.pick([
      ['win', {}],
      ['win', {}],
      ['lose', { reason: 'No budget' }],
      ['reopen', {}],
    ] as const);
    return deal && turn.send('POST', `/deals/${deal.id}/${step}`, { version: deal.version, ...more });
  },
};
