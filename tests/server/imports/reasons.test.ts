import { describe, expect, it } from 'vitest';
import { heldReasons } from '../../../contract/messages/connections.ts';
import { importProblems } from '../../../contract/messages/importProblems.ts';
import { wordReason } from '../../../server/domain/imports/reasons.ts';

describe('quarantine reasons', () => {
  it('name values in words', () => {
    expect(wordReason({ code: 'numberTaken', facts: { number: 'QBO-17' }, reason: null })?.sentence).toBe(
      'Invoice QBO-17 is here already, from another source.',
    );
    expect(wordReason({ code: 'memoOpen', facts: { left_cents: 5000 }, reason: null })?.sentence).toBe(
      '$50.00 of this credit memo is not applied to an invoice.',
    );
  });

  it('show a dash for a missing value', () => {
    expect(wordReason({ code: 'numberTaken', facts: {}, reason: null })?.sentence).toBe('Invoice — is here already, from another source.');
  });

  it('keep braces in a value', () => {
    const facts = { value: '{number}', format: 'ymd' };
    expect(wordReason({ code: 'notADay', facts, reason: null })?.sentence).toContain('"{number}" is not a date');
  });

  it.each([...Object.keys(importProblems), ...Object.keys(heldReasons)])('%s never shows a placeholder name', (code) => {
    for (const facts of [null, {}]) expect(wordReason({ code, facts, reason: null })?.sentence).not.toMatch(/[{}]/);
  });
});
