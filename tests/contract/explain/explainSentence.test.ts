import { describe, expect, it } from 'vitest';
import { explainRecord } from '../../../contract/rules/commission/explain.ts';
import { adjusted, facts, paid, paidInFull } from '../support/facts.ts';
import { sentences } from './sentences.ts';

describe('decisions 2.04, spec 9.05: one sentence gives the reason', () => {
  it.each(sentences)('%s', (_what, given, reason, sentence) => {
    const explanation = explainRecord({ ...facts, ...given });
    expect([explanation.reason, explanation.sentence]).toEqual([reason, sentence]);
  });

  it('replays a day without counting or showing later events', () => {
    const story = { ...facts, ...paidInFull, ...paid(['2026-02-28', 350_000]), ...adjusted(-50_000) };
    expect(
      ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-15'].map((asOf) => {
        const { status, rows } = explainRecord({ ...story, asOf });
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
