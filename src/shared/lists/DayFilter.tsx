import './filters.css';
import { Input } from '../../ui/form/Input.tsx';

type Props = Readonly<{ label: string; value: string; onChange: (day: string) => void }>;

/** A list filter by first or last day (YYYY-MM-DD); '' turns it off. */
export function DayFilter({ label, value, onChange }: Props) {
  return (
    <span className="filter" data-on={value !== '' || undefined}>
      <span className="filter-name" aria-hidden="true">
        {label}
      </span>
      <Input type="date" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </span>
  );
}
