import { type Event, type EventPage, editableFields } from '../../../contract/entities/event.ts';
import {
  flag,
  flagUnlessDenied,
  isFields,
  optional,
  orNull,
  type Reader,
  readListOf,
  readMoney,
  readOneOf,
  shape,
  text,
  textOrNull,
} from './read.ts';

type Program = NonNullable<Event['program']>;
type Shift = NonNullable<Event['shift']>;
type Customer = Event['customer'];

const programTime = shape<Program['time']['start']>({
  time: textOrNull,
  timezone: textOrNull,
  has_time: flagUnlessDenied,
  has_day: flagUnlessDenied,
});
const time = shape<Program['time']>({ tbd: flag, start: programTime, end: programTime });
const contact = shape<Program['contact']>({ name: textOrNull, email: textOrNull, phone: textOrNull });

/** spec 3.13 does not define the nesting, so flat fields such as `contact_name` are read as if they were nested. */
const nestFields = (value: unknown, name: string, fields: readonly string[]): unknown => {
  if (!isFields(value) || isFields(value[name])) return value;
  const flatFields = Object.fromEntries(fields.map((field) => [field, value[`${name}_${field}`] ?? value[field]]));
  return { ...value, [name]: flatFields };
};

const programFields = shape<Program>({
  time,
  type: textOrNull,
  program: textOrNull,
  age: textOrNull,
  devices: textOrNull,
  format: textOrNull,
  contact,
  price: textOrNull,
  notes: textOrNull,
});
const program: Reader<Program> = (value) => {
  if (!isFields(value) || isFields(value.contact)) return programFields(value);
  const { contact_name: name, contact_email: email, contact_phone: phone, contact: nested } = value;
  return programFields({ ...value, contact: { name: name ?? nested, email: email ?? value.email, phone: phone ?? value.phone } });
};

const customerFields = shape<Customer>({
  id: optional(text),
  name: text,
  type: textOrNull,
  address: shape<Customer['address']>({ state: textOrNull }),
});
/** Some providers send only a name, or a name and a state, instead of a customer object. */
const customer: Reader<Customer> = (value) => customerFields(nestFields(isFields(value) ? value : { name: value }, 'address', ['state']));

const shiftFields = shape<Shift>({
  user: shape<Shift['user']>({ first_name: text, last_name: text }),
  summary: textOrNull,
  status: textOrNull,
  type: textOrNull,
  location: shape<Shift['location']>({ name: textOrNull }),
  start_time: textOrNull,
  end_time: textOrNull,
});
const shift: Reader<Shift> = (value) => shiftFields(nestFields(value, 'user', ['first_name', 'last_name']));

/** spec 3.13 */
export const event = shape<Event>({
  id: text,
  customer,
  program: orNull(program),
  host: orNull(shape<NonNullable<Event['host']>>({ anchor: textOrNull, url: textOrNull })),
  shift: orNull(shift),
  reviewed: textOrNull,
  tech_setup_required: textOrNull,
  tech_setup_completed: textOrNull,
  pre_program_setup_email_sent: textOrNull,
  pre_program_reminder_email_sent: textOrNull,
  sling_shift_time: textOrNull,
  invoiced: textOrNull,
  invoice_id: textOrNull,
  src_id: textOrNull,
  sales_person: textOrNull,
  sales_lead: textOrNull,
  internal_notes: textOrNull,
  version: optional(readMoney),
  can_edit: optional(flag),
  sources: optional((value) =>
    isFields(value)
      ? Object.fromEntries(editableFields.filter((field) => field in value).map((field) => [field, textOrNull(value[field])]))
      : {},
  ),
  edited: optional((value) => readListOf(readOneOf(editableFields))(value).filter((field) => field !== undefined)),
});

/** A missing count is NaN, and its card shows —. */
export const eventSummary = orNull(
  shape<EventPage['summary']>({
    need_review: readMoney,
    need_tech_setup: readMoney,
    need_pre_program_email: readMoney,
    need_reminder_email: readMoney,
  }),
);
