import type { ReactNode } from 'react';
import {
  type EditableField,
  type Event,
  type EventColumn,
  eventColumns,
  type FactNeed,
  isEditableField,
  type YesNoField,
  yesNoFields,
} from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { centsOfPrice, fieldOf } from '../../../contract/rules/events/eventFields.ts';
import { eventNeedsOf } from '../../../contract/rules/events/eventNeeds.ts';
import { factNeedsOf } from '../../../contract/rules/events/factNeeds.ts';
import { invoiceReasonOf, isToInvoice } from '../../../contract/rules/events/toInvoice.ts';
import { type EventWhen, spanText, whenOf, whenText } from '../../../contract/rules/time/eventTime.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { CustomerLink } from '../../shared/customers/CustomerLink.tsx';
import { formatMoney, NONE } from '../../ui/display/format.ts';
import type { BadgeSeverity } from '../../ui/display/severity.ts';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { safeLink } from '../../ui/support/safeLink.ts';

const t = messages.events;

const widths: Readonly<Record<EventColumn, number>> = {
  date_time: 244,
  customer: 220,
  customer_type: 120,
  state: 64,
  activity: 190,
  activity_type: 130,
  age: 90,
  devices: 290,
  format: 100,
  contact_name: 140,
  contact_email: 220,
  contact_phone: 130,
  price: 90,
  program_notes: 220,
  host: 140,
  shift: 200,
  sling_shift_time: 140,
  reviewed: 60,
  tech_setup_required: 60,
  tech_setup_completed: 60,
  pre_program_setup_email_sent: 60,
  pre_program_reminder_email_sent: 60,
  invoiced: 120,
  invoice_id: 160,
  sales_person: 140,
  sales_lead: 140,
  internal_notes: 240,
};
const times = new WeakMap<Event, EventWhen | null>();
/** Cached per event, because time zone conversion is expensive. */
export const getTime = (event: Event): EventWhen | null => {
  const cached = times.get(event);
  if (cached !== undefined) return cached;
  const time = whenOf(event);
  times.set(event, time);
  return time;
};

export const formatShift = ({ shift }: Event): string =>
  shift
    ? [
        `${shift.user.first_name} ${shift.user.last_name}`.trim(),
        shift.summary,
        t.shiftStates[shift.status ?? ''] ?? shift.status,
        shift.location.name,
      ]
        .filter(Boolean)
        .join(', ')
    : '';

/** The text of a cell, for display, copy and export. */
export const cellText = (event: Event, key: EventColumn): string => {
  if (isEditableField(key)) return fieldOf(event, key) ?? '';
  const { host } = event;
  switch (key) {
    case 'date_time': {
      const time = getTime(event);
      return time ? whenText(time) : '';
    }
    case 'host':
      return host?.anchor ?? host?.url ?? '';
    case 'shift':
      return formatShift(event);
  }
};

const isYesNo = (key: EventColumn): key is YesNoField => yesNoFields.some((field) => field === key);
/** A state as one colored word, so that it fits a narrow column. */
const stateCell = (value: string | null): ReactNode =>
  value && (
    <span className="event-state" data-state={value}>
      {value}
    </span>
  );

const deviceColours: Readonly<Record<string, BadgeSeverity>> = { BYOD: 'success', 'Customer Provided': 'info', 'ASG Tablets': 'warning' };
const formatColours: Readonly<Record<string, BadgeSeverity>> = { Virtual: 'info', Hybrid: 'warning' };

/** spec 2.46: pipe-separated; unknown devices get no color of their own. */
export const toDevices = (event: Event): readonly { name: string; severity: BadgeSeverity }[] =>
  [...new Set((event.program?.devices ?? '').split('|').map((name) => name.trim()))]
    .filter((name) => name !== '')
    .map((name) => ({ name, severity: deviceColours[name] ?? 'secondary' }));

/** spec 2.46: own colors for Virtual and Hybrid, otherwise primary. */
export const severityOfFormat = (format: string): BadgeSeverity => formatColours[format] ?? 'primary';
export const isCanceledProgram = (event: Event): boolean => event.program?.type === 'Canceled';

type MissingContext = Readonly<{ today: Day; facts: readonly FactNeed[]; setup: boolean; toInvoice: boolean }>;
const missingByEvent = new WeakMap<Event, MissingContext>();
/** Cached per event and day. */
const findMissing = (event: Event, today: Day): MissingContext => {
  const cachedMissing = missingByEvent.get(event);
  if (cachedMissing?.today === today) return cachedMissing;
  const setup = eventNeedsOf(event, today).includes('need_tech_setup');
  const context = { today, facts: factNeedsOf(event, today), setup, toInvoice: isToInvoice(event, today) };
  missingByEvent.set(event, context);
  return context;
};

