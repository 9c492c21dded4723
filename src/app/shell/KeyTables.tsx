import { useId } from 'react';
import { messages } from '../../../contract/messages.ts';
import type { KeyRow } from '../../ui/support/pageKeys.ts';

const t = messages.keys;
const globalKeys: readonly KeyRow[] = [
  ['Ctrl + K', t.palette],
  ['?', t.help],
  ['Esc', t.close],
];
function Keys({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  const id = useId();
  return (
    <section className="keys-part">
      <h3 id={id}>{title}</h3>
      <table className="keys" aria-labelledby={id}>
        <tbody>
          {rows.map(([key, effect]) => (
            <tr key={`${key} ${effect}`}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{effect}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The shortcuts of the current page, and those that work on every page. */
export default function KeyTables({ page }: { page: readonly KeyRow[] }) {
  return (
    <>
      {page.length > 0 && <Keys title={t.onPage} rows={page} />}
      <Keys title={t.everywhere} rows={globalKeys} />
    </>
  );
}
