import { parse } from 'csv-parse/sync';
import { type Role, roleLabels, roles, territories } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { readDay } from '../../../contract/rules/imports/formats.ts';
import { Problem, refusedForm } from '../shared/problem.ts';

const t = messages.userImport;
const columns = [
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
type Column = (typeof columns)[number];
const required: readonly Column[] = ['first_name', 'last_name', 'email', 'role'];
/** A full name, as "Last, First" or "First Last", instead of two columns. */
const NAME = 'name';
const delimiters = [',', ';', '\t'] as const;
/** Maximum number of lines of a quoted field; beyond that, the quote is treated as a mistake in its own line. */
const MAX_LINES = 3;

export const usersTooLarge = (): Problem => new Problem(413, 'too_large', t.tooLarge);

/** A line of the file; `values` is null if it cannot be read. */
export type CsvLine = Readonly<{ line: number; values: Readonly<Record<Column, string>> | null }>;

/** The prefix an export adds to text that a spreadsheet would run as a formula. */
const EXPORTED = /^'(?=[=+\-@])/;

const withoutQuoted = (line: string): string => line.replaceAll(/"[^"]*"/g, '');
/** The most frequent delimiter in the header. */
const delimiterOf = (header: string): string => {
  const count = (sign: string): number => withoutQuoted(header).split(sign).length;
  return [...delimiters].sort((a, b) => count(b) - count(a))[0] ?? ',';
};

/** Enough for any person; a header with a million columns would block other requests. */
const MAX_LINE_CHARS = 20_000;

const fieldsOf = (line: string, delimiter: string): string[] | null => {
  if (line.length > MAX_LINE_CHARS) return null;
  try {
    const [fields = []] = parse(line, { delimiter, relax_column_count: true, relax_quotes: true, trim: true }) as string[][];
    return fields.map((field) => field.replace(EXPORTED, ''));
  } catch {
    return null;
  }
};

const aliases: Readonly<Record<string, Column>> = {
  e_mail: 'email',
  email_address: 'email',
  work_email: 'email',
  firstname: 'first_name',
  given_name: 'first_name',
  surname: 'last_name',
  family_name: 'last_name',
  job_title: 'role',
  title: 'role',
  supervisor: 'manager_email',
  reports_to: 'manager_email',
  employee_no: 'employee_number',
  effective_date: 'effective_from',
  hired: 'employment_start',
  last_day: 'employment_end',
  lastname: 'last_name',
  manager: 'manager_email',
  employee_id: 'employee_number',
  worker_id: 'employee_number',
  'file_#': 'employee_number',
  hire_date: 'employment_start',
  start_date: 'employment_start',
  termination_date: 'employment_end',
  end_date: 'employment_end',
};
const nameColumns: readonly string[] = ['name', 'full_name', 'employee_name', 'employee'];
const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_')
    .replace(/\.$/, '');

/** The column of each header; an exact name takes precedence over other names of its column. @throws Problem 422 if two others compete */
const columnsOf = (header: readonly string[]): (Column | typeof NAME | undefined)[] => {
  const exact = header.map((name) => columns.find((column) => column === keyOf(name)));
  const alias = header.map((name) => (nameColumns.includes(keyOf(name)) ? NAME : aliases[keyOf(name)]));
  return header.map((name, index) => {
    const column = alias[index];
    if (exact[index] || column === undefined) return exact[index];
    if (column !== NAME && exact.includes(column)) return undefined;
    const other = alias.indexOf(column);
    if (other < index) throw refusedForm({ csv: fill(t.twoColumns, { column, columns: `${header[other]}, ${name}` }) });
    return column;
  });
};

/** The last word is the last name, unless a comma says otherwise. */
const namesIn = (fullName: string): Readonly<Record<'first_name' | 'last_name', string>> => {
  const [last = '', ...rest] = fullName.split(',');
  if (rest.length > 0) return { first_name: rest.join(',').trim(), last_name: last.trim() };
  const words = fullName.trim().split(/\s+/u);
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
};

/** Accepts roles by id or label; other text is left for the form to refuse. */
export const roleIn = (input: string): Role | undefined => {
  const normalized = input.trim().toLowerCase();
  return roles.find((role) => role === normalized.replaceAll(/[\s-]+/gu, '_') || roleLabels[role].toLowerCase() === normalized);
};
export const territoryIn = (input: string) => territories.find((territory) => territory.toLowerCase() === input.trim().toLowerCase());

/** Accepts days as 2026-10-05 or 10/5/2026; other text is left for the form to refuse. */
export const typedDay = (input: string): string => {
  const text = input.trim();
  return readDay(text, 'ymd') ?? readDay(text, 'mdy') ?? text;
};

const isWhole = (line: string, delimiter: string, width: number): boolean =>
  line.split('"').length % 2 === 1 && fieldsOf(line, delimiter)?.length === width;

/** If a line is incomplete, joins the following ones, unless the next is a complete line itself. */
const readAt = (
  lines: readonly string[],
  lineIndex: number,
  delimiter: string,
  width: number,
): { fields: string[] | null; used: number } => {
  for (let used = 1; used <= MAX_LINES && lineIndex + used <= lines.length; used += 1) {
    const fields = fieldsOf(lines.slice(lineIndex, lineIndex + used).join('\n'), delimiter);
    if (fields && fields.length <= width) return { fields, used };
    if (isWhole(lines[lineIndex + used] ?? '', delimiter, width)) break;
  }
  return { fields: null, used: 1 };
};

/**
 * Parses people from a CSV: with or without a byte order mark, any line ending, commas, semicolons or tabs, columns in any order and case.
 * Blank lines are skipped. An unreadable line does not affect the others.
 * @returns `unread`: ignored columns
 * @throws Problem 413, 422 for too many lines or missing columns
 */
export const readUserCsv = (csv: string): Readonly<{ lines: readonly CsvLine[]; unread: readonly string[] }> => {
  if (Buffer.byteLength(csv) > limits.users.importMaxBytes) throw usersTooLarge();
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const isBlank = (line: string): boolean => !/[^\s,;"]/u.test(line);
  const top = lines.findIndex((line) => !isBlank(line));
  const headerLine = lines[top] ?? '';
  const delimiter = delimiterOf(headerLine);
  const header = fieldsOf(headerLine, delimiter) ?? [];
  const names = columnsOf(header);
  const isNamed = (column: Column): boolean => (column === 'first_name' || column === 'last_name') && names.includes(NAME);
  const missing = required.filter((column) => !names.includes(column) && !isNamed(column));
  if (missing.length > 0) throw refusedForm({ csv: fill(t.noHeader, { columns: missing.join(', ') }) });
  const count = lines.filter((line) => !isBlank(line)).length - 1;
  if (count > limits.users.importMaxLines) throw refusedForm({ csv: fill(t.tooManyLines, { max: limits.users.importMaxLines, count }) });

  const csvLines: CsvLine[] = [];
  for (let lineIndex = top + 1; lineIndex < lines.length; ) {
    if (isBlank(lines[lineIndex] ?? '')) {
      lineIndex += 1;
      continue;
    }
    const { fields, used } = readAt(lines, lineIndex, delimiter, names.length);
    const cell = (column: Column): string => fields?.[names.indexOf(column)] ?? '';
    const read = fields && (Object.fromEntries(columns.map((column) => [column, cell(column)])) as Record<Column, string>);
    const full = fields?.[names.indexOf(NAME)] ?? '';
    // Columns of their own for first and last name take precedence.
    const values = read && full !== '' && read.first_name + read.last_name === '' ? { ...read, ...namesIn(full) } : read;
    csvLines.push({ line: lineIndex + 1, values });
    lineIndex += used;
  }
  return { lines: csvLines, unread: header.filter((name, index) => name !== '' && names[index] === undefined) };
};
