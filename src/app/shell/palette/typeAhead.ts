/**
 * Keeps the keys typed between the shortcut and the palette's focused field, which would otherwise go to the page behind it.
 * Enter is dropped: no result is listed yet.
 */
export const createTypeAhead = (onEscape: () => void) => {
  let typed = '';
  const press = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.length === 1) typed += key;
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key === 'Escape') onEscape();
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = (): void => window.removeEventListener('keydown', press, { capture: true });
  return {
    start: (): void => {
      typed = '';
      // On the window, before what is behind the palette hears the key.
      window.addEventListener('keydown', press, { capture: true });
    },
    stop,
    /** The field has the focus: answers the text typed until then, and leaves further keys alone. */
    take: (): string => {
      stop();
      return typed;
    },
  };
};
