/** Longer than a dialog, a panel or a list needs to set the focus itself. */
const WAIT_MS = 150;

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * Keeps the keyboard's place: if the focused control disappears or is disabled, focus moves to the closest part of the page around it that
 * still exists, so the next Tab goes on from there. Without it, the browser starts again at the top of the page.
 * @param path the path of the focus event before it began @param signal ends it
 */
export const keepFocus = (path: readonly EventTarget[], signal: AbortSignal): void => {
  if (signal.aborted) return;
  // The focused element and everything around it, innermost first: a removed one has no parents left to ask.
  let trail = path.filter((target) => target instanceof HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (event: FocusEvent): void => {
    trail = event.composedPath().filter((target) => target instanceof HTMLElement);
  };
  const restore = (): void => {
    if (document.activeElement !== document.body) return;
    // The focused element itself, if it was disabled only while its request ran.
    const remaining = trail.find((element) => !isLost(element));
    const place = remaining?.closest('main, [role="dialog"]') ? remaining : document.querySelector('main');
    if (!place) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!trail[0] || !isLost(trail[0])) return;
    clearTimeout(timer);
    timer = setTimeout(restore, WAIT_MS);
  });
  document.addEventListener('focusin', note, { signal });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
};
