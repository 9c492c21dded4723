import { describe, expect, it } from 'vitest';
import type { AuditCause } from '../../../contract/entities/audit.ts';
import { causesOf, causeText } from '../../../server/domain/audit/causeText.ts';

const facts: readonly (readonly [AuditCause, string])[] = [
  [{ kind: 'adjustment', id: 12, deed: 'approved' }, 'An adjustment was approved'],
  [{ kind: 'adjustment', id: 12, deed: 'created', reason: 'Lunch: for 2' }, 'An adjustment: Lunch: for 2'],
  [{ kind: 'day_began', day: '2026-03-12' }, 'Mar 12, 2026 began'],
  [{ kind: 'role_or_manager_changed', user_id: 3, name: 'Sam Seller' }, 'Sam Seller changed role or manager'],
  [{ kind: 'import', run_id: 7, title: 'march.csv' }, 'march.csv was imported'],
  [{ kind: 'import_undone', run_id: 7, title: 'march.csv' }, 'The import of march.csv was undone'],
  [{ kind: 'month_reopened', month: '2026-09-01' }, 'September 2026 was reopened'],
  [{ kind: 'password_reset' }, 'The password was reset'],
  [{ kind: 'payment', customer: 'Acme', amount_cents: 120_000, method: 'ACH' }, 'Acme paid $1,200.00 (ACH)'],
  [{ kind: 'payment_returned', customer: 'Acme', amount_cents: 120_000, method: 'ACH' }, 'Acme: $1,200.00 returned by the bank'],
  [
    {
      kind: 'several',
      causes: [{ kind: 'password_reset' }, { kind: 'adjustment', id: 1, deed: 'voided' }],
    },
    'The password was reset; An adjustment was voided',
  ],
];
const prose: readonly (readonly [string | null, string | null])[] = [
  ['Adjustment 12 was approved', 'An adjustment was approved'],
  ['Adjustment 12: Lunch: for 2', 'An adjustment: Lunch: for 2'],
  ['The day 2026-03-12 began', 'Mar 12, 2026 began'],
  ['An invoice was late', 'An invoice was late'],
  [null, null],
];

describe('causes in words', () => {
  it.each(facts)('renders facts %j as: %s', (cause_facts, text) => expect(causeText({ cause: null, cause_facts })).toBe(text));
  it.each(prose)('renders the older text cause %j as: %j', (cause, text) => expect(causeText({ cause, cause_facts: null })).toBe(text));

  it('decisions 2.04: links each part to its subject, including older text causes', () => {
    const several: AuditCause = {
      kind: 'several',
      causes: [
        { kind: 'adjustment', id: 12, deed: 'approved' },
        { kind: 'config_saved', version: 3 },
        { kind: 'month_reopened', month: '2026-09-01' },
        { kind: 'day_began', day: '2026-03-12' },
      ],
    };
    expect(causesOf({ cause: null, cause_facts: several })).toEqual([
      { text: 'An adjustment was approved', ref: { kind: 'adjustment', id: '12' } },
      { text: 'Version 3 of the configuration was saved', ref: { kind: 'config', id: '3' } },
      { text: 'September 2026 was reopened', ref: { kind: 'month', id: '2026-09-01' } },
      { text: 'Mar 12, 2026 began' },
    ]);
    expect(causesOf({ cause: 'Adjustment 12: Lunch: for 2', cause_facts: null })).toEqual([
      { text: 'An adjustment: Lunch: for 2', ref: { kind: 'adjustment', id: '12' } },
    ]);
    expect(causesOf({ cause: null, cause_facts: null })).toEqual([]);
  });
});
