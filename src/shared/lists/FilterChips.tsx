import './list.css';
import { fill, messages } from '../../../contract/messages.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { times } from '../../ui/display/icons.ts';

export type FilterChip = Readonly<{ key: string; label: string; onRemove: () => void }>;

/** Active filters as buttons that remove them; renders nothing without active filters. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips no-print" aria-label={messages.filterChips.label}>
      {chips.map(({ key, label, onRemove }) => (
        <li key={key}>
          <button
            type="button"
            className="filter-chip"
            aria-label={fill(messages.filterChips.remove, { filter: label })}
            onClick={onRemove}
          >
            {label}
            <Icon svg={times} />
          </button>
        </li>
      ))}
    </ul>
  );
}
