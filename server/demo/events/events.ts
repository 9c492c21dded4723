import { activityTypes, invoicedValues } from '../../../contract/entities/event.ts';
import { localDay } from '../../../contract/rules/events/eventNeeds.ts';
import { firstDayOfMonth, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import { instantAt } from '../../../contract/rules/time/wallTime.ts';
import { demoDayText, instantOn, toWorkday } from '../calendar.ts';
import { type Customer, type CustomerType, randomCustomer } from '../customers/customers.ts';
import { type Name, randomName } from '../people/names.ts';
import type { DemoPeople } from '../people/people.ts';
import { type Random, randomOf } from '../random.ts';
import type { DemoSpan } from '../span.ts';
import type { EventSales } from './eventSales.ts';
import { programs, unusualNotes } from './programs.ts';

const answers = ['Yes', 'No', 'Unknown'] as const;
type AnswerValue = (typeof answers)[number];
const badZones = ['Pacific Time', 'America/Pheonix', 'Eastern', 'GMT-7ish'];
const shifts = ['published', 'published', 'published', 'planning'];
const ages = ['5-7', '6-8', '8-10', '8-12', '10-14', 'Teens 13-17', 'All ages'];
const devices = ['BYOD', 'Customer Provided', 'ASG Tablets', 'BYOD|ASG Tablets', 'Customer Provided|ASG Tablets', 'BYOD|Customer Provided'];
const programNotes = [
  'Room B, projector on site',
  'Park behind the building',
  'Guest Wi-Fi, code at the desk',
  'Max 20 participants',
  'Bring spare chargers',
  'Spanish-speaking helper requested',
  'Two sessions back to back',
  'Use the staff entrance',
];
const internalNotes = [
  'Called, left voicemail',
  'Prefers e-mail',
  'Watch the budget: grant ends soon',
  'Wants the same instructor as last time',
  'Rescheduled once',
  'Ask about the summer series',
];
const prices: Readonly<Record<CustomerType, readonly [number, number]>> = {
  Library: [250, 600],
  School: [300, 900],
  District: [600, 2400],
  'Boys & Girls Club': [250, 700],
  'Parks & Recreation': [300, 1100],
};

/** The answers depend on the event's distance in time: the past is mostly done, the far future mostly open. */
const randomAnswer = (random: Random, daysAway: number, doneChance: number): AnswerValue => {
  const yesChance = daysAway < 0 ? 0.97 : daysAway < 14 ? doneChance : doneChance * 0.45;
  return random.chance(yesChance) ? 'Yes' : random.chance(0.7) ? 'No' : 'Unknown';
};

const addressFields = ({ place, type }: Customer, { first_name, last_name }: Name) => ({
  contact_name: `${first_name} ${last_name}`,
  contact_email: `${first_name[0]}${last_name}@${place.city}${type === 'Library' ? 'library' : ''}.example.org`
    .toLowerCase()
    .replace(/[^a-z0-9.@]/g, ''),
  state: place.state,
});

const unplannedTime = { tbd: true, starts_at: null, ends_at: null, has_time: false, has_day: false };

/** Start and end; occasionally only the month or day is known, or nothing at all, or the time zone is invalid. */
const randomTime = (random: Random, day: number, zone: string, hasProgram: boolean) => {
  const minute = 9 * 60 + random.int(0, 18) * 30;
  const length = random.pick([60, 60, 90, 90, 120, 180]);
  const precision = random.weighted([
    ['all', 97],
    ['month', 1.7],
    ['day', 1],
    ['nothing', 0.3],
  ] as const);
  const timezone = random.chance(0.012) ? random.pick(badZones) : zone;
  const isTimeless = random.chance(0.02);
  if (!hasProgram) return { ...unplannedTime, tbd: false, timezone: null, day: null };
  if (precision === 'nothing') return { ...unplannedTime, timezone: random.chance(0.5) ? zone : null, day: null };
  const text = demoDayText(day);
  const wallTime = {
    day: precision === 'month' ? firstDayOfMonth(yearOf(text), monthIndexOf(text)) : text,
    minutes: precision === 'all' ? minute : 9 * 60,
  };
  const starts_at = new Date(instantAt(zone, wallTime) ?? 0).toISOString();
  return {
    tbd: precision !== 'all',
    starts_at,
    ends_at: precision === 'all' ? new Date(Date.parse(starts_at) + length * 60_000).toISOString() : null,
    timezone,
    has_time: precision === 'all' && !isTimeless,
    has_day: precision !== 'month',
    day: localDay(starts_at, timezone),
  };
};

const randomFormat = (random: Random) =>
  random.weighted([
    ['Virtual', 46],
    ['In-Person', 38],
    ['Hybrid', 16],
  ] as const);
type Format = ReturnType<typeof randomFormat>;

/** Most invoices have been sent three weeks after the program. */
const randomInvoiced = (random: Random, daysAway: number) =>
  daysAway < -20
    ? random.weighted([
        ['Received', 70],
        ['Sent', 22],
        ['Need To Send', 8],
      ] as const)
    : random.weighted(invoicedValues.map((value) => [value, value === 'Received' ? 0.1 : 1] as const));

const randomRequired = (random: Random) =>
  random.weighted([
    ['Yes', 40],
    ['No', 48],
    ['Unknown', 12],
  ] as const);

/** Staff answers about the preparation of the program. */
const randomPreparation = (random: Random, daysAway: number, required: AnswerValue) => ({
  reviewed: randomAnswer(random, daysAway, 0.85),
  tech_setup_required: required,
  tech_setup_completed: required === 'Yes' ? randomAnswer(random, daysAway, 0.7) : null,
  pre_program_setup_email_sent: randomAnswer(random, daysAway, 0.75),
  pre_program_reminder_email_sent: daysAway > 3 ? 'No' : randomAnswer(random, daysAway, 0.8),
});

const meetingUrl = (format: Format, { place }: Customer, id: number): string | null =>
  format === 'In-Person' ? null : `https://meet.example.com/${place.city.toLowerCase().replace(/[^a-z]/g, '')}-${id}`;

type ShiftDetails = Readonly<{
  host: Name;
  summary: string;
  format: Format;
  city: string;
  starts_at: string | null;
  ends_at: string | null;
}>;
const randomShift = (random: Random, { host, summary, format, city, starts_at, ends_at }: ShiftDetails) => ({
  user: host,
  summary,
  status: random.pick(shifts),
  type: 'shift',
  location: { name: format === 'Virtual' ? 'Online' : city },
  start_time: starts_at,
  end_time: ends_at,
});

/** Programs from a year back to four months ahead, written as staff would; most belong to a sale of their salesperson. */
export const eventRows = (people: DemoPeople, span: DemoSpan, count: number, sales: EventSales) => {
  const random = randomOf('events');
  const customers = Array.from({ length: Math.max(20, Math.round(count / 9)) }, () => randomCustomer(random, null));
  const contacts = new Map<Customer, Name>();
  const contactOf = (customer: Customer): Name => {
    const contact = contacts.get(customer) ?? randomName(random);
    contacts.set(customer, contact);
    return contact;
  };
  const hosts = Array.from({ length: 18 }, () => randomName(random));
  const staff = people.sellers.filter(({ leavesAfter }) => !leavesAfter).slice(0, 60);
  return Array.from({ length: count }, (_, index) => {
    const daysAway = random.int(-365, 120);
    const day = toWorkday(span.today + daysAway);
    const seller = random.pick(staff);
    const sale = sales.pickBefore(random, seller.id, day);
    const customer = sale?.booking.customer ?? random.pick(customers);
    const contact = contactOf(customer);
    const hasProgram = !random.chance(0.004);
    const time = randomTime(random, day, customer.place.zone, hasProgram);
    const type = random.chance(0.035) ? 'Canceled' : random.pick(activityTypes.slice(0, -1));
    const format = randomFormat(random);
    const host = random.pick(hosts);
    const lead = random.chance(0.7) ? seller : random.pick(staff);
    const required = randomRequired(random);
    const invoiced = randomInvoiced(random, daysAway);
    const isStaffed = time.day !== null && time.has_day && daysAway < 40 && random.chance(0.8);
    const [minPrice, maxPrice] = prices[customer.type];
    const unusualNote = random.chance(0.015) ? unusualNotes[index % unusualNotes.length] : undefined;
    return {
      id: index + 1,
      src_id: `SCH-${String(index + 1).padStart(6, '0')}`,
      customer_name: customer.name,
      customer_type: customer.type,
      ...addressFields(customer, contact),
      has_program: hasProgram,
      ...time,
      activity: random.pick(programs[type] ?? programs.Python),
      activity_type: type,
      age: random.pick(ages),
      devices: random.pick(devices),
      format,
      contact_phone: `(${random.int(201, 979)}) 555-${String(random.int(100, 199)).padStart(4, '0')}`,
      price: `$${random.int(minPrice / 25, maxPrice / 25) * 25}.00`,
      program_notes: unusualNote ?? (random.chance(0.2) ? random.pick(programNotes) : null),
      host_anchor: format === 'In-Person' && !isStaffed ? null : `${host.first_name} ${host.last_name}`,
      host_url: meetingUrl(format, customer, index + 1),
      shift: isStaffed
        ? randomShift(random, { host, summary: `${type} at ${customer.name}`, format, city: customer.place.city, ...time })
        : null,
      ...randomPreparation(random, daysAway, required),
      sling_shift_time:
        isStaffed && random.chance(0.3) ? random.pick(['30 min before', 'Doors 15 min early', '9:30a - 12p', 'Confirm w/ host']) : null,
      invoiced,
      invoice_id: invoiced === 'Sent' || invoiced === 'Received' ? (sale?.invoice_number ?? null) : null,
      sales_person: `${seller.first_name} ${seller.last_name}`,
      sales_lead: `${lead.first_name} ${lead.last_name}`,
      internal_notes: random.chance(0.1) ? random.pick(internalNotes) : null,
      created_at: instantOn(Math.min(day - 30, span.today - 3), index),
      updated_at: instantOn(Math.min(day, span.today - 1), index),
    };
  });
};
export type DemoEventRow = ReturnType<typeof eventRows>[number];
