import type { ConnectionKind } from '../../contract/entities/connection.ts';

/** What the page that the vendor comes back to says (server: the callback page). */
type Said = Readonly<{ type?: unknown; message?: unknown }>;
type Heard = Readonly<{ succeeded: () => void; denied: (message: string | null) => void; blocked: () => void }>;

const SIZE = 'popup,width=720,height=800';

/** The window of a vendor's sign-in: opened by a click, led to its address later, and heard by two ways, because one of them may be cut. */
export const createPopup = (kind: ConnectionKind) => {
  const channelName = `${kind}-auth`;
  const answer = `${kind.toUpperCase()}_AUTH`;
  let popup: Window | null = null;
  return {
    /** In the click itself: later a browser opens none. */
    open: (): void => {
      popup = window.open('', channelName, SIZE);
    },
    close: (): void => {
      popup?.close();
      popup = null;
    },
    isClosed: (): boolean => popup?.closed ?? true,
    /** Leads it to the address. @returns what stops hearing */
    watch: (url: string, heard: Heard): (() => void) => {
      const hear = (said: Said): void => {
        if (said.type === `${answer}_SUCCESS`) heard.succeeded();
        if (said.type === `${answer}_FAILURE`) heard.denied(typeof said.message === 'string' ? said.message : null);
      };
      const onMessage = ({ origin, data }: MessageEvent): void => {
        if (origin === window.location.origin && typeof data === 'object' && data !== null) hear(data as Said);
      };
      const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
      window.addEventListener('message', onMessage);
      channel?.addEventListener('message', ({ data }) => hear((data ?? {}) as Said));
      if (popup && !popup.closed) popup.location.href = url;
      else heard.blocked();
      return () => {
        window.removeEventListener('message', onMessage);
        channel?.close();
      };
    },
  };
};
