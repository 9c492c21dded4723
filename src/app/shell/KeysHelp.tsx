import { type ReactNode, useEffect, useId, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { type KeyRow, pageKeysNow } from '../../ui/pageKeys.ts';

const text = messages.keys;
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)));

const everywhere: readonly KeyRow[] = [
  ['Ctrl + K', text.palette],
  ['?', text.help],
  ['Esc', text.close],
];
const searchOfPage = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('input[type="search"]');
const ofPage = (): readonly KeyRow[] => [...(searchOfPage() ? [['/', text.search] as const] : []), ...pageKeysNow()];

function Keys({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  const id = useId();
  return (
    <section className="keys-part">
      <h3 id={id}>{title}</h3>
      <table className="keys" aria-labelledby={id}>
        <tbody>
          {rows.map(([key, what]) => (
            <tr key={`${key} ${what}`}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** look.md, Hands: `/` goes to the search of the page, `?` shows the keys of the app and of the page one is on. */
export function KeysHelp(): ReactNode {
  const [page, setPage] = useState<readonly KeyRow[] | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') setPage(ofPage());
      if (event.key !== '/') return;
      const search = searchOfPage();
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (page === null) return null;
  return (
    <LazyDialog title={text.title} onClose={() => setPage(null)}>
      {page.length > 0 && <Keys title={text.onPage} rows={page} />}
      <Keys title={text.everywhere} rows={everywhere} />
    </LazyDialog>
  );
}
