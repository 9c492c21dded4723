/** Synchronizes marks between the bell and the notifications page, in this tab and others. */
type Hear = () => void;

const NAME = 'notifications';
const heard = new Set<Hear>();
let channel: BroadcastChannel | null = null;

/** Calls all listeners of this tab except `own`, which made the change. */
export const tellHere = (own?: Hear): void => {
  for (const hear of heard) if (hear !== own) hear();
};

/** Also notifies the other tabs. */
export const tellEverywhere = (own?: Hear): void => {
  tellHere(own);
  channel?.postMessage(null);
};

/** @returns unsubscribes */
export const onNotices = (hear: Hear): (() => void) => {
  heard.add(hear);
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = () => tellHere();
  }
  return () => {
    heard.delete(hear);
    if (heard.size > 0) return;
    channel?.close();
    channel = null;
  };
};
