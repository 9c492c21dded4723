import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { GoalsCard } from '../../../src/screens/individual/parts/GoalsCard.tsx';
import type { GoalsView } from '../../../src/screens/individual/useGoals.ts';
import { createStage, Stage } from '../support/stage.tsx';
import { goals, question } from './cases.ts';

afterEach(cleanup);

it('decisions 8.02: keyboard focus stays in its card after a goal is removed', async () => {
  const app = await createStage({ features: ['goals'] });
  const view = { goals, settled: true, waits: false, error: null, formOpen: false, canAdd: true } as unknown as GoalsView;
  const card = (goalsView: GoalsView) => (
    <Stage app={app}>
      <GoalsCard view={goalsView} month={question.month} isThisMonth isOwn={false} sample={false} />
    </Stage>
  );
  const { rerender } = await act(async () => render(card(view)));
  const remove = screen.getByRole('button', { name: /^Remove goal/ });
  remove.focus();
  expect(document.activeElement).toBe(remove);
  await act(async () => rerender(card({ ...view, goals: { ...goals, data: [] } })));
  expect(screen.queryByRole('button', { name: /^Remove goal/ })).toBeNull();
  expect(screen.getByRole('region').contains(document.activeElement)).toBe(true);
});

it('before the first press, the focus stays at the start of the page', async () => {
  const app = await createStage({ features: ['goals'] });
  const view = { goals: null, settled: true, waits: true, error: null, formOpen: false, canAdd: true } as unknown as GoalsView;
  const card = (goalsView: GoalsView) => (
    <Stage app={app}>
      <GoalsCard view={goalsView} month={question.month} isThisMonth isOwn={false} sample={false} />
    </Stage>
  );
  const { rerender } = await act(async () => render(card(view)));
  await act(async () => rerender(card({ ...view, waits: false, goals })));
  expect(document.activeElement).toBe(document.body);
});
