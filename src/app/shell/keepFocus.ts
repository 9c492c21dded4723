/** Gives a dialog, a panel or a list enough time to set focus itself. */
const WAIT_MS = 150;

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * If the focused control disappears or is disabled, moves focus to the closest part of the page around it that still exists, so that the
 * next Tab continues there. Without this, the browser restarts at the top of the page.
 * @param path the path of the focus event that started it @param signal ends it
 */
export const keepFocus = (path: readonly EventTarget[], signal: AbortSignal): void => {
  if (signal.aborted) return;
  // The focused element and its ancestors, innermost first, because a removed element no longer has parents.
  let trail = path.filter((target) => target instanceof HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (event: FocusEvent): void => {
    trail = event.composedPath().filter((target) => target instanceof HTMLElement);
  };
  const restore = (): void => {
    // On a busy machine, the browser still shows a disabled control as focused.
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && !isLost(focused)) return;
    // May be the focused element itself, if it was disabled only while its request ran.
    const remaining = trail.find((element) => !isLost(element));
    const target = remaining?.closest('main, [role="dialog"]') ? remaining : document.querySelector('main');
    if (!target) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const restoreIfLost = (): void => {
    if (!trail[0] || !isLost(trail[0])) return;
    clearTimeout(timer);
    timer = setTimeout(restore, WAIT_MS);
  };
  const observer = new MutationObserver(restoreIfLost);
  document.addEventListener('focusin', note, { signal });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  // The control may have gone while this file was loading.
  restoreIfLost();
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
};
