import { createHash } from 'node:crypto';
import type {
  ImportLine,
  ImportPreview,
  ImportResult,
  UserImpact,
  UserImportChoices,
  UserImportLayout,
} from '../../../../contract/entities/people.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { Origin } from '../../../db/repositories/audit/audit.ts';
import type { KnownUser } from '../../../db/repositories/people/userAccounts.ts';
import { type UserRow, userOf } from '../../../db/repositories/people/users.ts';
import { currentConfig } from '../../plans/config.ts';
import type { Principal } from '../../session/principal.ts';
import { todayIn } from '../../shared/clock.ts';
import { forbidden, notFoundProblem, Problem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import type { AccountInput } from '../accountChange.ts';
import { changeAccount } from '../changeUser.ts';
import { addUser } from '../createUser.ts';
import type { EmploymentInput } from '../employment.ts';
import { computeImpactOf } from '../userImpact.ts';
import { createTemporaryPassword } from '../userPassword.ts';
import { StaleUser, type UserChangeBy } from '../userRules.ts';
import { type CsvLine, checkChosen, noValues, readUserCsv } from './userCsv.ts';
import { datedFields, decideLines, knownPeopleOf, newLeaveOf, readLine, unknownRoles } from './userImportDecide.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type Result = ImportResult['results'][number];
const { notDone, serverFailed } = messages.userImport;

const idOf = (users: readonly KnownUser[], email: string | null): string | undefined => {
  const user = email === null ? undefined : users.find((user) => user.email_key === email.trim().toLowerCase());
  return user && String(user.id);
};

const employmentIn = ({ employment_start: start, employment_end: end }: ImportLine): EmploymentInput => ({
  ...(start && { employment_start: start }),
  ...(end && { employment_end: end }),
});

/** Blank cells change nothing. */
const changeOf = (line: ImportLine, users: readonly KnownUser[]): AccountInput => {
  const { first_name, last_name, role, territory, employee_number: number = null } = line;
  const managerId = idOf(users, line.manager_email);
  const employment = employmentIn(line);
  const current = users.find(({ email_key }) => email_key === line.email.toLowerCase());
  const leave = current && newLeaveOf(line, current.leaves);
  const dated = datedFields.filter((field) => line.fields.includes(field));
  return {
    first_name,
    last_name,
    ...(role !== null && dated.includes('role') && { role }),
    ...(territory !== null && dated.includes('territory') && { territory }),
    ...(managerId !== undefined && dated.includes('manager_id') && { managerId }),
    ...(number === null ? {} : { employee_number: number }),
    ...(line.effective_from && dated.length > 0 && { effectiveFrom: line.effective_from }),
    ...(Object.keys(employment).length > 0 && { employment }),
    ...(leave && current && { leaves: [...current.leaves, leave] }),
  };
};

/** Fields whose change may change pay. */
const payFields: readonly string[] = ['role', 'territory', 'manager_id', 'employment_start', 'employment_end', 'leaves'];

/** The effect on commissions; null if it is unknown, or if there are too many people to compute it within a request. */
const importImpact = async (services: Deps, lines: readonly ImportLine[], users: readonly KnownUser[]): Promise<UserImpact | null> => {
  const changes = lines.flatMap((line) => {
    const user = line.what === 'update' && users.find(({ email_key }) => email_key === line.email.toLowerCase());
    return user && line.fields.some((field) => payFields.includes(field)) ? [{ id: user.id, account: changeOf(line, users) }] : [];
  });
  if (changes.length > limits.users.impactMaxPeople) return null;
  return computeImpactOf(services, changes).catch((error: unknown) => {
    // The save would skip a refused line, so the combined effect of the others is unknown.
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  });
};

/** `users-import`: previews each line and the effect on commissions; stores nothing. @throws Problem 413, 422 */
export const previewUserImport = async (services: Deps, csv: string, choices: UserImportChoices = {}): Promise<ImportPreview> => {
  const parsedCsv = readUserCsv(csv, choices.columns);
  const stored = choices.columns ? null : await services.store.userImports.layoutOf(headerKeyOf(parsedCsv.header));
  const { columns: chosen, roles = {} } = stored ?? choices;
  const { lines, unread, header, columns, missing } = stored ? readUserCsv(csv, chosen) : parsedCsv;
  const territories = await services.store.territories.list();
  const read = await Promise.all(lines.map((line) => readLine(line, territories, roles)));
  const users = await services.store.users.known();
  const decisions = decideLines(read, await readKnownPeople(services, users));
  return {
    lines: decisions,
    unread: [...unread],
    header: [...header],
    columns,
    missing: [...missing],
    roles: { ...roles },
    remembered: stored !== null,
    role_texts: unknownRoles(lines),
    impact: await importImpact(services, decisions, users),
  };
};

/** Everyone in the form that a file is compared with: today's values, with earlier employments. */
const readKnownPeople = async ({ store, clock }: Deps, users: readonly KnownUser[]) => {
  const { config } = await currentConfig(store);
  const employments = { earlier: await store.users.earlierEmployments(null), today: todayIn(config.timezone, clock()) };
  return knownPeopleOf(users, employments);
};

/** Identifies headers in any case and spacing. A hash, because an index takes no text of any length. */
const headerKeyOf = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.trim().toLowerCase())))
    .digest('hex');

