/** The bell and the page of notifications, in this tab and in others, hear of each other's marks. */
type Hear = () => void;

const NAME = 'notifications';
const heard = new Set<Hear>();
let channel: BroadcastChannel | null = null;

/** Tells everything that listens in this tab, except `own`, which knows already. */
export const tellHere = (own?: Hear): void => {
  for (const hear of heard) if (hear !== own) hear();
};

/** To the other tabs too. */
export const tellEverywhere = (own?: Hear): void => {
  tellHere(own);
  channel?.postMessage(null);
};

/** @returns stops it */
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
