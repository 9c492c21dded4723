import type { Notification } from '../../../contract/entities/notification.ts';
import type { GeneralSettings, PublicSettings } from '../../../contract/entities/settings.ts';
import { type ColumnChoice, columnTables, type Leave, type Preferences, type User } from '../../../contract/entities/user.ts';
import {
  flag,
  flagUnlessDenied,
  isFields,
  nonEmptyTextOrNull,
  optional,
  type Reader,
  readListOf,
  readMoney,
  shape,
  text,
  textAs,
  textOrNull,
} from './read.ts';

const column = shape<ColumnChoice>({ key: text, visible: flagUnlessDenied });

/** Values by table; unknown tables and unreadable values are dropped. */
const byTableName =
  <T>(readValue: Reader<T>) =>
  (value: unknown): Partial<Record<(typeof columnTables)[number], T>> => {
    const from = isFields(value) ? value : {};
    return Object.fromEntries(columnTables.filter((table) => from[table] != null).map((table) => [table, readValue(from[table])]));
  };
const widths = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isFields(value) ? value : {}).filter((entry): entry is [string, number] => entry[1] === readMoney(entry[1])),
  );

const preferences = shape<Preferences>({
  table_column_orders: byTableName(readListOf(column)),
  table_column_widths: byTableName(widths),
  dashboard_settings: shape<Preferences['dashboard_settings']>({
    default_date_range: optional(textAs()),
    preferred_charts: optional(readListOf(textAs())),
  }),
  notification_settings: shape<Preferences['notification_settings']>({
    email_enabled: optional(flag),
    push_enabled: optional(flag),
    frequency: optional(textAs()),
    time_zone: optional(text),
  }),
});

/** spec 3.03 */
export const user = shape<User>({
  id: text,
  first_name: text,
  last_name: text,
  email: text,
  role: textAs(),
  territory: nonEmptyTextOrNull(),
  active: flagUnlessDenied,
  manager_id: nonEmptyTextOrNull(),
  employment_start: optional(textOrNull),
  employment_end: optional(textOrNull),
  employee_number: optional(textOrNull),
  leaves: optional(readListOf(shape<Leave>({ from: text, to: text }))),
  must_change_password: flag,
  second_factor: optional(flag),
  second_factor_due: optional(flag),
  sign_in_locked: optional(flag),
  preferences,
  version: optional(readMoney),
  created_at: text,
  updated_at: text,
});

/** spec 7.03, 7.06; a refresh returns no refresh token. @throws if the response has no access token */
export const readTokens = (value: unknown): { access_token: string; refresh_token?: string } => {
  const from = isFields(value) ? value : {};
  const access_token = text(from.access_token);
  if (access_token === '') throw new TypeError('the answer has no access token');
  const refresh_token = text(from.refresh_token);
  return refresh_token === '' ? { access_token } : { access_token, refresh_token };
};

/** The signed-in user; the app needs their id. @throws if the response has no id */
export const readSignedInUser = (value: unknown): User => {
  const signedInUser = user(value);
  if (signedInUser.id === '') throw new TypeError('the answer names no user');
  return signedInUser;
};

/** spec 3.04 */
export const notification = shape<Notification>({
  id: text,
  type: textAs(),
  priority: textAs(),
  title: text,
  message: text,
  read: flag,
  created_at: text,
  link: optional(textOrNull),
});

/** spec 7.02 */
export const publicSettings = shape<PublicSettings>({
  companyName: text,
  logo: optional(text),
  features: optional(readListOf(text)),
  time_zone: optional(text),
  territories: optional(readListOf(text)),
  setting_up: optional(flag),
  sso: optional(shape<NonNullable<PublicSettings['sso']>>({ name: text, passwords: textAs() })),
});

/** spec 3.14 */
export const generalSettingsShape = shape<GeneralSettings>({
  id: text,
  companyName: text,
  commissionsConfig: text,
  version: optional(readMoney),
  computing: optional(shape<NonNullable<GeneralSettings['computing']>>({ done: readMoney, total: readMoney })),
});
