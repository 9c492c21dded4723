/** Longer than a dialog, a panel or a list needs to set the focus itself. */
const WAIT_MS = 150;

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * Keeps the keyboard's place: if the focused control disappears or is disabled, focus moves to the closest part of the page around it that
 * still exists, so the next Tab goes on from there. Without it, the browser starts again at the top of the page.
 * @returns stops it
 */
export const keepFocus = (): (() => void) => {
  // The focused element and everything around it, innermost first: a removed one has no parents left to ask.
  let trail: readonly EventTarget[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (event: FocusEvent): void => {
    trail = event.composedPath();
  };
  const restore = (): void => {
    const [focused, ...around] = trail.filter((target) => target instanceof HTMLElement);
    if (!focused || document.activeElement !== document.body) return;
    // It may have been disabled only while its request ran.
    if (!isLost(focused)) {
      focused.focus({ preventScroll: true });
      return;
    }
    const near = around.find(({ isConnected }) => isConnected);
    const place = near?.closest('main, [role="dialog"]') ? near : document.querySelector('main');
    if (!place) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const check = (): void => {
    const [focused] = trail;
    if (!(focused instanceof HTMLElement) || !isLost(focused)) return;
    clearTimeout(timer);
    timer = setTimeout(restore, WAIT_MS);
  };
  const observer = new MutationObserver(check);
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
    clearTimeout(timer);
  };
};
