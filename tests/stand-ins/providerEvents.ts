/** Events of another provider: exactly the fields of spec 3.13, without version or editing rights. */
const COUNT = 120;
const shown = (index: number): string => String(index).padStart(2, '0');

const eventOf = (index: number) => ({
  id: String(3000 + index),
  customer: {
    name: `${index % 2 ? 'Lincoln School' : 'Mesa Library'} ${index}`,
    type: index % 2 ? 'School' : 'Library',
    address: { state: 'AZ' },
  },
  program:
    index % 11 === 10
      ? null
      : {
          time: {
            tbd: index % 9 === 8,
            start: moment(index, `2026-11-${shown(1 + (index % 21))}T${shown(15 + (index % 5))}:30:00Z`),
            end: moment(index, `2026-11-${shown(1 + (index % 21))}T${shown(16 + (index % 5))}:30:00Z`),
          },
          type: index % 10 === 9 ? 'Canceled' : 'Minecraft',
          program: 'Redstone Lab',
          age: '8-12',
          devices: index % 3 ? 'BYOD|Robots' : 'ASG Tablets',
          format: ['Virtual', 'Hybrid', 'In Person'][index % 3] ?? null,
          contact: { name: 'Pat Kim', email: 'pat@mesa.example', phone: '480-555-0100' },
          price: '$300',
          notes: null,
        },
  host: index % 4 === 0 ? { anchor: 'Room', url: index === 0 ? 'javascript:alert(1)' : 'https://meet.example/room' } : null,
  shift: null,
  reviewed: index % 2 ? 'Yes' : 'No',
  tech_setup_required: 'Unknown',
  tech_setup_completed: null,
  pre_program_setup_email_sent: null,
  pre_program_reminder_email_sent: null,
  sling_shift_time: null as string | null,
  invoiced: null,
  invoice_id: null,
  src_id: null,
  sales_person: 'Ada Park',
  sales_lead: null,
  internal_notes: null as string | null,
});
const moment = (index: number, time: string) => ({
  time,
  timezone: index === 1 ? 'Mars/Olympus' : index % 2 ? 'US/Arizona' : 'America/New_York',
  has_time: index % 9 !== 8,
  has_day: true,
});

type Whole = ReturnType<typeof eventOf>;
/** An event without the parts another provider may omit: any nested object, or everything but the id (decisions 1.05). */
type ProviderEvent = Partial<Omit<Whole, 'id' | 'program' | 'customer'>> & {
  id: string;
  customer?: { name?: string; type?: string; address?: { state: string } | null } | null;
  program?: Whole['program'] | Record<string, unknown> | null;
};
/** Four incomplete events among the others of the month. */
const thin: readonly ProviderEvent[] = [
  { id: '9001', customer: { name: 'Thin: no start', address: null }, program: { time: { tbd: false }, type: 'Scratch' }, reviewed: 'Yes' },
  { id: '9002', customer: { name: 'Thin: flat contact' }, program: { contact_name: 'Flo Flat', contact_email: 'flo@thin.example' } },
  { id: '9003', customer: null, program: null },
  { id: '9004' },
];
type Answer = { status: number; body?: unknown };

export const providerEvents = (): ProviderEvent[] => [
  ...Array.from({ length: COUNT }, (_, index) => eventOf(index)),
  ...structuredClone(thin),
];

const startOf = ({ program }: ProviderEvent): string => (program as Whole['program'] | undefined)?.time?.start?.time ?? '';
const nameOf = ({ customer }: ProviderEvent): string => customer?.name ?? '';
/** Events without a name are sorted last. */
const sortNameOf = (event: ProviderEvent): string => nameOf(event) || '\u{10FFFF}';
/** Filters with exact values: an event without a program has no activity type and never matches one. */
const chosen = ['activity_type', 'reviewed', 'tech_setup_required', 'invoiced'] as const;
const chosenOf = (event: ProviderEvent, filter: (typeof chosen)[number]): unknown =>
  filter === 'activity_type' ? event.program?.type : event[filter];

/** Filters by customer, exact values and unreviewed events; sorts by date or customer. */
export const filterEvents = (events: readonly ProviderEvent[], query: URLSearchParams): ProviderEvent[] => {
  const customer = (query.get('customer') ?? '').toLowerCase();
  const sign = query.get('sort_direction') === 'asc' ? 1 : -1;
  const keyOf = query.get('sort_field') === 'customer' ? sortNameOf : startOf;
  return events
    .filter((event) => nameOf(event).toLowerCase().includes(customer))
    .filter((event) => chosen.every((filter) => !query.get(filter) || chosenOf(event, filter) === query.get(filter)))
    .filter((event) => query.get('need_review') !== 'true' || event.reviewed !== 'Yes')
    .toSorted((a, b) => sign * keyOf(a).localeCompare(keyOf(b)));
};

export const eventSummary = (events: readonly ProviderEvent[]) => ({
  need_review: events.filter(({ reviewed }) => reviewed !== 'Yes').length,
  need_tech_setup: 0,
  need_pre_program_email: 0,
  need_reminder_email: 0,
});

/** spec 7.27: accepts only a JSON patch. */
export const patchEvent = (events: ProviderEvent[], id: string, contentType: string, body: unknown): Answer => {
  const event = events.find((each) => each.id === id);
  const [operation] = Array.isArray(body) ? (body as { op?: string; path?: string; value?: string | null }[]) : [];
  if (!event) return { status: 404, body: {} };
  if (contentType !== 'application/json-patch+json' || operation?.op !== 'add' || !operation.path) return { status: 400, body: {} };
  // The reason for a refusal is in the error field (spec 8.05).
  if (operation.value === 'refuse') return { status: 422, body: { error: 'That shift does not exist.' } };
  if (operation.value === 'break') return { status: 500, body: {} };
  Object.assign(event, { [operation.path.slice(1)]: operation.value ?? null });
  return { status: 200, body: event };
};
