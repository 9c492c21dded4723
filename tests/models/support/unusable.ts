/** True for a button that does nothing now, natively disabled or kept focusable; null without a button. */
export const isUnusable = (button: HTMLElement | null): boolean | null =>
  button && (button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true');
