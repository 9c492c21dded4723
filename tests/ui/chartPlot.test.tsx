import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BarChart } from '../../src/ui/chart/BarChart.tsx';
import { Bars } from '../../src/ui/chart/Bars.tsx';
import { Funnel } from '../../src/ui/chart/Funnel.tsx';
import { LineChart } from '../../src/ui/chart/LineChart.tsx';
import { spreadOut } from '../../src/ui/chart/layOutChart.ts';
import type { ChartProps } from '../../src/ui/chart/types.ts';
import { createTicks, tickText } from '../../src/ui/chart/values.ts';

const trend: ChartProps = {
  label: 'Commission trend',
  overLabel: 'Month',
  format: 'money',
  over: [
    { key: '2026-01', label: 'January 2026', short: 'Jan' },
    { key: '2026-02', label: 'February 2026', short: 'Feb' },
    { key: '2026-03', label: 'March 2026', short: 'Mar' },
  ],
  series: [
    {
      key: 'now',
      label: 'This year',
      points: [{ value: 520_000, href: '/commissions?start=2026-01-01' }, { value: null }, { value: -10_050 }],
    },
    { key: 'past', label: 'Last year', dashed: true, points: [{ value: 400_000 }, { value: 380_000 }, { value: 410_000 }] },
  ],
};
beforeEach(() => window.history.replaceState(null, '', '/analytics'));
afterEach(cleanup);
const getByName = (name: string) => screen.getByLabelText(name);
const focusedName = () => document.activeElement?.getAttribute('aria-label');

test('the axis begins at zero, uses round steps, and shows the currency once', () => {
  const ticks = createTicks([12_345_00, 98_000_00], 'money');
  expect(ticks).toEqual([0, 25_000_00, 50_000_00, 75_000_00, 100_000_00]);
  expect(ticks.map((tick, index) => tickText('money', tick, index === 4))).toEqual(['0', '25K', '50K', '75K', '$100K']);
  expect(createTicks([0.2, 1.13], 'percent').map((tick) => tickText('percent', tick, false))).toEqual(['0%', '50%', '100%', '150%']);
});

test('counts have ticks only at whole numbers, negative values lie below the axis, and an empty chart still has one', () => {
  expect(createTicks([2], 'count')).toEqual([0, 1, 2]);
  expect(createTicks([-300_00, 500_00], 'money')).toEqual([-400_00, -200_00, 0, 200_00, 400_00, 600_00]);
  expect(createTicks([], 'money')).toEqual([0, 100]);
});

test('labels at line ends move apart if they would touch, and stay inside', () => {
  expect(spreadOut([100, 102, 20], 10, 200)).toEqual([100, 114, 20]);
  expect(spreadOut([198, 200], 10, 200)).toEqual([186, 200]);
});

test('look.md: each point shows its exact figure, and an unknown one is left out', () => {
  render(<LineChart {...trend} />);
  expect(screen.getByRole('link').getAttribute('aria-label')).toBe('January 2026, This year: $5,200.00');
  expect(screen.getAllByRole('img').map((point) => point.getAttribute('aria-label'))).toEqual([
    'March 2026, This year: -$100.50',
    'January 2026, Last year: $4,000.00',
    'February 2026, Last year: $3,800.00',
    'March 2026, Last year: $4,100.00',
  ]);
});

test('decisions 8.02: arrows move between points past unknown values, up and down between lines, in one Tab stop', () => {
  render(<LineChart {...trend} />);
  const chart = screen.getByRole('group', { name: 'Commission trend' });
  const stops = () => [...chart.querySelectorAll('[tabindex="0"]')].map((point) => point.getAttribute('aria-label'));
  expect(stops()).toEqual(['March 2026, This year: -$100.50']);
  getByName('March 2026, This year: -$100.50').focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('ArrowLeft');
  expect(focusedName()).toBe('January 2026, This year: $5,200.00');
  press('ArrowLeft');
  expect(focusedName()).toBe('January 2026, This year: $5,200.00');
  press('ArrowDown');
  press('ArrowRight');
  expect(focusedName()).toBe('February 2026, Last year: $3,800.00');
  press('ArrowUp');
  expect(focusedName()).toBe('February 2026, Last year: $3,800.00');
  press('End');
  expect(stops()).toEqual(['March 2026, Last year: $4,100.00']);
});