type AppliedLine = Readonly<{ row: UserRow; generated: string | null }>;
type Context = UserChangeBy & Readonly<{ importId: number; users: readonly KnownUser[] }>;

const changeLine = async (services: Services, context: Context, line: ImportLine, user: KnownUser): Promise<AppliedLine> => {
  const { importId, users, principal, origin, at } = context;
  const { config } = await currentConfig(services.store);
  const askedOn = todayIn(config.timezone, at);
  const isDated = line.fields.some((field) => datedFields.includes(field));
  const note = { importId, fields: line.fields, since: isDated ? line.effective_from || askedOn : null };
  const current = await services.store.users.byId(user.id);
  // The person did not exist at the time of the preview, but does now.
  if (line.version === null && current) throw new StaleUser(userOf(current));
  const knownUser = { version: line.version ?? null, seen: current?.version ?? 0, step: { note } };
  const row = await changeAccount(services, principal, user.id, { ...changeOf(line, users), askedOn }, knownUser, origin);
  return { row, generated: null };
};

const addLine = async (services: Services, context: Context, line: ImportLine, role: Role): Promise<AppliedLine> => {
  const { email, first_name, last_name, territory } = line;
  const person = { first_name, last_name, role };
  const { generated, columns } = await createTemporaryPassword(services, undefined, { email, ...person });
  const leave = newLeaveOf(line, []);
  const number = line.employee_number ?? null;
  // The role, territory and manager of a new person apply from the start of employment.
  const start = line.employment_start || line.effective_from;
  const employment = employmentIn({ ...line, employment_start: start ?? null });
  const account = { ...person, email, territory, employee_number: number, ...employment, leaves: leave ? [leave] : [] };
  const managerId = idOf(context.users, line.manager_email) ?? null;
  const row = await services.store.transaction(async (tx) => {
    const added = await addUser(tx, context, account, managerId, columns);
    const values = { before: null, after: await tx.userImports.stateOf(added.id), fields: [], since: null };
    await tx.userImports.note({ importId: context.importId, userId: added.id, ...values });
    return added;
  });
  return { row, generated };
};

/** Applies one line in its own transaction. */
const applyLine = async (services: Services, context: Context, line: ImportLine): Promise<AppliedLine | null> => {
  if (line.role === null || line.what === 'same') return null;
  const user = context.users.find(({ email_key }) => email_key === line.email.toLowerCase());
  return user ? changeLine(services, context, line, user) : addLine(services, context, line, line.role);
};

/** Converts a previewed line back into the text of the file. */
const toCsvLine = ({ line, what: _what, version: _version, fields: _fields, errors: _errors, ...values }: ImportLine): CsvLine => ({
  line,
  values: { ...noValues, ...Object.fromEntries(Object.entries(values).map(([column, value]) => [column, value ?? ''])) },
});

/** `importId`: the import to which earlier lines of the file belong. */
type Requested = Readonly<{
  lines: readonly ImportLine[];
  title?: string | undefined;
  layout?: UserImportLayout | undefined;
  importId: number | null;
}>;

