import './filters.css';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { sortDownFill, sortUpFill } from '../../ui/display/icons.ts';
import { Select } from '../../ui/form/Select.tsx';
import type { GridColumn, GridSort } from '../../ui/grid/types.ts';

type Props = Readonly<{
  columns: readonly Pick<GridColumn<never>, 'key' | 'header' | 'sortable'>[];
  sort: GridSort;
  onSort: (key: string) => void;
}>;

/** Sorts cards, because they have no headers to click. */
export default function SortChoice({ columns, sort, onSort }: Props) {
  const sortable = columns.filter((column) => column.sortable).map(({ key, header }) => ({ value: key, label: header }));
  if (sortable.length === 0) return null;
  const t = messages.cardSort;
  return (
    <>
      {/* Always a native list, which needs no further code on a phone. */}
      <span className="filter filter-choice">
        <Select
          className="picker-short"
          aria-label={t.by}
          value={sort?.key ?? ''}
          options={[...(sort ? [] : [{ value: '', label: t.by }]), ...sortable]}
          onChange={({ target }) => onSort(target.value)}
        />
      </span>
      {sort && (
        <Button
          severity="secondary"
          icon={sort.direction === 'asc' ? sortUpFill : sortDownFill}
          aria-label={t.directions[sort.direction]}
          onClick={() => onSort(sort.key)}
        />
      )}
    </>
  );
}
