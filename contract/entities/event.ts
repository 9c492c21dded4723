import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';

export const activityTypes = ['Minecraft', 'Roblox', 'Python', 'Scratch', 'Web-Dev', 'Code-In-Class', 'Sphero', 'Canceled'] as const;
export const invoicedValues = ['Sent', 'Received', 'Need To Send', 'Unknown'] as const;
export const yesNoUnknown = ['Yes', 'No', 'Unknown'] as const;

/** decisions 6.01: the columns in their default order; also the values of sort_field. */
export const eventColumns = [
  'date_time',
  'customer',
  'customer_type',
  'state',
  'activity',
  'activity_type',
  'age',
  'devices',
  'format',
  'contact_name',
  'contact_email',
  'contact_phone',
  'price',
  'program_notes',
  'host',
  'shift',
  'sling_shift_time',
  'reviewed',
  'tech_setup_required',
  'tech_setup_completed',
  'pre_program_setup_email_sent',
  'pre_program_reminder_email_sent',
  'invoiced',
  'invoice_id',
  'sales_person',
  'sales_lead',
  'internal_notes',
] as const;
export type EventColumn = (typeof eventColumns)[number];

/** spec 2.48: fields with the values Yes, No or Unknown. */
export const yesNoFields = [
  'reviewed',
  'tech_setup_required',
  'tech_setup_completed',
  'pre_program_setup_email_sent',
  'pre_program_reminder_email_sent',
] as const;
export type YesNoField = (typeof yesNoFields)[number];

/** Fields that staff fill in; a source may provide a first value. */
export const staffFields = [
  ...yesNoFields,
  'sling_shift_time',
  'sales_person',
  'sales_lead',
  'invoiced',
  'invoice_id',
  'internal_notes',
] as const;
/** Source fields that staff may correct: of the customer, and of the program. */
export const customerFields = ['customer', 'customer_type', 'state'] as const;
export const programFields = [
  'activity',
  'activity_type',
  'age',
  'devices',
  'format',
  'contact_name',
  'contact_email',
  'contact_phone',
  'price',
  'program_notes',
] as const;
/** decisions 6.02: fields that staff may change; a patch of any other path is refused. */
export const editableFields = [...staffFields, ...customerFields, ...programFields] as const;
export type EditableField = (typeof editableFields)[number];
export const isEditableField = (key: string): key is EditableField => editableFields.some((field) => field === key);

/** decisions 6.03: open tasks of an event; at most one filters the list (spec 4.07). */
export const eventNeeds = ['need_review', 'need_tech_setup', 'need_pre_program_email', 'need_reminder_email'] as const;
export type EventNeed = (typeof eventNeeds)[number];

/** Beyond the spec: missing facts of an event; they have no card (spec 4.07 has four). */
export const factNeeds = ['need_host', 'need_shift', 'need_invoice'] as const;
export type FactNeed = (typeof factNeeds)[number];
/** Needs shown in an event's panel, done or not. */
const panelNeeds = [...eventNeeds, ...factNeeds] as const;

/**
 * spec 7.26: filters besides the period and the needs. These match typed text (`search`: anywhere in the list), the next ones a chosen
 * value.
 */
export const eventTextFilters = ['customer', 'state', 'activity', 'sales_person', 'sales_lead', 'search'] as const;
export const eventChoiceFilters = ['activity_type', 'reviewed', 'tech_setup_required', 'invoiced', 'only'] as const;
/** Beyond the spec, announced as `event-views`: subsets of the list. `dated`: the day is known; `undated`: no day, or only a month. */
export const eventSubsets = ['to_invoice', 'unassigned', 'not_ready', 'dated', 'undated'] as const;
export type EventSubset = (typeof eventSubsets)[number];
export const eventViewNames = ['today', 'next_week', 'to_invoice', 'unassigned', 'not_ready', 'undated'] as const;
export type EventViewName = (typeof eventViewNames)[number];
export const eventFilters = [...eventTextFilters, ...eventChoiceFilters] as const;
export type EventFilter = (typeof eventFilters)[number];

const text = nullable(Type.String());
const Moment = Type.Object({ time: text, timezone: text, has_time: Type.Boolean(), has_day: Type.Boolean() });

