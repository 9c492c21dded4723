import './filters.css';
import { Input } from '../../ui/form/Input.tsx';

/** `key`: the server's filter. */
type End = Readonly<{ key: string; label: string }>;
type Props = Readonly<{
  from: End;
  until: End;
  filters: Readonly<Record<string, string>>;
  onChoose: (key: string, day: string) => void;
}>;

/** A list filter by first and last day (YYYY-MM-DD), as one field; '' turns an end off. */
export function DayFilter({ from, until, filters, onChoose }: Props) {
  return (
    <span className="filter filter-days" data-on={Boolean(filters[from.key] || filters[until.key]) || undefined}>
      {[from, until].map(({ key, label }) => (
        <span key={key}>
          <span className="filter-name" aria-hidden="true">
            {label}
          </span>
          <Input type="date" aria-label={label} value={filters[key] ?? ''} onChange={({ target }) => onChoose(key, target.value)} />
        </span>
      ))}
    </span>
  );
}
