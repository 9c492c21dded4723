import { type Static, Type } from 'typebox';
import { importStates } from '../lifecycles/importRun.ts';
import { limits } from '../limits.ts';
import { importKinds } from '../rules/imports/fields.ts';
import { documentRoles, layoutIds, stateMeanings } from '../rules/imports/layouts/layout.ts';
import { Id, Instant, Money, nullable, oneOf, Pagination } from './common.ts';

/**
 * The outcome of a row. `closed_month`, `before_books`: new or changed rows that fall in a closed month or before the books begin;
 * `left_out`: documents that create no record, and rows that belong to another row.
 */
export const importFates = ['new', 'changed', 'same', 'quarantined', 'closed_month', 'before_books', 'left_out'] as const;
export type ImportFate = (typeof importFates)[number];

export const importActions = ['map', 'start', 'cancel', 'retry', 'answer', 'undo', 'drop'] as const;
export type ImportAction = (typeof importActions)[number];

export const importBadges = {
  uploading: { label: 'Uploading', severity: 'info' },
  reading: { label: 'Reading', severity: 'info' },
  unreadable: { label: 'Unreadable', severity: 'danger' },
  mapping: { label: 'Columns to choose', severity: 'warning' },
  previewing: { label: 'Previewing', severity: 'info' },
  previewed: { label: 'Ready to start', severity: 'warning' },
  queued: { label: 'Queued', severity: 'info' },
  processing: { label: 'Running', severity: 'info' },
  completed: { label: 'Completed', severity: 'success' },
  failed: { label: 'Failed', severity: 'danger' },
  cancelled: { label: 'Cancelled', severity: 'secondary' },
  undoing: { label: 'Being undone', severity: 'info' },
  half_undone: { label: 'Half undone', severity: 'danger' },
  undone: { label: 'Undone', severity: 'secondary' },
} as const;

/** The column of a field and its format; only dates and amounts need a format. */
export const ImportColumn = Type.Object(
  { column: Type.Integer({ minimum: 0, maximum: limits.imports.maxColumns - 1 }), format: Type.Optional(Type.String({ maxLength: 16 })) },
  { additionalProperties: false },
);
export const ImportMapping = Type.Record(Type.String({ maxLength: 32 }), ImportColumn);
export type ImportMapping = Static<typeof ImportMapping>;

const noExtraProperties = { additionalProperties: false } as const;
const Word = Type.String({ maxLength: 500 });
/** Answers to questions the file leaves open. `day`: the day for receipts without a date. */
export const ImportChoices = Type.Object(
  {
    states: Type.Optional(Type.Record(Word, oneOf(stateMeanings))),
    types: Type.Optional(Type.Record(Word, oneOf(documentRoles))),
    day: Type.Optional(Type.String({ format: 'date' })),
  },
  noExtraProperties,
);
export type ImportChoices = Static<typeof ImportChoices>;

/** The file's layout, its column mapping, and the meaning of its states, types and names; names are remembered for the company. */
export const MappingBody = Type.Object(
  {
    layout: Type.Optional(oneOf(layoutIds)),
    mapping: ImportMapping,
    choices: Type.Optional(ImportChoices),
    names: Type.Optional(Type.Record(Word, Id)),
  },
  noExtraProperties,
);
export type MappingBody = Static<typeof MappingBody>;

export const questionKinds = ['state', 'type', 'name'] as const;
/** A text the import could not match; asked once for all of its rows. */
export const ImportQuestion = Type.Object({
  kind: oneOf(questionKinds),
  text: Type.String(),
  rows: Type.Integer(),
  /** People the name may refer to. */
  people: Type.Array(Type.Object({ user_id: Id, name: Type.String() })),
});
export type ImportQuestion = Static<typeof ImportQuestion>;

