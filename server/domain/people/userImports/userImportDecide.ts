import type { ImportLine } from '../../../../contract/entities/people.ts';
import { fullName, type Leave, type Role } from '../../../../contract/entities/user.ts';
import { newUserForm } from '../../../../contract/forms/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { readDay } from '../../../../contract/rules/imports/formats.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { KnownUser } from '../../../db/repositories/people/userAccounts.ts';
import { checkForm } from '../../shared/checkForm.ts';
import { Problem } from '../../shared/problem.ts';
import {
  type Employment,
  type EmploymentHistory,
  employmentOf,
  employmentsWith,
  isLeaveIn,
  leavesOf,
  newEmployment,
} from '../employment.ts';
import { withManagerEmails } from './managerByName.ts';
import { type CsvLine, findRole, findTerritory, toIsoDay } from './userCsv.ts';

/** The form's messages cover everything except errors specific to files. */
const form = messages.userFormText;
const t = messages.userImport;

const keyOf = (email: string): string => email.trim().toLowerCase();
const blankLine = {
  first_name: '',
  last_name: '',
  email: '',
  role: null,
  territory: null,
  manager_email: null,
  employee_number: null,
  effective_from: null,
  employment_start: null,
  employment_end: null,
  leave_start: null,
  leave_end: null,
} as const;

/** The role that each text stands for. */
export type RoleTexts = Readonly<Record<string, Role>>;

/** Texts that are not a role's name, each once. */
export const unknownRoles = (lines: readonly CsvLine[]): string[] => [
  ...new Set(lines.map(({ values }) => values?.role.trim() ?? '').filter((text) => text !== '' && findRole(text) === undefined)),
];

/** Parses and validates a single line. */
export const readLine = async ({ line, values }: CsvLine, territories: readonly string[], texts: RoleTexts = {}): Promise<ImportLine> => {
  if (values === null) return { line, ...blankLine, what: 'error', fields: [], errors: [t.unreadable] };
  const role = findRole(values.role) ?? (Object.hasOwn(texts, values.role.trim()) ? texts[values.role.trim()] : undefined);
  const territory = findTerritory(values.territory, territories);
  const days = { employment_start: toIsoDay(values.employment_start), employment_end: toIsoDay(values.employment_end) };
  const input = { ...values, ...days, role: role ?? values.role.trim(), territory: territory ?? values.territory.trim() };
  const { first_name, last_name, email, employee_number } = newUserForm.cast(input);
  const employment = { employment_start: days.employment_start || null, employment_end: days.employment_end || null };
  const effective_from = toIsoDay(values.effective_from) || null;
  const leave = { leave_start: toIsoDay(values.leave_start) || null, leave_end: toIsoDay(values.leave_end) || null };
  const read = {
    first_name,
    last_name,
    email,
    role: role ?? null,
    territory: territory ?? null,
    employee_number: employee_number || null,
    effective_from,
    ...employment,
    ...leave,
  };
  const refused = await checkForm(newUserForm, input).then(
    (): string[] => [],
    (error: unknown) => {
      if (error instanceof Problem) return Object.values(error.errors ?? {});
      throw error;
    },
  );
  const isUnknown = territory === undefined && values.territory.trim() !== '' && !refused.includes(form.territoryUnknown);
  const manager_email = values.manager_email.trim() || null;
  const isHalfLeave = (leave.leave_start === null) !== (leave.leave_end === null);
  const isInvalidDay = effective_from !== null && readDay(effective_from, 'ymd') === null;
  const errors = [
    ...refused,
    ...(isUnknown ? [form.territoryUnknown] : []),
    ...(isHalfLeave ? [form.leaveHalf] : []),
    ...(isInvalidDay ? [fill(t.effectiveDay, { value: effective_from })] : []),
  ];
  return { line, ...read, manager_email, what: errors.length > 0 ? 'error' : 'create', fields: [], errors };
};

/** The fields a line changes on an existing person; blank ones are unchanged. */
export const changedFields = (line: ImportLine, user: KnownUser, managerKey: string | null): string[] => [
  ...(line.first_name === user.first_name ? [] : ['first_name']),
  ...(line.last_name === user.last_name ? [] : ['last_name']),
  ...(line.role === user.role ? [] : ['role']),
  ...(line.territory === null || line.territory === user.territory ? [] : ['territory']),
  ...(line.manager_email === null || keyOf(line.manager_email) === managerKey ? [] : ['manager_id']),
  ...(!line.employee_number || line.employee_number === user.employee_number ? [] : ['employee_number']),
  ...(!line.employment_start || line.employment_start === user.joined_on ? [] : ['employment_start']),
  ...(!line.employment_end || line.employment_end === user.left_on ? [] : ['employment_end']),
  ...(newLeaveOf(line, user.leaves) ? ['leaves'] : []),
];