test('a point opens its rows without reloading the page', () => {
  render(<LineChart {...trend} />);
  fireEvent.click(screen.getByRole('link'));
  expect(window.location.pathname + window.location.search).toBe('/commissions?start=2026-01-01');
});

test('the tooltip shows every line at its point, also a "—", and Escape hides it', () => {
  render(<LineChart {...trend} />);
  getByName('February 2026, Last year: $3,800.00').focus();
  fireEvent.focus(getByName('February 2026, Last year: $3,800.00'));
  expect(document.querySelector('.chart-tip')?.textContent).toBe('February 2026This year—Last year$3,800.00');
  fireEvent.keyDown(getByName('February 2026, Last year: $3,800.00'), { key: 'Escape' });
  expect(document.querySelector('.chart-tip')).toBeNull();
});

test('a line ends at an unknown value, and the comparison is dashed', () => {
  render(<LineChart {...trend} />);
  const [own, past] = [...document.querySelectorAll('path')];
  expect(own?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'M']);
  expect(past?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
  expect(past?.getAttribute('class')).toBe('chart-line chart-past chart-past-1');
});

test('look.md: the table is one click away, with the same links and figures', () => {
  render(<LineChart {...trend} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Commission trend' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['MonthThis yearLast year', 'January 2026$5,200.00$4,000.00', 'February 2026—$3,800.00', 'March 2026-$100.50$4,100.00']);
  expect(within(table).getByRole('link').getAttribute('href')).toBe('/commissions?start=2026-01-01');
});

test('decisions 8.02: the CSV has plain figures, and unknown ones are empty', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:chart';
  });
  render(<LineChart {...trend} fileName="trend" />);
  fireEvent.click(screen.getByRole('button', { name: 'Save Commission trend' }));
  fireEvent.click(await screen.findByText('Save as CSV'));
  expect(await saved[0]?.text()).toBe(
    '\uFEFFMonth,This year,Last year\r\nJanuary 2026,5200.00,4000.00\r\nFebruary 2026,,3800.00\r\nMarch 2026,-100.50,4100.00\r\n',
  );
  vi.restoreAllMocks();
});

test('columns of two series are drawn side by side, from zero', () => {
  render(<BarChart {...trend} format="count" />);
  const columns = [...document.querySelectorAll('.chart-column')];
  expect(columns).toHaveLength(5);
  const bottoms = columns.map((column) => Number(column.getAttribute('y')) + Number(column.getAttribute('height')));
  const zero = Number(document.querySelector('.chart-zero')?.getAttribute('y1'));
  expect(bottoms.filter((bottom) => Math.abs(bottom - zero) < 0.01)).toHaveLength(4);
});

test('bars with an address are links, and Up and Down move between them', () => {
  const bar = (key: string, value: number) => ({
    key,
    label: key,
    from: 0,
    to: value,
    value,
    tone: 'total' as const,
    href: `/deals?deal=${key}`,
  });
  render(<Bars label="Top deals" words={{ label: 'Deal', value: 'Amount' }} bars={[bar('A', 900), bar('B', 400)]} />);
  screen.getByRole('link', { name: 'A' }).focus();
  fireEvent.keyDown(screen.getByRole('link', { name: 'A' }), { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('B');
});

test('each step of a funnel shows its share of the previous one', () => {
  const steps = [
    { key: 'lead', label: 'Lead', value: 40 },
    { key: 'offer', label: 'Offer', value: 10 },
    { key: 'lost', label: 'Nothing', value: 0 },
    { key: 'won', label: 'Won', value: 0 },
  ];
  render(<Funnel label="Funnel" format="count" words={{ label: 'Stage', value: 'Deals' }} steps={steps} />);
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Lead40',
    'Offer25.0% of the step before10',
    'Nothing0.0% of the step before0',
    'Won0',
  ]);
});

test('a filled series has an area down to zero that ends before its first unknown value, and the plot has the requested height', () => {
  const [line] = trend.series;
  const points = [{ value: 100 }, { value: 200 }, { value: null }];
  const { container } = render(
    <LineChart {...trend} heightPx={120} series={[{ ...(line as NonNullable<typeof line>), points, filled: true }]} />,
  );
  expect(container.querySelector('svg')?.getAttribute('height')).toBe('120');
  const area = container.querySelector('.chart-area')?.getAttribute('d') ?? '';
  expect(area.split('L')).toHaveLength(4);
  expect(area.endsWith('Z')).toBe(true);
});
