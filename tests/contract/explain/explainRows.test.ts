import { describe, expect, it } from 'vitest';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { facts, memo } from '../support/facts.ts';

const rows = (given: Partial<Facts>) =>
  explainRecord({ ...facts, ...given }).rows.map(({ label, date, amount, note }) => [label, date, amount, note]);
const invoice = (gross: number, ...receipts: [on: string, amount: number][]): Pick<Facts, 'invoice'> => ({
  invoice: { gross, receipts: receipts.map(([on, amount]) => ({ on, amount })), expected: [] },
});

describe('decisions 2.04: the rows read for an answer, by kind and day', () => {
  it('cover the full history of an invoice', () =>
    expect(
      rows({
        ...invoice(600_000, ['2026-03-01', -240_000], ['2026-02-01', 600_000], ['2026-05-01', 240_000]),
        memos: [
          { invoiceNumber: 'CM-2', on: '2026-04-01', net: -1_000 },
          { invoiceNumber: 'CM-1', on: '2026-03-01', net: -2_000 },
        ],
        adjustments: [
          { on: '2026-03-15', amount: 5_000, reason: 'Second on its day', state: 'pending' },
          { on: '2026-03-15', amount: -1_000, reason: 'Wrong customer', state: 'approved' },
          { on: '2026-03-10', amount: 2_000, reason: 'First', state: 'approved' },
        ],
        payouts: [
          { on: '2026-02-28', amount: 350_000, state: 'completed' },
          { on: '2026-03-30', amount: -350_000, state: 'completed', reversal: true },
          { on: '2026-04-30', amount: -10_000, state: 'processing', payDay: '2026-05-31' },
          { on: '2026-05-01', amount: 0, state: 'failed' },
        ],
      }),
    ).toEqual([
      ['Default plan, version 3', null, 100_000, 'quota of 2026-Q1'],
      ['1 earlier record of 2026-Q1', null, 60_000, 'net revenue before this record'],
      ['Invoice 1042-A', '2026-01-20', 60_000, 'gross $6,000.00'],
      ['Credit memo CM-1', '2026-03-01', -20, null],
      ['Credit memo CM-2', '2026-04-01', -10, null],
      ['Customer payment', '2026-02-01', 6000, null],
      ['Payment that was returned', '2026-03-01', -2400, null],
      ['Customer payment', '2026-05-01', 2400, null],
      ['First', '2026-03-10', 20, null],
      ['Second on its day', '2026-03-15', 50, 'waits for approval'],
      ['Wrong customer', '2026-03-15', -10, null],
      ['Payout', '2026-02-28', 3500, 'completed'],
      ['Payout reversed', '2026-03-30', -3500, 'completed'],
      ['Taken back', '2026-05-31', -100, 'processing'],
      ['Payout', '2026-05-01', 0, 'failed'],
    ]));

  it('include the refunds of a memo, and name the invoice it takes back', () => {
    const story = invoice(-600_000, ['2026-02-01', -600_000], ['2026-03-01', 200_000], ['2026-03-02', 0]);
    expect(rows({ ...memo, ...story, share: 0.5, earlier: 2 }).slice(1)).toEqual([
      ['2 earlier records of 2026-Q1', null, 60_000, 'net revenue before this record'],
      ['Credit memo CM-9', '2026-01-20', -60_000, 'gross -$6,000.00, 50.0% credited, takes back invoice 1042-A'],
      ['Refund to the customer', '2026-02-01', -6000, null],
      ['Refund that was returned', '2026-03-01', 2000, null],
      ['Refund that was returned', '2026-03-02', 0, null],
    ]);
  });

  it('include a negative record without an original as a memo, but not a zero invoice', () => {
    expect(rows(invoice(-600_000, ['2026-02-01', -1]))[2]?.[0]).toBe('Credit memo 1042-A');
    expect(rows(invoice(-600_000, ['2026-02-01', -1]))[3]?.[0]).toBe('Refund to the customer');
    expect(
      rows(invoice(0, ['2026-02-01', 0]))
        .map(([label]) => label)
        .slice(2),
    ).toEqual(['Invoice 1042-A', 'Customer payment']);
    expect(rows({ ...memo, ...invoice(600_000) })[2]?.[0]).toBe('Credit memo CM-9');
  });
});
