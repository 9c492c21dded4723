import { act } from '@testing-library/react';

/** Goes back in the browser and waits until the page has handled it. */
export const goBack = (): Promise<void> =>
  act(async () => {
    const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await popped;
  });
