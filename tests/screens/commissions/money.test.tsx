import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import { DetailsDialog } from '../../../src/screens/commissions/parts/DetailsDialog.tsx';
import { QuickActions } from '../../../src/screens/commissions/parts/QuickActions.tsx';
import { commissionRow as row } from '../../models/support/commissionRow.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const range = { start_date: '2026-11-01', end_date: '2026-11-21' };
const names = ['Generate Commission Statement', 'Calculate Projections', 'Review Adjustments'];
afterEach(cleanup);

const actions = async (features: readonly string[], onReview?: () => void) => {
  const app = await createStage({ features });
  render(
    <Stage app={app}>
      <QuickActions
        range={range}
        userId={null}
        people={[{ value: '7', label: 'Sam Sales' }]}
        team={false}
        dialog={null}
        ask=""
        onAsk={() => {}}
        onOpen={() => {}}
        onClose={() => {}}
        onReview={onReview}
        waiting={null}
        onMonth={() => {}}
        canAnswer={false}
        version={null}
        onQuestion={() => {}}
      />
    </Stage>,
  );
  return names.filter((name) => !(screen.getByRole('button', { name }) as HTMLButtonElement).disabled);
};
const tabs = async (features: readonly string[]) => {
  const app = await createStage({ features });
  await act(async () => {
    render(
      <Stage app={app}>
        <DetailsDialog row={row} onClose={() => {}} onChanged={() => {}} />
      </Stage>,
    );
  });
  await screen.findByRole('dialog', { name: /^1042-A · / });
  return screen.queryAllByRole('tab').map((tab) => tab.textContent);
};

describe('decisions 1.03: features that the server does not announce are not requested', () => {
  it('spec 2.34: Quick Actions has its three buttons, none of which does anything', async () => {
    expect(await actions([])).toEqual([]);
  });

  it.each([
    ['statements', 'Generate Commission Statement'],
    ['projections', 'Calculate Projections'],
  ])('%s enables %s', async (feature, name) => {
    expect(await actions([feature])).toEqual([name]);
  });

  it('Review Adjustments leads to the adjustments on the page', async () => {
    const review = vi.fn();
    expect(await actions([], review)).toEqual(['Review Adjustments']);
    screen.getByRole('button', { name: 'Review Adjustments' }).click();
    expect(review).toHaveBeenCalledTimes(1);
  });

  it.each([
    [[], []],
    [['explain'], ['Why?', 'Details']],
    [['disputes'], ['Details', 'Question']],
    [['history'], ['Details', 'History']],
    [
      ['history', 'disputes', 'explain'],
      ['Why?', 'Details', 'Question', 'History'],
    ],
  ])('the details of a record with %j have the tabs %j', async (features, expected) => {
    expect(await tabs(features)).toEqual(expected);
  });
});

describe('the details of a record', () => {
  it('decisions 2.03: show the commission, its adjustments and the total', async () => {
    const facts = async (record: Commission): Promise<string[]> => {
      const app = await createStage();
      await act(async () => {
        render(
          <Stage app={app}>
            <DetailsDialog row={record} onClose={() => {}} onChanged={() => {}} />
          </Stage>,
        );
      });
      await screen.findByText('1042-A');
      return [...document.querySelectorAll('.details > div')].map((fact) => fact.textContent ?? '').slice(5, 8);
    };
    expect(await facts({ ...row, adjustments_amount: 20.05 })).toEqual([
      'Commission Amount$300.00',
      'Adjustments$20.05',
      'Total commission$320.05',
    ]);
    cleanup();
    // Another provider doesn't supply it.
    expect(await facts(row)).toEqual(['Commission Amount$300.00', 'Rate5.0%', 'StatusNot due']);
  });
});
