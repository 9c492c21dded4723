import { cleanup, configure } from '@testing-library/react';
import PrimeReact from 'primereact/api';
import { afterAll, beforeAll, vi } from 'vitest';

// A part that is fetched late, on a machine that is busy.
configure({ asyncUtilTimeout: 5_000 });
// Nothing is painted here: what waits for the screen is done at once.
vi.mock('../../src/services/afterPaint.ts', () => ({
  afterPaint: (act: () => void) => {
    act();
    return () => {};
  },
}));
// What fades out would still be there when the next test looks.
PrimeReact.cssTransition = false;
// Without a layout no column of a grid is out of sight.
Object.defineProperty(window, 'innerWidth', { configurable: true, writable: true, value: 10_000 });
// happy-dom has no layout, and PrimeReact takes a list without an offset parent for a hidden one.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});

// Files that share a window begin as on a new one. What is still mounted would fail when it goes, in a test of the next file.
afterAll(cleanup);
beforeAll(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