export const ImportBody = Type.Object(
  {
    kind: oneOf(importKinds),
    file_name: Type.String({ minLength: 1, maxLength: 200 }),
    size: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type ImportBody = Static<typeof ImportBody>;

const Counts = Type.Object({
  rows: Type.Integer(),
  done: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  quarantined: Type.Integer(),
  closed_month: Type.Integer(),
  before_books: Type.Integer(),
  left_out: Type.Integer(),
});

/** An import in the list: one file. */
export const ImportRun = Type.Object({
  id: Id,
  title: Type.String(),
  kind: oneOf(importKinds),
  state: oneOf(importStates),
  counts: Counts,
  /** Quarantined rows that need a person's decision. */
  waiting: Type.Integer(),
  error: nullable(Type.String()),
  created_by: Type.String(),
  created_at: Instant,
  started_at: nullable(Instant),
  finished_at: nullable(Instant),
  actions: Type.Array(oneOf(importActions)),
});
export type ImportRun = Static<typeof ImportRun>;
export const ImportList = Type.Object({ data: Type.Array(ImportRun), pagination: Pagination });
export type ImportList = Static<typeof ImportList>;

/** A column of the file, with the formats that fit all its readable cells. */
const FileColumn = Type.Object({
  name: Type.String(),
  samples: Type.Array(Type.String()),
  dates: Type.Array(Type.String()),
  amounts: Type.Array(Type.String()),
});
export type FileColumn = Static<typeof FileColumn>;

/** The changes a file would make for a person; late facts of closed months become proposals. */
const PersonChange = Type.Object({
  user_id: Id,
  name: Type.String(),
  rows: Type.Integer(),
  /** Null, like the amounts, if there are too many rows to compute it before the import. */
  records: nullable(Type.Integer()),
  amount: nullable(Money),
  /** Released by the paid amounts, if an invoice file contains them too. */
  released: Type.Optional(nullable(Money)),
  proposed: nullable(Money),
  /** For commission paid before: the part that exceeds what was earned. */
  above: Type.Optional(Money),
  estimate: Type.Boolean(),
});
export type ImportPersonChange = Static<typeof PersonChange>;

/** An import with everything its panel shows. */
export const ImportDetail = Type.Intersect([
  ImportRun,
  Type.Object({
    size: Type.Integer(),
    /** Bytes uploaded so far. */
    uploaded: Type.Integer(),
    columns: Type.Array(FileColumn),
    header_row: Type.Integer(),
    warnings: Type.Array(Type.String()),
    layout: oneOf(layoutIds),
    mapping: ImportMapping,
    choices: ImportChoices,
    /** Texts that the preview could not match. */
    questions: Type.Array(ImportQuestion),
    /** Notes about imported rows. */
    notes: Type.Array(Type.Object({ sentence: Type.String(), rows: Type.Integer() })),
    /** True if the mapping was remembered from a file of the same layout. */
    remembered: Type.Boolean(),
    people: Type.Array(PersonChange),
    /** Number of affected people not listed. */
    more_people: Type.Integer(),
    undo_refused: nullable(Type.String()),
  }),
]);
export type ImportDetail = Static<typeof ImportDetail>;

/** A text in files that staff matched to a person. */
export const ImportName = Type.Object({
  id: Id,
  text: Type.String(),
  user_id: Id,
  name: Type.String(),
  created_by: nullable(Type.String()),
  created_at: Instant,
});
export type ImportName = Static<typeof ImportName>;
export const ImportNames = Type.Object({ data: Type.Array(ImportName) });
export type ImportNames = Static<typeof ImportNames>;

/** A row of the file with its outcome. */
export const ImportRow = Type.Object({
  row: Type.Integer(),
  fate: oneOf(importFates),
  field: nullable(Type.String()),
  reason: nullable(Type.String()),
  values: Type.Array(Type.String()),
});
export type ImportRow = Static<typeof ImportRow>;
export const ImportRows = Type.Object({ data: Type.Array(ImportRow), pagination: Pagination });

/** A row in quarantine. `twice`: it may be imported even though it seems to exist already. */
export const QuarantinedRow = Type.Object({
  id: Id,
  row: Type.Integer(),
  column: nullable(Type.String()),
  reason: Type.String(),
  twice: Type.Boolean(),
  values: Type.Array(Type.Object({ column: Type.String(), value: Type.String() })),
});
export type QuarantinedRow = Static<typeof QuarantinedRow>;
export const QuarantineList = Type.Object({ data: Type.Array(QuarantinedRow), pagination: Pagination });

/** Answers to the questions of a started file: the meaning of its states and types, and the people behind its names. */
export const ImportAnswers = Type.Object(
  {
    states: Type.Optional(Type.Record(Word, oneOf(stateMeanings))),
    types: Type.Optional(Type.Record(Word, oneOf(documentRoles))),
    names: Type.Optional(Type.Record(Word, Id)),
  },
  noExtraProperties,
);
export type ImportAnswers = Static<typeof ImportAnswers>;

/** The rows in quarantine to settle; all if none are named. */
export const QuarantineBody = Type.Object(
  { ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500 })), accept: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type QuarantineBody = Static<typeof QuarantineBody>;

/**
 * `answers`: imports the rows that wait for an answer and reimports the rows that a changed answer decided, regardless of the
 * rows named.
 */
export const RetryBody = Type.Object(
  {
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500 })),
    accept: Type.Optional(Type.Boolean()),
    answers: Type.Optional(ImportAnswers),
  },
  noExtraProperties,
);
export type RetryBody = Static<typeof RetryBody>;
