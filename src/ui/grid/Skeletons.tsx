import type { PlacedColumn } from './place.ts';

/** Placeholder rows of the final height. */
export function Skeletons({ rows, columns }: { rows: number; columns: readonly PlacedColumn[] }) {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  return numbers.map((number) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing inside is focusable.
    <tr key={number} aria-hidden="true">
      {columns.map((column) => (
        <td key={column.key} style={{ width: column.width }} data-grows={column.grows || undefined}>
          <span className="p-skeleton" />
        </td>
      ))}
      <td className="grid-rest" />
    </tr>
  ));
}
