/** The part of the Navigation API that is used; not all browsers have it. */
type TraverseEvent = Event & Readonly<{ navigationType: string; destination: Readonly<{ url: string; sameDocument: boolean }> }>;
type GuardedGlobals = Readonly<{ history: History; window: Window; navigation?: EventTarget | undefined }>;

/**
 * Asks before the user leaves the page: by a link or navigation within the app, by Back and Forward, and by closing the tab (in the
 * browser's own words).
 * @param canLeave called once per attempt, and may ask the user; false stays
 * @param includeQuery true: Back also counts as leaving if only the query changes, as for a dialog with its own URL
 * @returns a function that stops the guard
 */
export const watchLeaving = (
  canLeave: () => boolean,
  { history, window, navigation }: GuardedGlobals = globalThis as GuardedGlobals,
  includeQuery = false,
): (() => void) => {
  const originalPushState = history.pushState;
  const current = { url: window.location.href, path: window.location.pathname, state: history.state as unknown };
  const isCurrentPage = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean =>
    pathname === current.path && (!includeQuery || search === new URL(current.url).search);
  let isAllowed = false;
  history.pushState = function pushState(state, title, url) {
    const to = url === undefined || url === null ? current.path : new URL(url, window.location.href).pathname;
    if (to === current.path || canLeave()) originalPushState.call(this, state, title, url);
  };
  // Runs before the URL changes; later, the browser's focus change would make the app render the other page.
  const onNavigate = (event: Event): void => {
    const { navigationType, destination, cancelable } = event as TraverseEvent;
    if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return;
    if (isCurrentPage(new URL(destination.url))) return;
    isAllowed = canLeave();
    if (!isAllowed) event.preventDefault();
  };
  // For browsers without the Navigation API: stops the event and restores the URL.
  const onPopState = (event: PopStateEvent): void => {
    if (isAllowed || isCurrentPage(window.location) || canLeave()) return;
    event.stopImmediatePropagation();
    History.prototype.pushState.call(history, current.state, '', current.url);
  };
  const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  navigation?.addEventListener('navigate', onNavigate);
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    history.pushState = originalPushState;
    navigation?.removeEventListener('navigate', onNavigate);
    window.removeEventListener('popstate', onPopState, { capture: true });
    window.removeEventListener('beforeunload', onBeforeUnload);
  };
};
