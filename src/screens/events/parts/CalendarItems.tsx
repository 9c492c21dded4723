import type { CalendarItem } from '../connectCalendar.ts';

type Props = { items: readonly CalendarItem[]; onOpen: (id: string) => void; long?: boolean };

/** Events as buttons: time, customer and, if there is room, the program. */
export function ItemList({ items, onOpen, long = false }: Props) {
  return (
    <ul className="calendar-items">
      {items.map(({ id, clock, customer, activity, canceled, open }) => (
        <li key={id}>
          <button
            type="button"
            className="calendar-item"
            data-canceled={canceled || undefined}
            data-open={open !== '' || undefined}
            title={[customer, open].filter(Boolean).join('\n')}
            onClick={() => onOpen(id)}
          >
            {clock !== '' && <span className="calendar-clock figure">{clock}</span>}
            <span className="calendar-customer">{customer}</span>
            {open !== '' && <span className="p-hidden-accessible">{open}</span>}
            {long && activity !== '' && <span className="muted calendar-activity">{activity}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