/** The line's leave, if it is not recorded yet. */
export const newLeaveOf = ({ leave_start: from, leave_end: to }: ImportLine, leaves: readonly Leave[]): Leave | null =>
  from && to && !isLeaveIn(leaves, { from, to }) ? { from, to } : null;

/** Fields to which the first day of a line applies; unchanged ones keep theirs. */
export const datedFields: readonly string[] = ['role', 'territory', 'manager_id'];

type Employments = Readonly<{ earlier: ReadonlyMap<number, readonly Employment[]>; today: Day }>;

/** Removes days within an earlier employment, which change nothing: a file may contain the original hire date of a rehired person. */
const withoutEarlierDays = (line: ImportLine, earlier: readonly Employment[]): ImportLine => ({
  ...line,
  employment_start: earlier.some(({ joined_on }) => joined_on === line.employment_start) ? null : line.employment_start,
  employment_end: earlier.some(({ left_on }) => left_on === line.employment_end) ? null : line.employment_end,
});

type Person = Employment & Readonly<{ leaves: readonly Leave[] }>;

/** The reason why the days of a line are refused; blank days are unchanged. */
const daysErrorOf = (line: ImportLine, current: Person, others: Omit<EmploymentHistory, 'current'>): string | null => {
  const input = { employment_start: line.employment_start || undefined, employment_end: line.employment_end || undefined };
  const leave = newLeaveOf(line, current.leaves);
  try {
    const employment = employmentOf(input, { current, ...others });
    if (leave) leavesOf([...current.leaves, leave], employmentsWith(employment, { current, ...others }), current.leaves);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
};

type KnownPeople = Readonly<{
  byKey: ReadonlyMap<string, KnownUser>;
  managerKeyOf: (user: KnownUser) => string | null;
  employments: Employments;
}>;
export const knownPeopleOf = (users: readonly KnownUser[], employments: Employments): KnownPeople => {
  const byId = new Map(users.map((user) => [user.id, user]));
  return {
    employments,
    byKey: new Map(users.map((user) => [user.email_key, user])),
    managerKeyOf: ({ manager_id }) => (manager_id === null ? null : (byId.get(manager_id)?.email_key ?? null)),
  };
};

const refuseLine = (line: ImportLine, error: string): ImportLine => ({
  ...line,
  what: 'error',
  fields: [],
  errors: [...line.errors, error],
});

/** Lines by address; if two lines have the same address, the first one counts. */
const byEmail = (lines: readonly ImportLine[]): ReadonlyMap<string, ImportLine> =>
  new Map([...lines].reverse().map((line) => [keyOf(line.email), line]));

/** Safety limit for chains of managers, which only an error in the data could exceed. */
const MAX_LEVELS = 10_000;

const managerErrorOf = (line: ImportLine, inFile: ReadonlyMap<string, ImportLine>, { byKey, managerKeyOf }: KnownPeople): string | null => {
  if (line.manager_email === null) return null;
  const own = keyOf(line.email);
  const key = keyOf(line.manager_email);
  if (key === own) return form.managerSelf;
  const existing = byKey.get(key);
  if (existing ? !existing.active : !inFile.has(key)) return form.managerUnknown;
  const managerEmailOf = (email: string): string | null => {
    const manager = inFile.get(email)?.manager_email;
    const user = byKey.get(email);
    return manager ? keyOf(manager) : user ? managerKeyOf(user) : null;
  };
  let managerKey: string | null = key;
  for (let steps = 0; managerKey !== null && steps < MAX_LEVELS; steps += 1) {
    if (managerKey === own) return fill(form.managerLoop, { manager: line.manager_email, name: fullName(line) });
    managerKey = managerEmailOf(managerKey);
  }
  return null;
};

/** Sorts new people and people with a new manager before their reports, so that no intermediate step creates a loop. */
const withManagersFirst = (
  lines: readonly ImportLine[],
  inFile: ReadonlyMap<string, ImportLine>,
  { byKey, managerKeyOf }: KnownPeople,
): ImportLine[] => {
  const sorted: ImportLine[] = [];
  const visited = new Set<ImportLine>();
  const changesManager = ({ what, fields }: ImportLine): boolean =>
    what === 'create' || (what === 'update' && fields.includes('manager_id'));
  const managerOf = (key: string): string | null => {
    const line = inFile.get(key);
    if (line?.manager_email && changesManager(line)) return keyOf(line.manager_email);
    const user = byKey.get(key);
    return user ? managerKeyOf(user) : null;
  };
  const placeLine = (line: ImportLine): void => {
    if (visited.has(line)) return;
    visited.add(line);
    let managerKey = changesManager(line) ? managerOf(keyOf(line.email)) : null;
    for (let steps = 0; managerKey !== null && steps < MAX_LEVELS; steps += 1) {
      const managerLine = inFile.get(managerKey);
      // The manager's line places those above it.
      if (managerLine && changesManager(managerLine)) {
        placeLine(managerLine);
        break;
      }
      managerKey = managerOf(managerKey);
    }
    sorted.push(line);
  };
  for (const line of lines) placeLine(line);
  return sorted;
};

/** Refuses lines whose new manager's line was refused. Loops were refused before, so this terminates. */
const withoutOrphans = (lines: readonly ImportLine[], { byKey }: KnownPeople): ImportLine[] => {
  const inFile = byEmail(lines);
  const checkedLines = new Map<ImportLine, ImportLine>();
  const checkLine = (line: ImportLine): ImportLine => {
    const checked = checkedLines.get(line);
    if (checked) return checked;
    const key = line.what === 'error' || line.manager_email === null ? null : keyOf(line.manager_email);
    const manager = key === null || byKey.has(key) ? undefined : inFile.get(key);
    const isOrphaned = manager !== undefined && checkLine(manager).what === 'error';
    const now = isOrphaned ? refuseLine(line, fill(t.managerLeftOut, { line: manager.line })) : line;
    checkedLines.set(line, now);
    return now;
  };
  return lines.map(checkLine);
};

/** Decides every line, managers before their reports. Pure: uses only `everybody`, and changes nothing. */
export const decideLines = (read: readonly ImportLine[], everybody: KnownPeople): ImportLine[] => {
  const first = new Map<string, number>();
  let lines = withManagerEmails(read, [...everybody.byKey.values()]).map((line) => {
    const key = keyOf(line.email);
    if (key === '') return line;
    const earlier = first.get(key);
    if (earlier !== undefined) return refuseLine(line, fill(t.twice, { line: earlier }));
    first.set(key, line.line);
    return line;
  });
  const inFile = byEmail(lines);
  lines = lines.map((line) => {
    const error = line.what === 'error' ? null : managerErrorOf(line, inFile, everybody);
    return error === null ? line : refuseLine(line, error);
  });
  lines = withoutOrphans(lines, everybody);
  const admins = new Set(
    [...everybody.byKey.values()].filter(({ role, active }) => role === 'admin' && active).map((user) => user.email_key),
  );
  lines = lines.map((line) => {
    const user = everybody.byKey.get(keyOf(line.email));
    if (line.what === 'error') return line;
    if (!user) {
      const error = daysErrorOf(line, { ...newEmployment, leaves: [] }, { earlier: [], today: everybody.employments.today });
      if (error !== null) return refuseLine(line, error);
      if (line.role === 'admin') admins.add(keyOf(line.email));
      return { ...line, version: null };
    }
    const earlier = everybody.employments.earlier.get(user.id) ?? [];
    const change = withoutEarlierDays(line, earlier);
    const fields = changedFields(change, user, everybody.managerKeyOf(user));
    const { effective_from: from } = line;
    if (from && from > everybody.employments.today && fields.some((field) => datedFields.includes(field)))
      return refuseLine(line, fill(t.effectiveLater, { day: dayText(from) }));
    if (line.role !== 'admin' && admins.has(user.email_key) && admins.size === 1) return refuseLine(line, form.lastAdmin);
    if (line.role === 'admin' && user.active) admins.add(user.email_key);
    else admins.delete(user.email_key);
    const error = daysErrorOf(change, user, { earlier, today: everybody.employments.today });
    if (error !== null) return refuseLine(line, error);
    return { ...change, what: fields.length === 0 ? 'same' : 'update', version: user.version, fields };
  });
  return withManagersFirst(lines, byEmail(lines), everybody);
};
