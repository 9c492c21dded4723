import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent } from '../../src/ui/support/later.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const sentence = /^The server could not be reached, so this could not be opened/;
const loaded = async () => ({ default: () => <p>Here it is</p> });
const lost = (message: string) => async () => {
  throw new TypeError(message);
};
/** A page with a lazy component whose code loads or fails, one attempt at a time. */
const show = async (...tries: (() => Promise<{ default: () => React.JSX.Element }>)[]) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [View] = lazyComponent(() => (tries.length > 1 ? tries.shift()! : tries[0]!)());
  await act(async () => {
    render(
      <>
        <p>The page</p>
        <Suspense fallback={null}>
          <View />
        </Suspense>
      </>,
    );
  });
};

test.each([
  'Failed to fetch dynamically imported module: /a.js',
  'error loading dynamically imported module: /a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Tabs-1.css',
])('decisions 8.02: if a part’s code fails to load (%s), the page stays, and Try again requests it once more', async (message) => {
  await show(lost(message), loaded);
  expect(screen.getByText('The page')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(sentence);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('Here it is')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a missing part is requested again automatically once the connection is back', async () => {
  await show(lost('Failed to fetch dynamically imported module'), lost('Failed to fetch dynamically imported module'), loaded);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert').textContent).toMatch(sentence);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText('Here it is')).toBeTruthy();
});

test('an error of the part itself is thrown, not shown as a failed load', async () => {
  await expect(show(lost('nothing is not a function'))).rejects.toThrow('nothing is not a function');
});
