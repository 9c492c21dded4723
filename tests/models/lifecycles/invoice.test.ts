import { describe, expect, it } from 'vitest';
import { type InvoiceFacts, invoiceLifecycle } from '../../../contract/lifecycles/invoice.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const ours: InvoiceFacts = { connected: false, memo: false, received: false, credited: false, left: 1000 };
const theirs = { ...ours, connected: true };
const paid = { ...ours, received: true };
const credited = { ...ours, credited: true, left: 0 };
const memo = { ...ours, memo: true, left: 0 };

/** Decisions 2.14: draft → sent; cancelled from draft, or from sent without payments; full or partial credit memos. */
describeMachine(
  {
    machine: invoiceLifecycle,
    inputs: [ours, theirs, paid, credited, memo],
    cases: {
      edit: [{}],
      amend: [{}],
      assign: [{}],
      send: [{}],
      cancel: [{}],
      credit: [{ amount: 1000 }, { amount: 1001 }, { amount: 0 }, { amount: 0.5 }],
    },
    project: ({ connected, memo: isMemo, received, credited: isCredited }) => [connected, isMemo, received, isCredited],
  },
  `
invoice.draft --edit[0 isOurs]--> invoice.draft
invoice.draft --send[0 isOurs]--> invoice.sent
invoice.draft --cancel[0 isUntouched]--> invoice.cancelled
invoice.sent --amend[0]--> invoice.sent
invoice.sent --assign[0 hasOwnPeople]--> invoice.sent
invoice.sent --cancel[0 isUntouched]--> invoice.cancelled
invoice.sent --credit[0 isWithin]--> invoice.sent
`,
  `
draft: amend, assign — all of a draft is edited
draft: credit — nothing is owed yet
sent: edit — its amounts stand, and a credit memo takes them back
sent: send — it was sent
cancelled: edit, amend, assign, send, cancel, credit — it is over
`,
);

describe('decisions 2.14: an invoice', () => {
  it.each([
    ['with a payment', paid],
    ['with a credit memo', credited],
    ['from a connected source', theirs],
  ])('%s cannot be cancelled here', (_, facts) => expect(step(invoiceLifecycle, 'sent', { type: 'cancel' }, facts)).toBeNull());

  it.each([
    [1000, 'sent'],
    [1001, null],
    [0, null],
    [-1, null],
    [0.5, null],
  ])('with 1000 cents left is credited by %d: %s', (amount, state) =>
    expect(step(invoiceLifecycle, 'sent', { type: 'credit', amount }, ours)).toBe(state),
  );

  it('a credit memo cannot be credited itself', () =>
    expect(step(invoiceLifecycle, 'sent', { type: 'credit', amount: 1 }, { ...memo, left: 1 })).toBeNull());

  it('a credit memo has the people of its invoice, and cannot be assigned (decisions 2.23)', () =>
    expect(step(invoiceLifecycle, 'sent', { type: 'assign' }, memo)).toBeNull());

  it('from a connected source keeps its person and notes editable', () => {
    for (const type of ['assign', 'amend'] as const) expect(step(invoiceLifecycle, 'sent', { type }, theirs)).toBe('sent');
  });
});
