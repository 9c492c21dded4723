import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import StatementDialog from '../../../src/screens/commissions/statements/StatementDialog.tsx';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const request = vi.hoisted(() => vi.fn(() => new Promise(() => {})));
vi.mock('../../../src/services/statements.ts', () => ({ createStatements: () => ({ list: () => Promise.resolve([]), request: request }) }));

const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
const closed = vi.fn();
const show = async (people: readonly { value: string; label: string }[]) => {
  const app = await createStage({ features: ['statements'] });
  await act(async () => {
    render(
      <Stage app={app}>
        <StatementDialog range={range} people={people} onClose={closed} />
      </Stage>,
    );
  });
};
const generate = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
    await new Promise((resolve) => setTimeout(resolve));
  });
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

beforeEach(() => void request.mockClear());
afterEach(cleanup);

describe('decisions 2.13: requesting a commission statement', () => {
  it('is for oneself if there is nobody else', async () => {
    await show([{ value: '7', label: 'Sam Sales' }]);
    await generate();
    expect(request).toHaveBeenCalledWith({ user_id: '7', ...range, format: 'PDF' });
  });

  it('is never for a random person: oneself is preset, or else a person must be chosen', async () => {
    const others = [
      { value: '801', label: 'Ann Able' },
      { value: '802', label: 'Bob Best' },
    ];
    await show(others);
    expect(field('Person').value).toBe('');
    await generate();
    expect(screen.getByText('Choose whose statement it is')).toBeTruthy();
    expect(request).not.toHaveBeenCalled();
  });

  it('presets oneself among others', async () => {
    await show([
      { value: '801', label: 'Ann Able' },
      { value: user.id, label: 'Me' },
    ]);
    expect(field('Person').value).toBe(user.id);
  });

  it('accepts a period other than the screen’s, but not a reversed one', async () => {
    await show([{ value: '7', label: 'Sam Sales' }]);
    fireEvent.change(field('To'), { target: { value: '2026-09-30' } });
    await generate();
    expect(screen.getByText('To cannot be before From')).toBeTruthy();
    fireEvent.change(field('From'), { target: { value: '2026-07-01' } });
    await generate();
    expect(request).toHaveBeenCalledWith({ user_id: '7', start_date: '2026-07-01', end_date: '2026-09-30', format: 'PDF' });
  });

  it('can be closed by a button', async () => {
    await show([{ value: '7', label: 'Sam Sales' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(closed).toHaveBeenCalled();
  });
});
