/** Called when notices are marked as read in the bell, on the notifications page, or in another tab. */
type Listener = () => void;

const CHANNEL_NAME = 'notifications';
const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

/** Calls all listeners of this tab except `source`, which made the change. */
export const notifyListeners = (source?: Listener): void => {
  for (const listener of listeners) if (listener !== source) listener();
};

/** Also notifies the other tabs. */
export const notifyAllTabs = (source?: Listener): void => {
  notifyListeners(source);
  channel?.postMessage(null);
};

/** @returns a function that unsubscribes */
export const onNotices = (listener: Listener): (() => void) => {
  listeners.add(listener);
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(CHANNEL_NAME);
    channel.onmessage = () => notifyListeners();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = null;
  };
};
