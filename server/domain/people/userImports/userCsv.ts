import { parse } from 'csv-parse/sync';
import { type UserImportField, userImportFields } from '../../../../contract/entities/people.ts';
import { type Role, roleLabels, roles } from '../../../../contract/entities/user.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { readDay } from '../../../../contract/rules/imports/formats.ts';
import { caseKey } from '../../../../contract/rules/text.ts';
import { formProblem, Problem } from '../../shared/problem.ts';

const t = messages.userImport;
const columns = userImportFields.filter((field) => field !== 'name');
type Column = Exclude<UserImportField, 'name'>;
const required: readonly Column[] = ['first_name', 'last_name', 'email', 'role'];
/** The column of a full name, as "Last, First" or "First Last", instead of two columns. */
const NAME = 'name';
const delimiters = [',', ';', '\t'] as const;
/** The index of each field among the headers; null if the file does not have it. */
export type ChosenColumns = Readonly<Partial<Record<UserImportField, number | null>>>;
/** Maximum number of lines of a quoted field; beyond that, the quote is treated as a mistake in its own line. */
const MAX_LINES = 3;

export const usersTooLargeProblem = (): Problem => new Problem(413, 'too_large', t.tooLarge);

/** A line of the file; `values` is null if it cannot be read. */
export type CsvLine = Readonly<{ line: number; values: Readonly<Record<Column, string>> | null }>;

/** A line without any values. */
export const noValues = Object.fromEntries(columns.map((column) => [column, ''])) as Record<Column, string>;

/** The prefix an export adds to text that a spreadsheet would run as a formula. */
const FORMULA_ESCAPE = /^'(?=[=+\-@])/;

const withoutQuoted = (line: string): string => line.replaceAll(/"[^"]*"/g, '');
/** The most frequent delimiter in the header. */
const delimiterOf = (header: string): string => {
  const count = (delimiter: string): number => withoutQuoted(header).split(delimiter).length;
  return [...delimiters].sort((a, b) => count(b) - count(a))[0] ?? ',';
};

/** Enough for any person; a header with a million columns would block other requests. */
const MAX_LINE_CHARS = 20_000;

