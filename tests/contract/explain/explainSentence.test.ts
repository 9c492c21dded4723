import { describe, expect, it } from 'vitest';
import { explain, type Facts } from '../../../contract/rules/commission/explain.ts';
import { adjusted, facts, inFull, memo, ofOriginal, paid, received, refunded, releasing, second } from '../support/facts.ts';

const none = 'none of it has been paid out yet';
const sentences: readonly (readonly [what: string, given: Partial<Facts>, reason: string, sentence: string])[] = [
  [
    'decisions 2.04: the sentence of the customer who has paid in part',
    received(['2026-02-01', 240_000]),
    'customer_payment',
    'Not due: invoice 1042-A has $2,400.00 of $6,000.00 received; the plan releases on full payment.',
  ],
  [
    'nothing received',
    {},
    'customer_payment',
    'Not due: invoice 1042-A has $0.00 of $6,000.00 received; the plan releases on full payment.',
  ],
  [
    'nothing received, in proportion',
    releasing('proportional_to_payments'),
    'customer_payment',
    'Not due: invoice 1042-A has $0.00 of $6,000.00 received; the plan releases in proportion to payments.',
  ],
  [
    'paid in full, the wait is not over',
    { ...inFull, ...releasing('invoice_paid_in_full', 30), asOf: '2026-03-02' },
    'wait_days',
    'Not due: invoice 1042-A is paid in full; the plan waits 30 days after a payment, until Mar 3, 2026.',
  ],
  [
    'booked, the wait is not over',
    { ...releasing('on_booking', 30), asOf: '2026-01-21' },
    'wait_days',
    'Not due: the plan releases 30 days after booking, on Feb 19, 2026.',
  ],
  [
    'an adjustment takes all of it',
    adjusted(-350_000),
    'adjusted_to_zero',
    'Not due: nothing to pay; adjustments of -$3,500.00 balance the commission of $3,500.00.',
  ],
  [
    'the plan excludes the customer',
    { booking: { ...facts.booking, excluded: true }, computed: { ...second!, amount: 0, parts: [{ net: 6_000_000, rate: 0 }] } },
    'excluded',
    'Not due: nothing to pay; plan "Default plan" excludes this customer.',
  ],
  [
    'a cap leaves nothing',
    { computed: { ...second!, amount: 0, capped: true } },
    'cap_reached',
    'Not due: nothing to pay; a cap of plan "Default plan" is reached.',
  ],
  [
    'a rate of nothing',
    { computed: { ...second!, amount: 0 } },
    'nothing_earned',
    'Not due: nothing to pay; invoice 1042-A earned $0.00 on net revenue of $60,000.00.',
  ],
  ['paid in full', inFull, 'released', `Due: invoice 1042-A is paid in full, so all of $3,500.00 is released; ${none}.`],
  ['booked', releasing('on_booking'), 'released', `Due: the plan releases on booking, so all of $3,500.00 is released; ${none}.`],
  [
    'paid in part, in proportion',
    { ...received(['2026-02-01', 240_000]), ...releasing('proportional_to_payments') },
    'partly_released',
    `Due: $1,400.00 of $3,500.00 is released and ${none}; invoice 1042-A has $2,400.00 of $6,000.00 received; the plan releases in proportion to payments.`,
  ],
  [
    'released and paid out in part',
    { ...inFull, ...paid(['2026-02-28', 100_000]) },
    'payout_waiting',
    'Partially paid: $1,000.00 of $3,500.00 was paid out; another $2,500.00 is released and waits for a payout.',
  ],
  [
    'a raise after the payout',
    { ...inFull, ...paid(['2026-02-28', 350_000]), ...adjusted(10_000) },
    'payout_waiting',
    'Partially paid: $3,500.00 of $3,600.00 was paid out; another $100.00 is released and waits for a payout.',
  ],
  [
    'all that is released was paid out',
    { ...received(['2026-02-01', 240_000]), ...releasing('proportional_to_payments'), ...paid(['2026-02-28', 140_000]) },
    'rest_not_released',
    'Partially paid: $1,400.00 of $3,500.00 was paid out; invoice 1042-A has $2,400.00 of $6,000.00 received; the plan releases in proportion to payments.',
  ],
  ['paid', { ...inFull, ...paid(['2026-02-28', 350_000]) }, 'paid', 'Paid: all of $3,500.00 was paid out, last on Feb 28, 2026.'],
  [
    'a payment that bounced',
    { ...received(['2026-02-01', 600_000], ['2026-03-05', -600_000]), ...paid(['2026-02-28', 350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was paid out, but a customer payment was returned: invoice 1042-A is no longer paid, so nothing is released.',
  ],
  [
    'a payment that bounced in part',
    { ...received(['2026-02-01', 600_000], ['2026-03-05', -360_000]), ...paid(['2026-02-28', 350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was paid out, but a customer payment was returned: invoice 1042-A has $2,400.00 of $6,000.00 left, so nothing is released.',
  ],
  [
    'a payment that bounced in part, in proportion',
    {
      ...received(['2026-02-01', 600_000], ['2026-03-05', -360_000]),
      ...paid(['2026-02-28', 350_000]),
      ...releasing('proportional_to_payments'),
    },
    'payment_returned',
    'Overpaid: $3,500.00 was paid out, but a customer payment was returned: invoice 1042-A has $2,400.00 of $6,000.00 left, so only $1,400.00 is released.',
  ],
  [
    'a refund that came back',
    { ...memo, ...refunded(['2026-02-01', -600_000], ['2026-03-05', 600_000]), ...paid(['2026-02-28', -350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was taken back, but a refund was returned: credit memo CM-9 is no longer refunded, so nothing is to be taken back.',
  ],
  [
    'more was taken back than ever was paid out',
    { computed: { ...second!, amount: 0 }, ...inFull, ...paid(['2026-02-28', -4_375]) },
    'released',
    'Due: $43.75 more was taken back than was paid out, so $43.75 waits for a payout.',
  ],
  [
    'and something is released',
    { ...inFull, ...paid(['2026-02-28', -10_000]) },
    'released',
    'Due: $100.00 more was taken back than was paid out, and $3,500.00 is released, so $3,600.00 waits for a payout.',
  ],
  [
    'of a memo more was paid out than taken back',
    { ...memo, ...refunded(['2026-02-01', -600_000]), ...paid(['2026-02-28', 10_000]) },
    'released',
    'Due: $100.00 more was paid out than was taken back, and $3,500.00 is to be taken back, so $3,600.00 waits to be taken back.',
  ],
  [
    'a deduction after the payout',
    { ...inFull, ...paid(['2026-02-28', 350_000]), ...adjusted(-50_000) },
    'adjusted_down',
    'Overpaid: $3,500.00 was paid out, but with adjustments of -$500.00 the record is worth $3,000.00.',
  ],
  [
    'a credit memo after the payout',
    { ...inFull, ...paid(['2026-02-28', 400_000]), memos: [{ invoiceNumber: 'CM-9', on: '2026-03-01', net: -1_000_000 }] },
    'credit_memo',
    'Overpaid: $4,000.00 was paid out, but credit memo CM-9 took revenue back and the record is worth $3,500.00.',
  ],
  [
    'a late invoice that moved the tiers',
    { ...inFull, ...paid(['2026-02-28', 400_000]) },
    'recomputed',
    'Overpaid: $4,000.00 was paid out, but the record has since been recomputed to $3,500.00.',
  ],
  [
    'an advance',
    { ...received(['2026-02-01', 240_000]), ...paid(['2026-02-28', 350_000]) },
    'paid_in_advance',
    'Overpaid: $3,500.00 was paid out, but nothing is released; invoice 1042-A has $2,400.00 of $6,000.00 received; the plan releases on full payment.',
  ],
  [
    'a credit memo that is not refunded',
    { ...memo, ...refunded(['2026-02-01', -240_000]) },
    'customer_payment',
    'Not due: credit memo CM-9 has $2,400.00 of $6,000.00 refunded; the plan releases on full refund.',
  ],
  [
    'a credit memo of an invoice that is not paid',
    { ...memo, ...refunded(['2026-02-01', -600_000]), ...ofOriginal(['2026-02-01', 240_000]) },
    'customer_payment',
    'Not due: invoice 1042-A, which it takes back, has $2,400.00 of $6,000.00 received; the plan releases on full payment.',
  ],
  [
    'a credit memo of an invoice that is paid',
    { ...memo, ...refunded(), ...ofOriginal(['2026-02-01', 600_000]) },
    'released',
    'Due: invoice 1042-A, which it takes back, is paid in full, so $3,500.00 is to be taken back; none of it has been taken back yet.',
  ],
  [
    'a credit memo taken back, of an invoice that is paid no longer',
    { ...memo, ...refunded(), ...ofOriginal(['2026-02-01', 600_000], ['2026-03-05', -600_000]), ...paid(['2026-02-28', -350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was taken back, but a customer payment was returned: invoice 1042-A, which it takes back, is no longer paid, so nothing is to be taken back.',
  ],
  [
    'a credit memo to take back',
    { ...memo, ...refunded(['2026-02-01', -600_000]) },
    'released',
    'Due: credit memo CM-9 is refunded in full, so $3,500.00 is to be taken back; none of it has been taken back yet.',
  ],
  [
    'a credit memo taken back',
    { ...memo, ...refunded(['2026-02-01', -600_000]), ...paid(['2026-02-28', -350_000]) },
    'paid',
    'Paid: all of $3,500.00 was taken back, last on Feb 28, 2026.',
  ],
  [
    'paid, then some of it returned and nothing owed: the day of the reversal is none of a payout (decisions 2.03, payment_date)',
    {
      ...inFull,
      ...adjusted(-10_000),
      payouts: [...paid(['2026-02-28', 350_000]).payouts, { on: '2026-05-10', amount: -10_000, state: 'completed', reversal: true }],
    },
    'paid',
    'Paid: all of $3,400.00 was paid out, last on Feb 28, 2026.',
  ],
  [
    'a memo of which a part is to be taken back',
    { ...memo, ...refunded(['2026-02-01', -240_000]), ...releasing('proportional_to_payments') },
    'partly_released',
    'Due: $1,400.00 of $3,500.00 is to be taken back and none of it has been taken back yet; credit memo CM-9 has $2,400.00 of $6,000.00 refunded; the plan releases in proportion to refunds.',
  ],
  [
    'booked ahead',
    { ...releasing('on_booking'), asOf: '2026-01-19' },
    'wait_days',
    'Not due: the plan releases on booking, on Jan 20, 2026.',
  ],
  [
    'booked, a wait of one day',
    { ...releasing('on_booking', 1), asOf: '2026-01-20' },
    'wait_days',
    'Not due: the plan releases 1 day after booking, on Jan 21, 2026.',
  ],
  [
    'booked, a wait of two days',
    { ...releasing('on_booking', 2), asOf: '2026-01-20' },
    'wait_days',
    'Not due: the plan releases 2 days after booking, on Jan 22, 2026.',
  ],
  [
    'one cent received',
    received(['2026-02-01', 1]),
    'customer_payment',
    'Not due: invoice 1042-A has $0.01 of $6,000.00 received; the plan releases on full payment.',
  ],
  [
    'more went back than came',
    received(['2026-02-01', -10_000]),
    'customer_payment',
    'Not due: invoice 1042-A has $0.00 of $6,000.00 received; the plan releases on full payment.',
  ],
  [
    'in proportion, the rest still waits',
    { ...received(['2026-02-01', 240_000], ['2026-03-01', 360_000]), ...releasing('proportional_to_payments', 30), asOf: '2026-03-10' },
    'partly_released',
    `Due: $1,400.00 of $3,500.00 is released and ${none}; invoice 1042-A has $6,000.00 received; the plan waits 30 days after a payment, until Mar 31, 2026.`,
  ],
  [
    'an invoice of nothing is paid, and is no memo',
    { invoice: { ...inFull.invoice, gross: 0, receipts: [] } },
    'released',
    `Due: invoice 1042-A is paid in full, so all of $3,500.00 is released; ${none}.`,
  ],
  [
    'money of an invoice of nothing went back',
    { invoice: { ...inFull.invoice, gross: 0, receipts: [{ on: '2026-03-05', amount: -10_000 }] }, ...paid(['2026-02-28', 350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was paid out, but a customer payment was returned: invoice 1042-A is no longer paid, so nothing is released.',
  ],
  [
    'a payment that bounced but for a cent',
    { ...received(['2026-02-01', 600_000], ['2026-03-05', -599_999]), ...paid(['2026-02-28', 350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was paid out, but a customer payment was returned: invoice 1042-A has $0.01 of $6,000.00 left, so nothing is released.',
  ],
  [
    'more went back than was there',
    { ...received(['2026-02-01', 600_000], ['2026-03-05', -700_000]), ...paid(['2026-02-28', 350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was paid out, but a customer payment was returned: invoice 1042-A is no longer paid, so nothing is released.',
  ],
  [
    'a refund of which a cent came back',
    { ...memo, ...refunded(['2026-02-01', -600_000], ['2026-03-05', 1]), ...paid(['2026-02-28', -350_000]) },
    'payment_returned',
    'Overpaid: $3,500.00 was taken back, but a refund was returned: credit memo CM-9 has $5,999.99 of $6,000.00 left, so nothing is to be taken back.',
  ],
  [
    'one cent, paid',
    { ...inFull, computed: { ...second!, amount: 1 }, ...paid(['2026-02-28', 1]) },
    'paid',
    'Paid: all of $0.01 was paid out, last on Feb 28, 2026.',
  ],
];

describe('decisions 2.04, spec 9.05: one sentence says why', () => {
  it.each(sentences)('%s', (_what, given, reason, sentence) => {
    const explanation = explain({ ...facts, ...given });
    expect([explanation.reason, explanation.sentence]).toEqual([reason, sentence]);
  });

  it('replays a day: what came later is neither counted nor shown', () => {
    const story = { ...facts, ...inFull, ...paid(['2026-02-28', 350_000]), ...adjusted(-50_000) };
    expect(
      ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-15'].map((asOf) => {
        const { status, rows } = explain({ ...story, asOf });
        return [
          status,
          rows
            .slice(3)
            .map(({ kind }) => kind)
            .join(),
        ];
      }),
    ).toEqual([
      ['not_due', ''],
      ['due', 'payment'],
      ['paid', 'payment,payout'],
      ['over_paid', 'payment,adjustment,payout'],
    ]);
  });
});
