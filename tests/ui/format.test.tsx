import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { formatDate, formatMoney, formatPercent } from '../../src/ui/display/format.ts';
import { Icon } from '../../src/ui/display/Icon.tsx';
import * as icons from '../../src/ui/display/icons.ts';
import { MoneyText } from '../../src/ui/display/Money.tsx';

const zone = process.env.TZ;
afterEach(() => {
  cleanup();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each(['America/Phoenix', 'UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'spec 9.05: a date is the same day in %s',
  (tz) => {
    process.env.TZ = tz;
    expect(formatDate('2026-11-03')).toBe('Nov 3, 2026');
    expect(formatDate('2026-01-01')).toBe('Jan 1, 2026');
    expect(formatDate('2024-02-29')).toBe('Feb 29, 2024');
    expect(formatDate('2026-12-31')).toBe('Dec 31, 2026');
  },
);

test('a missing date is a dash, and an invalid one stays unchanged', () => {
  expect(formatDate(null)).toBe('—');
  expect(formatDate('TBD')).toBe('TBD');
  expect(formatDate('2026-02-30')).toBe('2026-02-30');
});

test('spec 9.05: money is USD in en-US, from cents', () => {
  expect(formatMoney(123456789)).toBe('$1,234,567.89');
  expect(formatMoney(-123450)).toBe('-$1,234.50');
  expect(formatMoney(0)).toBe('$0.00');
  expect(formatMoney(5)).toBe('$0.05');
});

test('spec 9.05: rates and percentages have one decimal', () => {
  expect(formatPercent(0.05)).toBe('5.0%');
  expect(formatPercent(0.0825)).toBe('8.3%');
  expect(formatPercent(1.2)).toBe('120.0%');
});

test('negative money has a minus and the danger colour, never the colour alone', () => {
  const { container } = render(<MoneyText cents={-500} />);
  expect(container.textContent).toBe('-$5.00');
  expect(container.querySelector('.money-negative')).not.toBeNull();
  cleanup();
  expect(render(<MoneyText cents={500} />).container.querySelector('.money-negative')).toBeNull();
  cleanup();
  expect(render(<MoneyText cents={null} />).container.textContent).toBe('—');
});

test.each(Object.entries(icons))('icon %s has only paths, so all of it is drawn', (_, svg) => {
  const shapes = [...svg.matchAll(/<(circle|rect|polygon|polyline|line|ellipse|path)\b/g)].map((match) => match[1]);
  expect(new Set(shapes)).toEqual(new Set(['path']));
  expect(svg).toContain('viewBox="0 0 24 24"');
  const { container } = render(<Icon svg={svg} />);
  expect(container.querySelectorAll('path[d]').length).toBe(shapes.length);
});