const fieldsOf = (line: string, delimiter: string): string[] | null => {
  if (line.length > MAX_LINE_CHARS) return null;
  try {
    const [fields = []] = parse(line, { delimiter, relax_column_count: true, relax_quotes: true, trim: true }) as string[][];
    return fields.map((field) => field.replace(FORMULA_ESCAPE, ''));
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

/** Payroll systems add their own number to the company's; the first of these headers that is present wins. */
const numberColumns: readonly string[] = ['employee_no', 'employee_id', 'worker_id', 'file_#'];

/** The field of each header: as chosen, by exact name, or by the first alias; the preferred employee number comes first. */
const fieldsOfHeader = (header: readonly string[], chosen: ChosenColumns): (UserImportField | undefined)[] => {
  const chosenIndexes = new Set(Object.values(chosen));
  const keys = header.map((name, index) => (chosenIndexes.has(index) ? '' : keyOf(name)));
  const columnIndexOf = (field: UserImportField): number => {
    const chosenIndex = chosen[field];
    if (chosenIndex !== undefined) return chosenIndex ?? -1;
    if (field === NAME) return keys.findIndex((key) => nameColumns.includes(key));
    const exactIndex = keys.indexOf(field);
    if (exactIndex >= 0) return exactIndex;
    const number = field === 'employee_number' ? numberColumns.find((key) => keys.includes(key)) : undefined;
    return number === undefined ? keys.findIndex((key) => aliases[key] === field) : keys.indexOf(number);
  };
  const fieldByIndex = new Map(userImportFields.map((field) => [columnIndexOf(field), field]));
  return header.map((_, index) => fieldByIndex.get(index));
};

/** The last word is the last name, unless a comma says otherwise. */
const namesIn = (fullName: string): Readonly<Record<'first_name' | 'last_name', string>> => {
  const [last = '', ...firstNames] = fullName.split(',');
  if (firstNames.length > 0) return { first_name: firstNames.join(',').trim(), last_name: last.trim() };
  const words = fullName.trim().split(/\s+/u);
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
};

/** Accepts roles by id or label; other text is left for the form to refuse. */
export const findRole = (input: string): Role | undefined => {
  const normalized = input.trim().toLowerCase();
  return roles.find((role) => role === normalized.replaceAll(/[\s-]+/gu, '_') || roleLabels[role].toLowerCase() === normalized);
};
/** The territory with this name, ignoring case. */
export const findTerritory = (input: string, territories: readonly string[]) =>
  territories.find((territory) => caseKey(territory) === caseKey(input.trim()));

/** Accepts days as 2026-10-05 or 10/5/2026; other text is left for the form to refuse. */
export const toIsoDay = (input: string): string => {
  const text = input.trim();
  return readDay(text, 'ymd') ?? readDay(text, 'mdy') ?? text;
};

const isComplete = (line: string, delimiter: string, width: number): boolean =>
  line.split('"').length % 2 === 1 && fieldsOf(line, delimiter)?.length === width;

/** Reads a row, and joins the following lines if it is incomplete, unless the next line is complete by itself. */
const readAt = (
  lines: readonly string[],
  lineIndex: number,
  delimiter: string,
  width: number,
): { fields: string[] | null; used: number } => {
  for (let lineCount = 1; lineCount <= MAX_LINES && lineIndex + lineCount <= lines.length; lineCount += 1) {
    const fields = fieldsOf(lines.slice(lineIndex, lineIndex + lineCount).join('\n'), delimiter);
    if (fields && fields.length <= width) return { fields, used: lineCount };
    if (isComplete(lines[lineIndex + lineCount] ?? '', delimiter, width)) break;
  }
  return { fields: null, used: 1 };
};

/** `unread`: ignored columns; `missing`: required fields without a column, in which case no line is read. */
export type ReadUsers = Readonly<{
  header: readonly string[];
  columns: ChosenColumns;
  missing: readonly UserImportField[];
  unread: readonly string[];
  lines: readonly CsvLine[];
}>;

/** @throws Problem 422 for a column that is not in the file, or chosen twice */
export const checkChosen = (header: readonly string[], chosen: ChosenColumns): void => {
  const places = Object.values(chosen).filter((index) => index !== null);
  if (places.some((place) => place >= header.length)) throw formProblem({ columns: t.noSuchColumn });
  if (new Set(places).size < places.length) throw formProblem({ columns: t.columnTwice });
};

/**
 * Parses people from a CSV: with or without a byte order mark, any line ending, commas, semicolons or tabs, columns in any order and case.
 * Blank lines are skipped. An unreadable line does not affect the others.
 * @throws Problem 413, 422 for too many lines or wrong columns
 */
export const readUserCsv = (csv: string, chosen: ChosenColumns = {}): ReadUsers => {
  if (Buffer.byteLength(csv) > limits.users.importMaxBytes) throw usersTooLargeProblem();
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const isBlank = (line: string): boolean => !/[^\s,;"]/u.test(line);
  const headerIndex = lines.findIndex((line) => !isBlank(line));
  const headerLine = lines[headerIndex] ?? '';
  const delimiter = delimiterOf(headerLine);
  const header = fieldsOf(headerLine, delimiter) ?? [];
  if (header.every((name) => name === '')) throw formProblem({ csv: fill(t.noHeader, { columns: required.join(', ') }) });
  checkChosen(header, chosen);
  const names = fieldsOfHeader(header, chosen);
  const isNamed = (column: Column): boolean => (column === 'first_name' || column === 'last_name') && names.includes(NAME);
  const missing = required.filter((column) => !names.includes(column) && !isNamed(column));
  const count = lines.filter((line) => !isBlank(line)).length - 1;
  if (count > limits.users.importMaxLines) throw formProblem({ csv: fill(t.tooManyLines, { max: limits.users.importMaxLines, count }) });
  const places = userImportFields.map((field) => [field, names.indexOf(field)] as const);
  const shape = {
    header,
    columns: Object.fromEntries(places.map(([field, place]) => [field, place < 0 ? null : place])),
    missing,
    unread: header.filter((name, index) => name !== '' && names[index] === undefined),
  };
  return { ...shape, lines: missing.length > 0 ? [] : linesOf({ lines, top: headerIndex, delimiter, names, isBlank }) };
};

type Body = Readonly<{
  lines: readonly string[];
  /** The index of the header line. */
  top: number;
  delimiter: string;
  names: readonly (UserImportField | undefined)[];
  isBlank: (line: string) => boolean;
}>;

const linesOf = ({ lines, top: headerIndex, delimiter, names, isBlank }: Body): CsvLine[] => {
  const csvLines: CsvLine[] = [];
  for (let lineIndex = headerIndex + 1; lineIndex < lines.length; ) {
    if (isBlank(lines[lineIndex] ?? '')) {
      lineIndex += 1;
      continue;
    }
    const { fields, used } = readAt(lines, lineIndex, delimiter, names.length);
    const cell = (column: Column): string => fields?.[names.indexOf(column)] ?? '';
    const read = fields && (Object.fromEntries(columns.map((column) => [column, cell(column)])) as Record<Column, string>);
    const fullName = fields?.[names.indexOf(NAME)] ?? '';
    // Separate columns for first and last name take precedence.
    const values = read && fullName !== '' && read.first_name + read.last_name === '' ? { ...read, ...namesIn(fullName) } : read;
    csvLines.push({ line: lineIndex + 1, values });
    lineIndex += used;
  }
  return csvLines;
};
