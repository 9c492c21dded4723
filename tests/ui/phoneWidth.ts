import { vi } from 'vitest';

/** Answers the phone query of `useNarrow` with yes, until mocks are restored: the test window has no layout to ask. */
export const mockPhoneWidth = (): void => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(max-width: 639px)' ? Object.defineProperty(matchMedia(query), 'matches', { value: true }) : matchMedia(query),
  );
};
