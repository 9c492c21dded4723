import { type ReactNode, useEffect, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { LazyDialog } from '../../ui/dialog/index.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)));

const rows: readonly (readonly [string, string])[] = [
  ['Ctrl + K', messages.keys.palette],
  ['/', messages.keys.search],
  ['?', messages.keys.help],
  ['Esc', messages.keys.close],
  ['↑ ↓ ← →', messages.keys.move],
  ['Enter', messages.keys.enter],
  ['Ctrl + C', messages.keys.copy],
  ['J K', messages.keys.steps],
  ['Ctrl + ← →', messages.keys.moveColumn],
  ['Shift + ← →', messages.keys.resizeColumn],
];

/** look.md, Hands: `/` goes to the search of the page, `?` shows the keys. */
export function KeysHelp(): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setShown(true);
      if (event.key !== '/') return;
      const search = document.querySelector<HTMLInputElement>('input[type="search"]');
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (!shown) return null;
  return (
    <LazyDialog title={messages.keys.title} onClose={() => setShown(false)}>
      <table className="keys">
        <tbody>
          {rows.map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </LazyDialog>
  );
}
