import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { IssuedStatement, PeriodReview } from '../../../contract/entities/periodReview.ts';
import { Statements } from '../../../src/screens/payPeriods/closing/Statements.tsx';

afterEach(cleanup);

const statement = (id: string, confirmed_at: string | null, state: IssuedStatement['state'] = 'written'): IssuedStatement => ({
  id,
  month: '2026-10',
  user_id: id,
  user_name: `Person ${id}`,
  state,
  file_name: 'statement.pdf',
  issued_at: '2026-11-02T17:00:00Z',
  confirmed_at,
});
const confirmed = '2026-11-03T17:00:00Z';

describe('decisions 2.11: confirmations of a statement', () => {
  it.each([
    ['2 of 3 have not been confirmed yet.', [statement('1', null), statement('2', confirmed), statement('3', null)]],
    ['1 of 2 has not been confirmed yet.', [statement('1', null), statement('2', confirmed)]],
    ['1 of 1 has not been confirmed yet.', [statement('1', null), statement('2', null, 'outdated')]],
    ['Everyone has confirmed theirs.', [statement('1', confirmed)]],
  ])('%s', (sentence, statements) => {
    render(<Statements review={{ statements } as unknown as PeriodReview} onDownload={() => {}} />);
    expect(screen.getByText(sentence)).toBeDefined();
  });

  it('outdated statements are not counted', () => {
    render(<Statements review={{ statements: [statement('1', null, 'outdated')] } as unknown as PeriodReview} onDownload={() => {}} />);
    expect(screen.queryByText(/confirmed yet|Everyone/)).toBeNull();
  });
});
