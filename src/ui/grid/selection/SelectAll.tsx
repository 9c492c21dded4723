import { useEffect, useRef } from 'react';
import { messages } from '../../../../contract/messages.ts';

export type SelectionState = 'none' | 'some' | 'all';
export type SelectAllProps = { selected: SelectionState; active: boolean; onToggle: () => void };

/** The header cell of the checkbox column. */
export function SelectAll({ selected, active, onToggle }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected === 'some';
  }, [selected]);
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: some browsers do not treat a block as a header.
      role="columnheader"
      scope="col"
      aria-label={messages.grid.selectAll}
      aria-colindex={1}
      className="grid-select"
      tabIndex={active ? 0 : -1}
    >
      <input
        ref={box}
        type="checkbox"
        className="grid-check"
        tabIndex={-1}
        aria-label={messages.grid.selectAll}
        checked={selected === 'all'}
        onChange={onToggle}
      />
    </th>
  );
}