/** @throws Problem 404 for somebody else's import, 409 for an undone one */
const resumeImport = async ({ store }: Deps, { userId }: Principal, importId: number | null): Promise<number | null> => {
  if (importId === null) return null;
  const earlierImport = await store.userImports.byId(importId);
  if (earlierImport?.created_by !== userId) throw notFoundProblem('import');
  if (earlierImport.undone_at !== null) throw new Problem(409, 'import_undone', messages.userImport.alreadyUndone);
  return importId;
};

/** The people known so far, and what stops the remaining lines of the file. */
type Progress = { importId: number | null; users: readonly KnownUser[]; stored: boolean; stopped: string | null };

/**
 * Reports how a line failed. A server failure stops the remaining lines if passwords of earlier ones would otherwise be lost. @throws the
 * failure if none would be
 */
const failedResultOf = (error: unknown, progress: Progress, onFailure: (error: unknown) => void): Pick<Result, 'what' | 'errors'> => {
  const isLineError = error instanceof Problem && error.status < 500 && error.code !== forbidden().code;
  if (isLineError) return { what: error.code === 'waiting_for_approval' ? 'waits' : 'error', errors: [error.message] };
  if (!progress.stored) throw error;
  onFailure(error);
  progress.stopped = fill(notDone, { why: error instanceof Problem ? error.message : serverFailed });
  return { what: 'error', errors: [progress.stopped] };
};

/**
 * Applies the lines of a preview in order, deciding each again: a repeat changes nothing more. A refused line does not stop the others. The
 * password of a stored line is only in the response: a later failure is therefore passed to `onFailure`, and the remaining lines report it.
 * @throws Problem 403 if the caller is no longer an administrator, 404, 409, 422
 */
export const applyUserImport = async (
  services: Services,
  principal: Principal,
  { lines, title = messages.userImport.untitled, layout, importId: earlier }: Requested,
  origin: Origin,
  failed: (error: unknown) => void,
): Promise<ImportResult> => {
  const { store, clock } = services;
  if (layout) checkChosen(layout.header, layout.choices.columns ?? {});
  const territories = await store.territories.list();
  const read = await Promise.all(lines.map((line) => readLine(toCsvLine(line), territories)));
  const previewed = new Map(lines.map(({ line, version }) => [line, version]));
  const importId = await resumeImport(services, principal, earlier);
  const progress: Progress = { importId, users: await store.users.known(), stored: false, stopped: null };
  const apply = async (line: ImportLine): Promise<Pick<Result, 'what' | 'errors'> & Partial<Result>> => {
    const { line: number, what, errors } = line;
    if (what === 'error') return { what, errors };
    if (progress.stopped !== null) return { what: 'error', errors: [progress.stopped] };
    const at = clock();
    if (what !== 'same') progress.importId ??= await store.userImports.add(title, principal.userId, at);
    const context = { principal, origin, at, importId: progress.importId ?? 0, users: progress.users };
    const applied = await applyLine(services, context, { ...line, version: previewed.get(number) });
    if (applied === null) return { what, errors: [] };
    progress.users = [...progress.users.filter(({ id }) => id !== applied.row.id), applied.row];
    progress.stored = true;
    return { what, errors: [], temporary_password: applied.generated };
  };
  const results: Result[] = [];
  for (const line of decideLines(read, await readKnownPeople(services, progress.users))) {
    const result = await apply(line).catch((error: unknown) => failedResultOf(error, progress, failed));
    results.push({ line: line.line, temporary_password: null, ...result });
  }
  // The passwords are only in this response, so a failure to remember the layout must not lose it.
  if (layout && progress.stored)
    await store.userImports.saveLayout(headerKeyOf(layout.header), layout.choices, principal.userId, clock()).catch(failed);
  // In the order of the request.
  const indexByLine = new Map(lines.map(({ line }, index) => [line, index]));
  results.sort((a, b) => (indexByLine.get(a.line) ?? 0) - (indexByLine.get(b.line) ?? 0));
  return { import_id: progress.importId === null ? null : String(progress.importId), results };
};
