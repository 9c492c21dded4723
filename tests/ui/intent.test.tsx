import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIntent } from '../../src/ui/support/useIntent.ts';

const opened: (string | undefined)[] = [];
function List() {
  const frame = useRef<HTMLDivElement>(null);
  useIntent(frame, '[data-row]', ({ dataset }) => opened.push(dataset.row));
  return (
    <div ref={frame}>
      {['1', '2', '3'].map((row) => (
        <p key={row} data-row={row}>
          <button type="button">Row {row}</button>
        </p>
      ))}
      <span>Nothing</span>
    </div>
  );
}
const row = (name: number) => screen.getByRole('button', { name: `Row ${name}` });
const enterElement = (element: Element, pointerType = 'mouse') =>
  element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));

beforeEach(() => {
  opened.length = 0;
  vi.useFakeTimers();
  render(<List />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a row under the pointer for 100 ms is reported once, however the pointer moves within it', () => {
  enterElement(row(1));
  vi.advanceTimersByTime(60);
  enterElement(row(1).parentElement as Element);
  vi.advanceTimersByTime(39);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  enterElement(row(1));
  vi.advanceTimersByTime(1000);
  expect(opened).toEqual(['1']);
});

test('rows that the pointer only crosses are not reported', () => {
  for (let time = 0; time < 30; time += 1) {
    enterElement(row((time % 3) + 1));
    vi.advanceTimersByTime(99);
  }
  expect(opened).toEqual([]);
  enterElement(screen.getByText('Nothing'));
  vi.advanceTimersByTime(1000);
  expect(opened).toEqual([]);
});

test('a row that keeps the focus is reported; one left earlier is not, and touch never is', () => {
  fireEvent.focusIn(row(2));
  vi.advanceTimersByTime(100);
  expect(opened).toEqual(['2']);
  fireEvent.focusIn(row(3));
  fireEvent.focusOut(row(3));
  enterElement(row(1), 'touch');
  vi.advanceTimersByTime(1000);
  expect(opened).toEqual(['2']);
});
