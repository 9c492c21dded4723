import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import IndividualScreen from '../../../src/screens/individual/index.tsx';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

export const seller: User = { ...user, id: '7', role: 'salesperson' };
export const figures = {
  user_id: '7',
  period: '2026-11',
  total_sales: 20_000,
  total_commission: 1_000,
  quota_amount: 21_000,
  quota_attainment: 20 / 21,
  deals_closed: 4,
  average_deal_size: 5_000,
  conversion_rate: 0.8,
};

export const region = (name: string) => within(screen.getByRole('region', { name }));

/** The page of a salesperson on Nov 21, 2026: the calls made, and the responses by path, both emptied before each test. */
export const createIndividualStage = () => {
  const stage = {
    calls: [] as string[],
    answers: {} as Readonly<Record<string, unknown>>,
    mount: async (features: readonly string[], who: User = seller) => {
      const app = await createStage({ features, user: who });
      const http = async (path: string, { query = {} }: { query?: Record<string, string> } = {}) => {
        stage.calls.push(`${path}?${new URLSearchParams(query)}`);
        const answer = stage.answers[path];
        if (answer === undefined) throw new Error(`no answer for ${path}`);
        if (typeof answer === 'object' && answer !== null && 'status' in answer) throw answer;
        return answer;
      };
      await act(async () => {
        render(
          <Stage app={{ ...app, http: http as unknown as App['http'] }}>
            <IndividualScreen />
          </Stage>,
        );
      });
    },
  };
  beforeEach(() => {
    stage.calls = [];
    stage.answers = { '/api/v1/analytics/performance': figures };
    window.history.replaceState(null, '', '/dashboard/individual');
  });
  afterEach(cleanup);
  return stage;
};
