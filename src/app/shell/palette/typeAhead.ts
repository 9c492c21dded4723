/**
 * Buffers the keys typed between the shortcut and the focus of the palette's field; otherwise the page behind the palette would
 * receive them. Drops Enter, because no result is listed yet.
 */
export const createTypeAhead = (onEscape: () => void) => {
  let buffered = '';
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.length === 1) buffered += key;
    else if (key === 'Backspace') buffered = buffered.slice(0, -1);
    else if (key === 'Escape') onEscape();
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = (): void => window.removeEventListener('keydown', onKeyDown, { capture: true });
  return {
    start: (): void => {
      buffered = '';
      // On the window in the capture phase, before the page receives the key.
      window.addEventListener('keydown', onKeyDown, { capture: true });
    },
    stop,
    /** Call once the field has focus: returns the buffered text and stops buffering. */
    take: (): string => {
      stop();
      return buffered;
    },
  };
};
