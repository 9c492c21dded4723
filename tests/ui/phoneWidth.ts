import { vi } from 'vitest';

/** Makes the phone query of `useNarrow` match until mocks are restored: the test window has no layout. */
export const mockPhoneWidth = (): void => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(max-width: 639px)' ? Object.defineProperty(matchMedia(query), 'matches', { value: true }) : matchMedia(query),
  );
};
