import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from '../../src/app/shell/keepFocus.ts';

let ended: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  ended = new AbortController();
  keepFocus([], ended.signal);
});
afterEach(() => {
  ended.abort();
  cleanup();
  vi.useRealTimers();
});

/** Waits for the observer to report and for the delay to pass. */
const settle = () =>
  act(async () => {
    await Promise.resolve();
    vi.advanceTimersByTime(200);
  });
const press = async (name: string): Promise<void> => {
  const button = screen.getByRole('button', { name });
  button.focus();
  await act(async () => button.click());
  await settle();
};

function List() {
  const [names, setNames] = useState(['Mark sent', 'Mark reviewed']);
  return (
    <ul aria-label="Work">
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

test('decisions 8.02: a pressed button that disappears leaves the focus in its list, never on the page', async () => {
  render(
    <main>
      <List />
    </main>,
  );
  await press('Mark sent');
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Work' }));
  await press('Mark reviewed');
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Work' }));
});

test('a place outside the content, such as a toast, gives way to the content', async () => {
  render(
    <>
      <List />
      <main tabIndex={-1}>Content</main>
    </>,
  );
  await press('Mark sent');
  expect(document.activeElement?.tagName).toBe('MAIN');
});

function Save() {
  const [isBusy, setBusy] = useState(false);
  const save = (): void => {
    setBusy(true);
    setTimeout(() => setBusy(false), 100);
  };
  return (
    <button type="button" disabled={isBusy} onClick={save}>
      Save
    </button>
  );
}

test('a button disabled only during its request gets the focus back', async () => {
  render(
    <main>
      <Save />
    </main>,
  );
  await press('Save');
  expect(document.activeElement?.textContent).toBe('Save');
});

test('moves no focus after it is stopped', async () => {
  render(
    <main>
      <List />
    </main>,
  );
  const button = screen.getByRole('button', { name: 'Mark sent' });
  button.focus();
  await act(async () => button.click());
  ended.abort();
  await settle();
  expect(document.activeElement).toBe(document.body);
});

test('a control that disappeared before it started leaves the focus in the content', async () => {
  render(<main tabIndex={-1}>Content</main>);
  keepFocus([document.createElement('button')], ended.signal);
  await settle();
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('a disabled control that the browser still shows as focused loses the focus to its surroundings', async () => {
  render(
    <main>
      <button type="button">Save</button>
    </main>,
  );
  const button = screen.getByRole('button') as HTMLButtonElement;
  button.focus();
  button.disabled = true;
  expect(document.activeElement).toBe(button);
  await settle();
  expect(document.activeElement?.tagName).toBe('MAIN');
});
