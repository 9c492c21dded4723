import { Link } from 'wouter';
import type { Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { eventAddress } from '../../../contract/rules/events/eventAddress.ts';
import { whenOf, whenText, withPlainZone } from '../../../contract/rules/time/eventTime.ts';
import { NONE } from '../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../ui/display/PlainTable.tsx';

const t = messages.personPage;
const dayOf = (event: Event): string | null => {
  const time = whenOf(event);
  return time && (time.known === 'day' || time.known === 'time') ? time.day : null;
};
const linkColumn = (header: string, nameOf: (event: Event) => string): PlainColumn<Event> => ({
  key: 'event',
  header,
  names: true,
  cell: (event) => <Link href={eventAddress(event.id, dayOf(event))}>{nameOf(event) || NONE}</Link>,
});
const dayColumn: PlainColumn<Event> = {
  key: 'day',
  header: t.eventDay,
  cell: (event) => {
    const time = whenOf(event);
    return time && dayOf(event) !== null ? whenText(withPlainZone(time)) : t.noDay;
  },
};

type Props = Readonly<{ label: string; events: readonly Event[]; by: 'customer' | 'program' }>;
const columns = {
  customer: [linkColumn(t.customer, ({ customer }) => customer.name), dayColumn],
  program: [linkColumn(t.program, ({ program }) => program?.program || program?.type || t.noProgram), dayColumn],
};

/** Links to events, named by customer or by program. */
export function LinkedEvents({ label, events, by }: Props) {
  return <PlainTable label={label} columns={columns[by]} rows={events} rowKey={({ id }) => id} />;
}
