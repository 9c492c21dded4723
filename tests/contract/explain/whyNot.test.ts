import { describe, expect, it } from 'vitest';
import { type ExpectedInvoice, reasonOfDeal, reasonsOfInvoice } from '../../../contract/rules/commission/explain/whyNot.ts';

const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
const invoice: ExpectedInvoice = {
  state: 'sent',
  bookingDate: '2026-10-05',
  gross: 600_000,
  received: 600_000,
  owner: { name: 'Sam Sales', since: null },
  isTheirs: true,
  beginsOn: '2026-01-01',
  isEmployed: true,
  isSelling: true,
  hasPlan: true,
  pending: false,
  record: { id: '9', status: 'due', reason: 'released' },
};
const reasonsFor = (given: Partial<ExpectedInvoice>) => reasonsOfInvoice({ ...invoice, ...given }, range).map(({ sentence }) => sentence);

describe('decisions 1.02 `why-not`: every reason that keeps an invoice off a list, and who can change it', () => {
  it.each<[string, Partial<ExpectedInvoice>, string[]]>([
    ['on the list', {}, ['It is on the list: due.']],
    ['a draft', { state: 'draft', record: null }, ['It is a draft.']],
    ['cancelled', { state: 'cancelled', record: null }, ['It is cancelled.']],
    ['without a salesperson', { owner: null, record: null }, ['It has no salesperson yet.']],
    ["another person's", { owner: { name: 'Naomi Owens', since: null }, isTheirs: false, record: null }, ['It belongs to Naomi Owens.']],
    [
      "another person's since a given day",
      { owner: { name: 'Naomi Owens', since: '2026-10-03' }, isTheirs: false, record: null },
      ['It has belonged to Naomi Owens since Oct 3, 2026.'],
    ],
    [
      'before the books began',
      { bookingDate: '2025-12-31', record: null },
      [
        'It was booked on Dec 31, 2025, before the books begin on Jan 1, 2026.',
        'It was booked on Dec 31, 2025, outside Oct 1, 2026 to Oct 31, 2026.',
      ],
    ],
    ['booked outside the range', { bookingDate: '2026-11-02' }, ['It was booked on Nov 2, 2026, outside Oct 1, 2026 to Oct 31, 2026.']],
    [
      'a memo of an invoice without a record',
      { isMemoWithoutRecord: true, record: null },
      ['It credits an invoice that has no commission record, so it takes nothing back.'],
    ],
    ['of somebody without a plan', { hasPlan: false, record: null }, ['No plan applies to Sam Sales on Oct 5, 2026.']],
    ['of somebody who was not employed', { isEmployed: false, record: null }, ['Sam Sales was not employed on Oct 5, 2026.']],
    [
      'of somebody who does not sell',
      { isSelling: false, record: null },
      ['Sam Sales had no selling role on Oct 5, 2026, so nobody is credited with it.'],
    ],
    [
      'settled by credit',
      { gross: 0, received: 0, record: { id: '9', status: 'not_due', reason: 'settled_by_credit' } },
      ['It is on the list: credit memos settled it, so nothing is due.'],
    ],
    ['excluded', { record: { id: '9', status: 'not_due', reason: 'excluded' } }, ['The plan excludes this customer, so it earns nothing.']],
    ['still being computed', { record: null, pending: true }, ['Its figures are still being computed.']],
    [
      'not paid',
      { received: 360_000, record: { id: '9', status: 'not_due', reason: 'released' } },
      ['It is on the list and not due: $3,600.00 of $6,000.00 has been received.'],
    ],
    [
      'not paid and booked on the last day',
      { bookingDate: '2026-10-31', received: 0, record: { id: '9', status: 'not_due', reason: 'released' } },
      ['It is on the list and not due: $0.00 of $6,000.00 has been received.'],
    ],
  ])('%s', (_what, given, sentences) => expect(reasonsFor(given)).toEqual(sentences));

  it('an invoice elsewhere links to its record in its own month', () =>
    expect(reasonsOfInvoice({ ...invoice, bookingDate: '2026-11-02' }, range)[0]).toMatchObject({
      code: 'outside',
      who: 'You: choose that month.',
      ref: { kind: 'record', id: '9' },
      day: '2026-11-02',
    }));

  it('a deal says whether it is open, lost, or won and not invoiced', () =>
    expect((['open', 'lost', 'won'] as const).map((state) => reasonOfDeal(state).sentence)).toEqual([
      'The deal is not won yet.',
      'The deal is lost.',
      'It has no invoice yet.',
    ]));
});