const renderChip = (label: string, severity: BadgeSeverity = 'warning'): ReactNode => <CellBadge severity={severity}>{label}</CellBadge>;
/** Shows missing facts of an event in the cell they belong to. */
const missingCells: Partial<Record<EventColumn, (event: Event, context: MissingContext) => ReactNode>> = {
  host: (_, { facts }) => facts.includes('need_host') && renderChip(t.facts.need_host),
  shift: (event, { facts }) => facts.includes('need_shift') && renderChip(formatShift(event) || t.facts.need_shift),
  tech_setup_completed: (event, { setup }) => setup && renderChip(event.tech_setup_completed || t.openSetup),
  invoice_id: (_, { facts, toInvoice }) => {
    if (facts.includes('need_invoice')) return renderChip(t.facts.need_invoice, 'danger');
    return toInvoice && renderChip(t.toInvoice);
  },
};
const renderMissing = (event: Event, key: EventColumn, today: Day): ReactNode => missingCells[key]?.(event, findMissing(event, today));

const cells: Partial<Record<EventColumn, (event: Event) => ReactNode>> = {
  date_time: (event) => {
    const time = getTime(event);
    if (!time) return NONE;
    return time.known === 'time' ? <time dateTime={event.program?.time.start.time ?? undefined}>{whenText(time)}</time> : whenText(time);
  },
  activity_type: (event) =>
    isCanceledProgram(event) ? <CellBadge severity="danger">{event.program?.type}</CellBadge> : event.program?.type,
  customer: ({ customer }) => customer.id && <CustomerLink id={customer.id} name={customer.name} />,
  devices: (event) =>
    toDevices(event).length > 0 && (
      <span className="event-chips">
        {toDevices(event).map(({ name, severity }) => (
          <CellBadge key={name} severity={severity}>
            {name}
          </CellBadge>
        ))}
      </span>
    ),
  format: (event) =>
    event.program?.format && <CellBadge severity={severityOfFormat(event.program.format)}>{event.program.format}</CellBadge>,
  price: (event) => {
    const cents = centsOfPrice(cellText(event, 'price'));
    return cents === null ? null : formatMoney(cents);
  },
  host: (event) => {
    const href = safeLink(event.host?.url);
    if (href === null) return cellText(event, 'host');
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {cellText(event, 'host')}
      </a>
    );
  },
};

/** The part of a shortened time that the cell omits: the end, and why a zone is invalid. */
export const timeTip = (event: Event): string => {
  const time = getTime(event);
  if (!time) return '';
  const zone = time.badZone === null ? '' : time.badZone.trim() === '' ? t.zoneMissing : fill(t.zoneTip, { zone: time.badZone });
  return [time.end ? spanText(time) : '', zone].filter(Boolean).join('\n');
};

/** The source's original value behind a staff edit. */
const sourceTip = ({ sources }: Event, key: EditableField): string => {
  if (!sources || !(key in sources)) return t.sourceTip;
  return fill(t.sourceSays, { value: sources[key] || t.sourceEmpty });
};

const createTip =
  (key: EventColumn, canEdit: (event: Event) => boolean, today: Day) =>
  (event: Event): string | null => {
    const overrideTip = key === 'date_time' ? timeTip(event) : key === 'invoice_id' ? invoiceReasonOf(event, today) : '';
    const editTip = isEditableField(key) && event.edited?.includes(key) ? sourceTip(event, key) : '';
    const refusedTip = isEditableField(key) && !canEdit(event) ? t.noRight : '';
    return [overrideTip, editTip, refusedTip].filter(Boolean).join('\n') || null;
  };

/** On phones the sticky first column shows day and time on two lines, which leaves room for the others. */
const NARROW_FIRST_PX = 160;

/** decisions 6.01: the 27 columns in their order. */
export const createEventColumns = (canEdit: (event: Event) => boolean, isNarrow: boolean, today: Day): readonly GridColumn<Event>[] =>
  eventColumns.map((key) => ({
    key,
    header: t.columns[key],
    width: isNarrow && key === 'date_time' ? NARROW_FIRST_PX : widths[key],
    sortable: true,
    ...(key === 'price' ? { align: 'end' as const } : {}),
    ...(isYesNo(key) ? { wraps: true } : {}),
    cell: (event: Event) =>
      renderMissing(event, key, today) || (isYesNo(key) ? stateCell(event[key]) : cells[key]?.(event)) || cellText(event, key) || NONE,
    text: (event: Event) => cellText(event, key),
    tip: createTip(key, canEdit, today),
    className: (event: Event) => `event-${key}${isCanceledProgram(event) ? ' event-canceled' : ''}`,
  }));
