import { type EditableField, type Event, programFields, type staffFields } from '../../entities/event.ts';
import { type Cents, toCents } from '../money.ts';

/** Twelve digits, a decimal point and two decimals. */
const MAX_PRICE_LENGTH = 15;
type StaffField = (typeof staffFields)[number];
type SourceField = Exclude<EditableField, StaffField>;
type Program = NonNullable<Event['program']>;

const sourceValues: Readonly<Record<SourceField, (event: Event) => string | null | undefined>> = {
  customer: ({ customer }) => customer.name,
  customer_type: ({ customer }) => customer.type,
  state: ({ customer }) => customer.address.state,
  activity: ({ program }) => program?.program,
  activity_type: ({ program }) => program?.type,
  age: ({ program }) => program?.age,
  devices: ({ program }) => program?.devices,
  format: ({ program }) => program?.format,
  contact_name: ({ program }) => program?.contact.name,
  contact_email: ({ program }) => program?.contact.email,
  contact_phone: ({ program }) => program?.contact.phone,
  price: ({ program }) => program?.price,
  program_notes: ({ program }) => program?.notes,
};
const isSourceField = (field: EditableField): field is SourceField => field in sourceValues;
const isProgramField = (field: EditableField): boolean => programFields.some((programField) => programField === field);

/** The current value of a field that staff may edit (decisions 6.02); null: empty. */
export const fieldOf = (event: Event, field: EditableField): string | null =>
  (isSourceField(field) ? sourceValues[field](event) : event[field]) ?? null;

/** True if the event has this field: an event without a program has no program fields. */
export const hasField = (event: Event, field: EditableField): boolean => event.program !== null || !isProgramField(field);

const programWith = (program: Program, field: SourceField, value: string | null): Program => {
  switch (field) {
    case 'activity':
      return { ...program, program: value };
    case 'activity_type':
      return { ...program, type: value };
    case 'program_notes':
      return { ...program, notes: value };
    case 'contact_name':
      return { ...program, contact: { ...program.contact, name: value } };
    case 'contact_email':
      return { ...program, contact: { ...program.contact, email: value } };
    case 'contact_phone':
      return { ...program, contact: { ...program.contact, phone: value } };
    default:
      return { ...program, [field]: value };
  }
};

/** A copy of the event with a new value for one field. */
export const withField = (event: Event, field: EditableField, value: string | null): Event => {
  if (!isSourceField(field)) return { ...event, [field]: value };
  const { customer, program } = event;
  if (field === 'customer') return { ...event, customer: { ...customer, name: value ?? '' } };
  if (field === 'customer_type') return { ...event, customer: { ...customer, type: value } };
  if (field === 'state') return { ...event, customer: { ...customer, address: { ...customer.address, state: value } } };
  return program === null ? event : { ...event, program: programWith(program, field, value) };
};

/** True for a price in digits; a dollar sign and commas are allowed (decisions 6.02). */
export const isAmountCell = (value: string): boolean => /^\s*\$?\s*\d{1,3}(,?\d{3})*(\.\d{1,2})?\s*$/.test(value);
/** Null if the text isn't an amount, such as a price in words. */
export const centsOfPrice = (price: string): Cents | null => {
  const digits = price.replace(/[$,\s]/g, '');
  return isAmountCell(price) && digits.length <= MAX_PRICE_LENGTH ? toCents(digits) : null;
};
