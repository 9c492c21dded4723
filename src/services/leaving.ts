type Guarded = Readonly<{ history: History; window: Window }>;

/**
 * Asks before anybody leaves the page: a link or a call of the app's own, Back and Forward, and closing the tab (there the browser asks in its own words).
 * @param mayLeave asked once per try; false stays
 * @returns ends the watch
 */
export const watchLeaving = (mayLeave: () => boolean, { history, window }: Guarded = globalThis): (() => void) => {
  const pushed = history.pushState;
  const here = { url: window.location.href, path: window.location.pathname, state: history.state as unknown };
  history.pushState = function pushState(state, unused, url) {
    const to = url === undefined || url === null ? here.path : new URL(url, window.location.href).pathname;
    if (to === here.path || mayLeave()) pushed.call(this, state, unused, url);
  };
  const onPopState = (event: PopStateEvent): void => {
    if (window.location.pathname === here.path || mayLeave()) return;
    // Nobody else hears of it: the address is put back before anything was drawn for the other one.
    event.stopImmediatePropagation();
    History.prototype.pushState.call(history, here.state, '', here.url);
  };
  const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    history.pushState = pushed;
    window.removeEventListener('popstate', onPopState, { capture: true });
    window.removeEventListener('beforeunload', onBeforeUnload);
  };
};
