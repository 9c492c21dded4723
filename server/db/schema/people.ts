import type { ColumnType, Generated, Selectable } from 'kysely';
import type { UserImportChoices } from '../../../contract/entities/people.ts';
import type { ColumnOrders, ColumnWidths, Leave, Role, Territory } from '../../../contract/entities/user.ts';
import type { DayColumn, InstantColumn, Json, Maybe, MaybeJson, WithDefault } from './columns.ts';

export interface UsersTable {
  id: Generated<number>;
  email: string;
  email_key: ColumnType<string, never, never>;
  first_name: string;
  last_name: string;
  role: Role;
  territory: Territory | null;
  manager_id: number | null;
  active: WithDefault<boolean>;
  password_hash: string | null;
  must_change_password: WithDefault<boolean>;
  temporary_password_expires_at: InstantColumn | null;
  /** The admin who issued it. */
  temporary_password_by: WithDefault<number | null>;
  /** When the second factor was set up (decisions 4.16). */
  second_factor_at: Maybe<InstantColumn>;
  table_column_orders: Json<ColumnOrders>;
  table_column_widths: Json<ColumnWidths>;
  dashboard_settings: Json<Record<string, unknown>>;
  notification_settings: Json<Record<string, unknown>>;
  /** The last day of employment; null while employed. */
  left_on: ColumnType<DayColumn | null, DayColumn | null | undefined, DayColumn | null>;
  /** The first day of employment; '1900-01-01' if unknown (decisions 2.22). */
  joined_on: WithDefault<DayColumn>;
  employee_number: Maybe<string>;
  /** Days of leave, in order (decisions 2.22). */
  leaves: Json<readonly Leave[]>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

/** Planned facts about a person, from a future day on. */
export interface PlannedChangesTable {
  id: Generated<number>;
  user_id: number;
  from_day: DayColumn;
  change: Json<PlannedFacts>;
  author_id: number;
  created_at: InstantColumn;
  state: WithDefault<'waiting' | 'done' | 'refused'>;
}
/** `managerId` null: no manager. Absent facts stay unchanged. */
export type PlannedFacts = Readonly<{ role?: Role; territory?: Territory | null; managerId?: string | null }>;

/** A person's role, manager, territory, state and employment on the days before `until_day`. */
export interface UserPastTable {
  user_id: number;
  until_day: DayColumn;
  role: Role;
  manager_id: number | null;
  active: boolean;
  territory: WithDefault<Territory | null>;
  joined_on: WithDefault<DayColumn>;
  left_on: WithDefault<DayColumn | null>;
}

/** An import of people from a file. */
export interface UserImportsTable {
  id: Generated<number>;
  title: string;
  created_by: number;
  created_at: InstantColumn;
  undone_at: Maybe<InstantColumn>;
}

/** A person's values from a day on, until the next stretch begins. */
export type PastStretch = Readonly<
  Pick<Selectable<UserPastTable>, 'role' | 'manager_id' | 'active' | 'territory' | 'joined_on' | 'left_on'> & { from_day: DayColumn }
>;
/** A person's account, history and planned changes, as an import compares them. */
export type PersonState = Readonly<
  Pick<
    Selectable<UsersTable>,
    'first_name' | 'last_name' | 'role' | 'territory' | 'manager_id' | 'active' | 'employee_number' | 'joined_on' | 'left_on' | 'leaves'
  > & {
    stretches: readonly PastStretch[];
    planned: readonly Readonly<{ from_day: DayColumn; change: PlannedFacts }>[];
  }
>;
/** A person whom an import added (`before` null) or changed; `since`: the first day of role, territory and manager. */
export interface UserImportChangesTable {
  id: Generated<number>;
  import_id: number;
  user_id: number;
  before: MaybeJson<PersonState>;
  after: Json<PersonState>;
  fields: string[];
  since: DayColumn | null;
}

/** Choices for files of people with these headers. */
export interface UserImportLayoutsTable {
  header: string;
  choices: Json<UserImportChoices>;
  saved_by: number | null;
  saved_at: WithDefault<InstantColumn>;
}

/** A territory beyond the specified five. */
export interface TerritoriesTable {
  name: string;
  added_by: number | null;
  added_at: WithDefault<InstantColumn>;
}

/** A person as their identity provider knows them (decisions 4.17). */
export interface ProvisionedUsersTable {
  user_id: number;
  user_name: string;
  user_name_key: ColumnType<string, never, never>;
  external_id: string | null;
  display_name: string | null;
  /** The value of `roles` that decided the role. */
  role_value: string | null;
  /** When the identity provider removed the person: hidden from it while the account is inactive. */
  deleted_at: InstantColumn | null;
  version: WithDefault<number>;
  updated_at: InstantColumn;
}

export interface PeopleTables {
  provisioned_users: ProvisionedUsersTable;
  territories: TerritoriesTable;
  user_import_layouts: UserImportLayoutsTable;
  user_imports: UserImportsTable;
  user_import_changes: UserImportChangesTable;
  users: UsersTable;
  user_past: UserPastTable;
  planned_changes: PlannedChangesTable;
}

export type UserRow = Selectable<UsersTable>;
