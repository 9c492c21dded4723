import { type Static, Type } from 'typebox';
import { ApiError, extended, Id, Instant, nullable, oneOf, Pagination } from './common.ts';
import { Leave, roles, User } from './user.ts';

const noExtraProperties = { additionalProperties: false } as const;
/** Far above the form's limits, so that the form's own message refuses a long value. */
const Text = Type.String({ maxLength: 20_000 });
/** The complete list: an omitted leave is removed. The server reports invalid days. */
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

/** spec 7.14. The form reports invalid fields; manager_id (decisions 4.03) and employment (2.22) are our additions. */
export const NewUser = extended(Person, { email: Text }, noExtraProperties);
export type NewUser = Static<typeof NewUser>;
/**
 * spec 7.16: the person, or only `active`. Beyond the spec: role, manager and territory apply from `effective_from`, today by default
 * (decisions 2.22); for a future day they are planned, and appear in the history until then. Setting the previous value for that day
 * withdraws the planned change.
 */
export const UserChange = Type.Partial(extended(Person, { active: Type.Boolean(), effective_from: Text, leaves: Leaves }), {
  additionalProperties: false,
  minProperties: 1,
});
export type UserChange = Static<typeof UserChange>;

/** A former employee named in an imported file: POST /api/v1/users/former. `employment_end` is the last day of work. */
export const FormerPerson = Type.Object(
  {
    first_name: Text,
    last_name: Text,
    role: oneOf(roles),
    employment_start: Type.Optional(nullable(Type.String({ format: 'date' }))),
    employment_end: Type.String({ format: 'date' }),
  },
  noExtraProperties,
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
 * Available with the feature `people-dates`: POST /api/v1/users/{id}/impact { the body of a PUT } previews a change without storing it. `open`: changes
 * to commission in open months. `late`: proposals for closed months. `leaving`: deals and unpaid commission of a person whose employment
 * ends.
 */
export const UserImpact = Type.Object({
  open: Type.Array(MonthDifference),
  late: Type.Array(MonthDifference),
  leaving: nullable(Type.Object({ last_day: Type.String(), open_deals: Type.Integer(), unpaid: Type.Number() })),
});
export type UserImpact = Static<typeof UserImpact>;

/** Available with the feature `people-dates`: GET /api/v1/users/{id}/history, newest day first; `first_day` null: since the beginning. */
export const UserFact = Type.Object({
  /** For `employment` and `leave`, `first_day` is the first day and the value the last; null while employment continues. */
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

/** 409 for a PUT whose `If-Match: "<version>"` is older than the stored version; code `stale_version`. */
export const UserConflict = Type.Intersect([ApiError, Type.Object({ current: User })]);

/** 201. `temporary_password` only if one was generated, and only in this response. */
export const UserCreated = Type.Intersect([User, Type.Object({ temporary_password: Type.Optional(Type.String()) })]);
export type UserCreated = Static<typeof UserCreated>;
/** Available with the feature `users-temporary-password`. */
export const TemporaryPassword = Type.Object({ temporary_password: Type.String() });
export type TemporaryPassword = Static<typeof TemporaryPassword>;

/**
 * Available with the feature `invitations`. `path`: the link's path on this server, returned once and only if no email is sent;
 * otherwise null.
 */
export const Invitation = Type.Object({ expires_at: Instant, path: nullable(Type.String()) });
export type Invitation = Static<typeof Invitation>;

/**
 * spec 7.13; `pagination` is our addition: search, cursor and limit are announced as `users-pages`. In lists our server leaves all
 * preferences empty (spec 7.15 has them), and only admins see which passwords are temporary and the versions of users.
 */
export const UserPage = Type.Object({
  data: Type.Array(User),
  pagination: Type.Optional(Pagination),
  /** Everyone, whatever the filter; for admins only. `temporary`: active people who must change their password. */
  summary: Type.Optional(
    Type.Object({ active: Type.Integer(), inactive: Type.Integer(), temporary: Type.Integer(), locked: Type.Integer() }),
  ),
});
export type UserPage = Static<typeof UserPage>;
export type UsersSummary = NonNullable<UserPage['summary']>;

/** A parsed line of a people CSV. `line` counts from 1, including the header. */
export const ImportLine = Type.Object({
  line: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  role: nullable(oneOf(roles)),
  territory: nullable(Type.String()),
  manager_email: nullable(Type.String()),
  employee_number: Type.Optional(nullable(Type.String())),
  /** First day of the line's role, territory and manager; today without one. */
  effective_from: Type.Optional(nullable(Type.String())),
  employment_start: Type.Optional(nullable(Type.String())),
  employment_end: Type.Optional(nullable(Type.String())),
  leave_start: Type.Optional(nullable(Type.String())),
  leave_end: Type.Optional(nullable(Type.String())),
  what: oneOf(['create', 'update', 'same', 'error']),
  /** The version of the person that the preview compared; null for a new person. A line without it changes any version. */
  version: Type.Optional(nullable(Type.Integer())),
  /** Fields changed by an update. */
  fields: Type.Array(Type.String()),
  errors: Type.Array(Type.String()),
});
export type ImportLine = Static<typeof ImportLine>;
/** Fields of a file of people; `name`: first and last name in one column. */
export const userImportFields = [
  'name',
  'first_name',
  'last_name',
  'email',
  'role',
  'territory',
  'manager_email',
  'employee_number',
  'effective_from',
  'employment_start',
  'employment_end',
  'leave_start',
  'leave_end',
] as const;
export type UserImportField = (typeof userImportFields)[number];
const place = nullable(Type.Integer({ minimum: 0 }));
const places = Object.fromEntries(userImportFields.map((field) => [field, place])) as Record<UserImportField, typeof place>;
const UserImportColumns = Type.Partial(Type.Object(places), noExtraProperties);
const MAX_ROLE_TEXT = 200;
/** The importer's choices: the column index of each field (null: not in the file), and the role for each text that is not a role's name. */
export const UserImportChoices = Type.Object(
  {
    columns: Type.Optional(UserImportColumns),
    roles: Type.Optional(Type.Record(Type.String({ maxLength: MAX_ROLE_TEXT }), oneOf(roles))),
  },
  noExtraProperties,
);
export type UserImportChoices = Static<typeof UserImportChoices>;
/** The importer's choices for a file with these headers, reused for the next such file (decisions 4.09). */
export const UserImportLayout = Type.Object(
  { header: Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 1000 }), choices: UserImportChoices },
  noExtraProperties,
);
export type UserImportLayout = Static<typeof UserImportLayout>;
/**
 * Available with the feature `users-import`: POST /api/v1/users/import/preview { csv } previews each line without storing anything. Lines are in the
 * order in which to apply them: a manager in the file precedes their reports.
 */
export const ImportPreview = Type.Object({
  lines: Type.Array(ImportLine),
  /** Unused columns of the file, by name. */
  unread: Type.Array(Type.String()),
  /** The names of all columns, and the column index of each field. */
  header: Type.Optional(Type.Array(Type.String())),
  columns: Type.Optional(UserImportColumns),
  /** Roles for texts that are not a role's name. `remembered`: these and the columns were chosen for an earlier file with these headers. */
  roles: Type.Optional(Type.Record(Type.String(), oneOf(roles))),
  remembered: Type.Optional(Type.Boolean()),
  /** Required fields without a column; no line is read until each has one. */
  missing: Type.Optional(Type.Array(oneOf(userImportFields))),
  /** Texts in the role column that are not a role's name; `choices.roles` maps each to a role. */
  role_texts: Type.Optional(Type.Array(Type.String())),
  /** The combined effect of all changes on commissions; null if unknown, or if too many people are affected. */
  impact: Type.Optional(nullable(UserImpact)),
});
export type ImportPreview = Static<typeof ImportPreview>;
/** POST /api/v1/users/import { lines }: up to `limits.users.importChunk` per request, each checked again; repeating it has no effect. */
export const ImportResult = Type.Object({
  /** Identifies the import in the request with its next lines; null while nothing has changed. */
  import_id: Type.Optional(nullable(Id)),
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

/** GET /api/v1/users/imports: the latest imports of people, newest first. `added`, `changed`: people whom an undo would still revert. */
export const UserImport = Type.Object({
  id: Id,
  title: Type.String(),
  created_by: Type.String(),
  created_at: Instant,
  undone_at: nullable(Instant),
  added: Type.Integer(),
  changed: Type.Integer(),
});
export type UserImport = Static<typeof UserImport>;
export const UserImports = Type.Object({ data: Type.Array(UserImport) });
/** POST /api/v1/users/imports/{id}/undo. `kept`: people who were not reverted, with the reason. */
export const UserImportUndo = Type.Object({
  removed: Type.Integer(),
  deactivated: Type.Integer(),
  restored: Type.Integer(),
  kept: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
});
export type UserImportUndo = Static<typeof UserImportUndo>;

/** Available with the feature `config-history`: saved versions of commissionsConfig, newest first; the text by id. */
export const ConfigVersion = Type.Object({
  id: Id,
  version: Type.Integer(),
  created_at: Type.String(),
  created_by: nullable(Type.String()),
  current: Type.Boolean(),
  /** True if its impact was reviewed before the save (decisions 2.07); the initial configuration needs no review. */
  reviewed: Type.Optional(Type.Boolean()),
});
export type ConfigVersion = Static<typeof ConfigVersion>;
export const ConfigVersionPage = Type.Object({ data: Type.Array(ConfigVersion), pagination: Pagination });
export const ConfigVersionText = Type.Intersect([ConfigVersion, Type.Object({ commissionsConfig: Type.String() })]);
export type ConfigVersionText = Static<typeof ConfigVersionText>;
