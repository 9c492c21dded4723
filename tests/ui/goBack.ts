import { act } from '@testing-library/react';

/** The browser's Back, until the page has heard of it. */
export const goBack = (): Promise<void> =>
  act(async () => {
    const heard = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await heard;
  });
