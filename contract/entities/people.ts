import { type Static, Type } from 'typebox';
import { ApiError, extended, Id, Instant, nullable, oneOf, Pagination } from './common.ts';
import { Leave, roles, territories, User } from './user.ts';

const closed = { additionalProperties: false } as const;
/** Longer ones are refused by the form, with its own sentence. */
const Text = Type.String({ maxLength: 20_000 });
/** All of them: a leave that is left out is removed. The server says what is wrong with a day. */
const Leaves = Type.Array(Leave, { maxItems: 100 });
const Person = Type.Object({
  first_name: Text,
  last_name: Text,
  role: Text,
  territory: Type.Optional(nullable(Text)),
  manager_id: Type.Optional(nullable(Id)),
  password: Type.Optional(Text),
  employee_number: Type.Optional(nullable(Text)),
  employment_start: Type.Optional(nullable(Text)),
  employment_end: Type.Optional(nullable(Text)),
});

/** spec 7.14. The form says what is wrong with a field; manager_id (decisions 4.03) and employment (2.22) are ours. */
export const NewUser = extended(Person, { email: Text }, closed);
export type NewUser = Static<typeof NewUser>;
/**
 * spec 7.16: the person, or only `active`. Ours: role, manager and territory hold from `effective_from`, by default today (decisions 2.22);
 * those of a coming day are planned, and stand in the history until then. The value of before, named for that day, takes a plan back.
 */
export const UserChange = Type.Partial(extended(Person, { active: Type.Boolean(), effective_from: Text, leaves: Leaves }), {
  additionalProperties: false,
  minProperties: 1,
});
export type UserChange = Static<typeof UserChange>;

/** A former employee whom an imported file names: POST /api/v1/users/former. `employment_end` is the last day of work. */
export const FormerPerson = Type.Object(
  {
    first_name: Text,
    last_name: Text,
    role: oneOf(roles),
    employment_start: Type.Optional(nullable(Type.String({ format: 'date' }))),
    employment_end: Type.String({ format: 'date' }),
  },
  closed,
);
export type FormerPerson = Static<typeof FormerPerson>;

const MonthDifference = Type.Object({
  user_id: Id,
  name: Type.String(),
  month: Type.String(),
  before: Type.Number(),
  after: Type.Number(),
});
/**
 * Announced as `people-dates`: POST /api/v1/users/{id}/impact { the body of a PUT } says what it would do; nothing is stored. `open`: people's
 * commission of open months. `late`: what would be proposed for closed ones. `leaving`: what somebody whose employment ends leaves behind.
 */
export const UserImpact = Type.Object({
  open: Type.Array(MonthDifference),
  late: Type.Array(MonthDifference),
  leaving: nullable(Type.Object({ last_day: Type.String(), open_deals: Type.Integer(), unpaid: Type.Number() })),
});
export type UserImpact = Static<typeof UserImpact>;

/** Announced as `people-dates`: GET /api/v1/users/{id}/history, the newest day first; `first_day` null: always. */
export const UserFact = Type.Object({
  /** `employment`, `leave`: from the first day to the last, which is the value; null while employment goes on. */
  field: oneOf(['role', 'manager', 'territory', 'employment', 'leave']),
  value: nullable(Type.String()),
  first_day: nullable(Type.String()),
  recorded_at: nullable(Instant),
  recorded_by: nullable(Type.String()),
  /** True until its day begins: DELETE /api/v1/users/{id}/planned/{field}/{first_day} withdraws it. */
  planned: Type.Optional(Type.Boolean()),
});
export type UserFact = Static<typeof UserFact>;
export const UserHistory = Type.Object({ data: Type.Array(UserFact) });
export type UserHistory = Static<typeof UserHistory>;

/** 409 of a PUT whose `If-Match: "<version>"` is older than what is stored; code `stale_version`. */
export const UserConflict = Type.Intersect([ApiError, Type.Object({ current: User })]);

/** 201. `temporary_password` only where one was made up, and never again. */
export const UserCreated = Type.Intersect([User, Type.Object({ temporary_password: Type.Optional(Type.String()) })]);
export type UserCreated = Static<typeof UserCreated>;
/** Announced as `users-temporary-password`. */
export const TemporaryPassword = Type.Object({ temporary_password: Type.String() });
export type TemporaryPassword = Static<typeof TemporaryPassword>;

/**
 * spec 7.13; `pagination` is ours: search, cursor and limit are announced as `users-pages`. In a list our server leaves everybody's
 * preferences empty (spec 7.15 has them), and tells admins alone whose password is temporary and which version a user has.
 */
export const UserPage = Type.Object({ data: Type.Array(User), pagination: Type.Optional(Pagination) });
export type UserPage = Static<typeof UserPage>;

/** One line of a CSV of people, as read. `line` counts from 1, the header's included. */
export const ImportLine = Type.Object({
  line: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  role: nullable(oneOf(roles)),
  territory: nullable(oneOf(territories)),
  manager_email: nullable(Type.String()),
  employee_number: Type.Optional(nullable(Type.String())),
  employment_start: Type.Optional(nullable(Type.String())),
  employment_end: Type.Optional(nullable(Type.String())),
  leave_start: Type.Optional(nullable(Type.String())),
  leave_end: Type.Optional(nullable(Type.String())),
  what: oneOf(['create', 'update', 'same', 'error']),
  /** Fields that an update changes. */
  fields: Type.Array(Type.String()),
  errors: Type.Array(Type.String()),
});
export type ImportLine = Static<typeof ImportLine>;
/**
 * Announced as `users-import`: POST /api/v1/users/import/preview { csv } says what each line would do; nothing is stored. Lines come in the
 * order in which they are to be applied: a manager of the file before who reports to them.
 */
export const ImportPreview = Type.Object({
  lines: Type.Array(ImportLine),
  /** Columns of the file that nothing is read from, as they are named there. */
  unread: Type.Array(Type.String()),
  /** The effect of all changes together on commissions; null where it is unknown or too many people are concerned. */
  impact: Type.Optional(nullable(UserImpact)),
});
export type ImportPreview = Static<typeof ImportPreview>;
/** POST /api/v1/users/import { lines }: up to `limits.users.importChunk` at once, each decided again; done twice it changes nothing more. */
export const ImportResult = Type.Object({
  results: Type.Array(
    Type.Object({
      line: Type.Integer(),
      /** `waits`: for another person's approval, because it raises the importer's own pay (decisions 3.06). */
      what: oneOf(['create', 'update', 'same', 'error', 'waits']),
      /** Why a line was left out, or waits. */
      errors: Type.Array(Type.String()),
      temporary_password: nullable(Type.String()),
    }),
  ),
});
export type ImportResult = Static<typeof ImportResult>;

/** Announced as `config-history`: the saves of commissionsConfig, newest first; the text by id. */
export const ConfigVersion = Type.Object({
  id: Id,
  version: Type.Integer(),
  created_at: Type.String(),
  created_by: nullable(Type.String()),
  current: Type.Boolean(),
  /** Its impact was looked at before it was saved (decisions 2.07); what the setup wrote needs no review. */
  reviewed: Type.Optional(Type.Boolean()),
});
export type ConfigVersion = Static<typeof ConfigVersion>;
export const ConfigVersionPage = Type.Object({ data: Type.Array(ConfigVersion), pagination: Pagination });
export const ConfigVersionText = Type.Intersect([ConfigVersion, Type.Object({ commissionsConfig: Type.String() })]);
export type ConfigVersionText = Static<typeof ConfigVersionText>;
