import type { ConnectionKind } from '../../contract/entities/connection.ts';

/** The message sent by the server's callback page, to which the vendor redirects. */
type PopupMessage = Readonly<{ type?: unknown; message?: unknown }>;
type PopupListener = Readonly<{ succeeded: () => void; denied: (message: string | null) => void; blocked: () => void }>;

const WINDOW_FEATURES = 'popup,width=720,height=800';

/**
 * A vendor's sign-in window. A click opens it, `watch` navigates it, and its result arrives through two channels, because one may be
 * blocked.
 */
export const createPopup = (kind: ConnectionKind) => {
  const channelName = `${kind}-auth`;
  const messageType = `${kind.toUpperCase()}_AUTH`;
  let popup: Window | null = null;
  return {
    /** Call directly in the click handler, because browsers block later popups. */
    open: (): void => {
      popup = window.open('', channelName, WINDOW_FEATURES);
    },
    close: (): void => {
      popup?.close();
      popup = null;
    },
    isClosed: (): boolean => popup?.closed ?? true,
    /** Navigates the window to the URL. @returns a function that stops listening */
    watch: (url: string, listener: PopupListener): (() => void) => {
      const onPopupMessage = (message: PopupMessage): void => {
        if (message.type === `${messageType}_SUCCESS`) listener.succeeded();
        if (message.type === `${messageType}_FAILURE`) listener.denied(typeof message.message === 'string' ? message.message : null);
      };
      const onMessage = ({ origin, data }: MessageEvent): void => {
        if (origin === window.location.origin && typeof data === 'object' && data !== null) onPopupMessage(data as PopupMessage);
      };
      const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
      window.addEventListener('message', onMessage);
      channel?.addEventListener('message', ({ data }) => onPopupMessage((data ?? {}) as PopupMessage));
      if (popup && !popup.closed) popup.location.href = url;
      else listener.blocked();
      return () => {
        window.removeEventListener('message', onMessage);
        channel?.close();
      };
    },
  };
};
