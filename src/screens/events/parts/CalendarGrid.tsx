import { fill, messages } from '../../../../contract/messages.ts';
import { Popover } from '../../../ui/Popover.tsx';
import type { CalendarDay, connectCalendar } from '../connectCalendar.ts';
import { ItemList } from './CalendarItems.tsx';

const t = messages.eventCalendar;
const MAX_ITEMS = { month: 3, week: 14 } as const;
type View = ReturnType<typeof connectCalendar>;
type Props = { view: View; onOpen: (id: string) => void };

/** Weeks as rows of a table, Sunday first. */
export function CalendarGrid({ view, onOpen }: Props) {
  return (
    <table className="calendar-grid" data-mode={view.mode} aria-label={view.title}>
      <thead>
        <tr>
          {t.weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <DayCell key={day.day} day={day} maxItems={MAX_ITEMS[view.mode]} onOpen={onOpen} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ day, maxItems, onOpen }: { day: CalendarDay; maxItems: number; onOpen: (id: string) => void }) {
  const { items, isToday, inMonth, number, label, title } = day;
  // A "+1 more" line would take the same space as the event it hides.
  const visibleItems = items.length <= maxItems + 1 ? items : items.slice(0, maxItems);
  const hiddenCount = items.length - visibleItems.length;
  return (
    <td data-today={isToday || undefined} data-outside={!inMonth || undefined}>
      <span className="calendar-number figure" aria-current={isToday ? 'date' : undefined}>
        <span aria-hidden="true">{number}</span>
        <span className="p-hidden-accessible">{label}</span>
      </span>
      <ItemList items={visibleItems} onOpen={onOpen} />
      {hiddenCount > 0 && (
        <Popover
          label={`${fill(t.more, { count: hiddenCount })}, ${fill(t.dayList, { day: title })}`}
          trigger={fill(t.more, { count: hiddenCount })}
          triggerClass="calendar-more"
          align="start"
          panelClass="calendar-day-list"
        >
          {(close) => (
            <>
              <h3>{label}</h3>
              <ItemList
                items={items}
                long
                onOpen={(id) => {
                  close();
                  onOpen(id);
                }}
              />
            </>
          )}
        </Popover>
      )}
    </td>
  );
}
