import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useStableHandlers, withStableHandlers } from '../../src/ui/support/withStableHandlers.tsx';

afterEach(cleanup);

it('renders again only for other props, and calls the newest handler', () => {
  const drawn = vi.fn();
  const Row = withStableHandlers(({ name, onChoose }: { name: string; onChoose: () => void }) => {
    drawn(name);
    return (
      <button type="button" onClick={onChoose}>
        {name}
      </button>
    );
  });
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Row name="one" onChoose={first} />);
  rerender(<Row name="one" onChoose={second} />);
  expect(drawn.mock.calls).toEqual([['one']]);
  fireEvent.click(screen.getByRole('button'));
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  rerender(<Row name="two" onChoose={second} />);
  expect(drawn.mock.calls).toEqual([['one'], ['two']]);
});

it('notices an added and a removed handler', () => {
  const Row = withStableHandlers(({ onChoose }: { onChoose?: (() => void) | undefined }) => (
    <button type="button" disabled={onChoose === undefined} onClick={onChoose}>
      choose
    </button>
  ));
  const choose = vi.fn();
  const { rerender } = render(<Row />);
  const button = (): HTMLButtonElement => screen.getByRole('button');
  expect(button().disabled).toBe(true);
  rerender(<Row onChoose={choose} />);
  fireEvent.click(button());
  expect(choose).toHaveBeenCalledTimes(1);
  rerender(<Row onChoose={undefined} />);
  expect(button().disabled).toBe(true);
});

it('stable handlers stay the same functions and use the newest render', () => {
  const renders: { say: () => string }[] = [];
  function Screen({ word }: { word: string }) {
    renders.push(useStableHandlers({ say: () => word }));
    return null;
  }
  const { rerender } = render(<Screen word="old" />);
  rerender(<Screen word="new" />);
  expect(renders[0]).toBe(renders[1]);
  expect(renders[0]?.say()).toBe('new');
});
