/** True if the button is disabled, natively or by `aria-disabled`; null without a button. */
export const isDisabled = (button: HTMLElement | null): boolean | null =>
  button && (button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true');