/** spec 3.13 */
export const Event = Type.Object({
  id: Id,
  /** `id`: of the customer with this name; the source only sends a name. */
  customer: Type.Object({ id: Type.Optional(Id), name: Type.String(), type: text, address: Type.Object({ state: text }) }),
  program: nullable(
    Type.Object({
      time: Type.Object({ tbd: Type.Boolean(), start: Moment, end: Moment }),
      type: text,
      program: text,
      age: text,
      devices: text,
      format: text,
      contact: Type.Object({ name: text, email: text, phone: text }),
      price: text,
      notes: text,
    }),
  ),
  host: nullable(Type.Object({ anchor: text, url: text })),
  shift: nullable(
    Type.Object({
      user: Type.Object({ first_name: Type.String(), last_name: Type.String() }),
      summary: text,
      status: text,
      type: text,
      location: Type.Object({ name: text }),
      start_time: text,
      end_time: text,
    }),
  ),
  reviewed: text,
  tech_setup_required: text,
  tech_setup_completed: text,
  pre_program_setup_email_sent: text,
  pre_program_reminder_email_sent: text,
  sling_shift_time: text,
  invoiced: text,
  invoice_id: text,
  src_id: text,
  sales_person: text,
  sales_lead: text,
  internal_notes: text,
  /** Beyond the spec: increases with every change; sent back as If-Match, so that no edit is overwritten by accident. */
  version: Type.Optional(Type.Integer()),
  /** Beyond the spec: true if the requester may edit it (decisions 3.01). Without it, the provider decides when a change is sent. */
  can_edit: Type.Optional(Type.Boolean()),
  /** Beyond the spec: fields whose source value staff have overridden. */
  edited: Type.Optional(Type.Array(oneOf(editableFields))),
  /** Beyond the spec: the source's values of these fields. */
  sources: Type.Optional(Type.Record(Type.String(), text)),
});
export type Event = Static<typeof Event>;

export const EventSummary = Type.Object({
  need_review: Type.Integer(),
  need_tech_setup: Type.Integer(),
  need_pre_program_email: Type.Integer(),
  need_reminder_email: Type.Integer(),
});
export type EventSummary = Static<typeof EventSummary>;
export const EventPage = Type.Object({ data: Type.Array(Event), pagination: Pagination, summary: EventSummary });
export type EventPage = Static<typeof EventPage>;

/** Beyond the spec: today's event counts of the built-in views. */
export const EventViewCounts = Type.Object({
  today: Type.Integer(),
  next_week: Type.Integer(),
  to_invoice: Type.Integer(),
  unassigned: Type.Integer(),
  not_ready: Type.Integer(),
  undated: Type.Integer(),
});
export type EventViewCounts = Static<typeof EventViewCounts>;

/** spec 7.27: the body of PATCH, as application/json-patch+json. */
export const EventPatch = Type.Array(
  Type.Object({ op: Type.String(), path: Type.String({ maxLength: 200 }), value: Type.Unknown() }, { additionalProperties: false }),
);
export type EventPatch = readonly Readonly<{ op: 'add'; path: `/${EditableField}`; value: string | null }>[];

/** Beyond the spec: 409 for a PATCH whose If-Match is older than another edit of the same field. */
export const EventConflict = Type.Object({
  message: Type.String(),
  code: Type.String(),
  current: Event,
  fields: Type.Array(
    Type.Object({ field: oneOf(editableFields), value: text, edited_by: nullable(Type.String()), edited_at: nullable(Instant) }),
  ),
});
export type EventConflict = Static<typeof EventConflict>;

/** Beyond the spec: 202 for a sync, with the progress of its runs; `total` null until every source has reported its size. */
export const EventSync = Type.Object({
  id: Id,
  status: oneOf(['queued', 'processing', 'completed', 'failed']),
  message: Type.String(),
  done: Type.Integer(),
  total: nullable(Type.Integer()),
});
export type EventSync = Static<typeof EventSync>;

export const timelineKinds = ['created', 'deal', 'shift', 'event', 'invoice', 'payment', 'commission', 'edit'] as const;
/**
 * Available with the feature `event-timeline`: everything related to one event, in chronological order. Money only for those who may read
 * it.
 */
export const EventTimeline = Type.Object({
  event: Event,
  /** The event's readiness, one sentence per need, done or not. */
  readiness: Type.Array(
    Type.Object({
      need: oneOf(panelNeeds),
      state: oneOf(['done', 'open', 'blocked', 'not_needed']),
      sentence: Type.String(),
    }),
  ),
  entries: Type.Array(
    Type.Object({
      kind: oneOf(timelineKinds),
      /** null: not scheduled yet. */
      day: nullable(PlainDate),
      at: nullable(Instant),
      title: Type.String(),
      detail: nullable(Type.String()),
      amount: nullable(Money),
      /** The app page that shows it. */
      link: nullable(Type.String()),
    }),
  ),
});
export type EventTimeline = Static<typeof EventTimeline>;
