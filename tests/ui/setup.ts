import { cleanup, configure } from '@testing-library/react';
import PrimeReact from 'primereact/api';
import { afterAll, beforeAll, vi } from 'vitest';

// Lazy chunks load slowly on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
// Nothing is painted here, so work that waits for a paint runs immediately.
vi.mock('../../src/services/afterPaint.ts', () => ({
  afterPaint: (act: () => void) => {
    act();
    return () => {};
  },
}));
// An element that fades out would still exist when the next test checks.
PrimeReact.cssTransition = false;
// With this width every column of a grid counts as visible, since there is no layout.
Object.defineProperty(window, 'innerWidth', { configurable: true, writable: true, value: 10_000 });
// happy-dom has no layout, and PrimeReact considers a list without an offset parent hidden.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});

// Files that share a window start with a clean one. A component left mounted would fail in a test of the next file.
afterAll(cleanup);
beforeAll(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
