/** What is used of the Navigation API, where the browser has it. */
type Traversal = Event & Readonly<{ navigationType: string; destination: Readonly<{ url: string; sameDocument: boolean }> }>;
type Guarded = Readonly<{ history: History; window: Window; navigation?: EventTarget | undefined }>;

/**
 * Asks before anybody leaves the page: a link or a call of the app's own, Back and Forward, and closing the tab (there the browser asks in its own words).
 * @param mayLeave asked once per try; false stays
 * @param whole true: Back leaves it too where only the question of the address changes, as it does for a dialog that has an address
 * @returns ends the watch
 */
export const watchLeaving = (
  mayLeave: () => boolean,
  { history, window, navigation }: Guarded = globalThis as Guarded,
  whole = false,
): (() => void) => {
  const pushed = history.pushState;
  const here = { url: window.location.href, path: window.location.pathname, state: history.state as unknown };
  const isHere = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean =>
    pathname === here.path && (!whole || search === new URL(here.url).search);
  let allowed = false;
  history.pushState = function pushState(state, unused, url) {
    const to = url === undefined || url === null ? here.path : new URL(url, window.location.href).pathname;
    if (to === here.path || mayLeave()) pushed.call(this, state, unused, url);
  };
  // Before the address changes: once it has, the focus that a browser takes away makes the app draw the other page.
  const onNavigate = (event: Event): void => {
    const { navigationType, destination, cancelable } = event as Traversal;
    if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return;
    if (isHere(new URL(destination.url))) return;
    allowed = mayLeave();
    if (!allowed) event.preventDefault();
  };
  // Browsers without it: nobody else hears of it, and the address is put back.
  const onPopState = (event: PopStateEvent): void => {
    if (allowed || isHere(window.location) || mayLeave()) return;
    event.stopImmediatePropagation();
    History.prototype.pushState.call(history, here.state, '', here.url);
  };
  const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  navigation?.addEventListener('navigate', onNavigate);
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    history.pushState = pushed;
    navigation?.removeEventListener('navigate', onNavigate);
    window.removeEventListener('popstate', onPopState, { capture: true });
    window.removeEventListener('beforeunload', onBeforeUnload);
  };
};
