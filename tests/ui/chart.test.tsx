import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WaterfallChart, waterfallBars } from '../../src/ui/chart/Waterfall.tsx';

const words = { label: 'Step', value: 'Change' };
const from = { label: 'Before', cents: 520_000 };
const steps = [
  { label: 'New bookings', cents: 150_000 },
  { label: 'Credit memos', cents: -35_000 },
];
const to = { label: 'Now', cents: 635_000 };
afterEach(cleanup);

/** Start and end of each bar, in thousandths of the drawing's width. */
const drawn = () =>
  [...document.querySelectorAll('rect')].map((rect) => {
    const x = Number(rect.getAttribute('x'));
    return [Math.round(x), Math.round(x + Number(rect.getAttribute('width')))];
  });

test('each step begins where the previous one ended, and totals begin at zero', () => {
  expect(waterfallBars(from, steps, to).map((bar) => [bar.from, bar.to, bar.tone])).toEqual([
    [0, 520_000, 'total'],
    [520_000, 670_000, 'up'],
    [670_000, 635_000, 'down'],
    [0, 635_000, 'total'],
  ]);
});

test('look.md: bars are zero-based on one scale, with the exact amounts beside them', () => {
  render(<WaterfallChart label="What changed" from={from} steps={steps} to={to} words={words} />);
  expect(drawn()).toEqual([
    [0, 776],
    [776, 1000],
    [948, 1000],
    [0, 948],
  ]);
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Before$5,200.00',
    'New bookings$1,500.00',
    'Credit memos-$350.00',
    'Now$6,350.00',
  ]);
});

test('draws negative values left of the zero line', () => {
  render(
    <WaterfallChart
      label="What changed"
      from={{ label: 'Before', cents: 0 }}
      steps={[{ label: 'Credit memos', cents: -100 }]}
      to={{ label: 'Now', cents: -100 }}
      words={words}
    />,
  );
  expect(drawn()).toEqual([
    [1000, 1000],
    [0, 1000],
    [0, 1000],
  ]);
  expect(document.querySelector('line')?.getAttribute('x1')).toBe('1000');
});

test('look.md: the table is one click away and says the same', () => {
  render(<WaterfallChart label="What changed" from={from} steps={steps} to={to} words={words} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'StepChange',
    'Before$5,200.00',
    'New bookings$1,500.00',
    'Credit memos-$350.00',
    'Now$6,350.00',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(screen.queryByRole('table')).toBeNull();
});
