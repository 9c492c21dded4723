import { fill, messages } from '../messages.ts';
import { type Cents, fromCents } from './money.ts';

export const payrollLayouts = ['generic', 'gusto', 'adp', 'paychex', 'rippling'] as const;
export type PayrollLayout = (typeof payrollLayouts)[number];
/** Format of a payout run's payroll file. The codes are the payroll provider's. */
export type PayrollSettings = Readonly<{ layout: PayrollLayout; earningCode: string; companyCode: string }>;

export const defaultPayroll: PayrollSettings = { layout: 'generic', earningCode: 'COMM', companyCode: '' };

/** Layouts that identify the company by the provider's code. */
export const needsCompanyCode = (layout: PayrollLayout): boolean => layout === 'adp' || layout === 'paychex';
/** Layouts that identify a person only by employee number. */
const needsEmployeeNumber = (layout: PayrollLayout): boolean => layout === 'adp' || layout === 'paychex';

export type PayrollLine = Readonly<{
  first_name: string;
  last_name: string;
  email: string;
  employee_number: string | null;
  amount: Cents;
  /** For example 2026-10. */
  period: string;
  /** Unique per run and person. */
  reference: string;
}>;

type Column = readonly [header: string, value: (line: PayrollLine, settings: PayrollSettings) => string];

const number = ({ employee_number }: PayrollLine): string => employee_number ?? '';
const amount = (line: PayrollLine): string => fromCents(line.amount).toFixed(2);
const earningCode = (_line: PayrollLine, settings: PayrollSettings): string => settings.earningCode;
const companyCode = (_line: PayrollLine, settings: PayrollSettings): string => settings.companyCode;
const name = ({ first_name, last_name }: PayrollLine): string => `${first_name} ${last_name}`.trim();

/**
 * Column names required by each provider's import: Gusto's payroll CSV upload, ADP's paydata import, the earnings imports of Paychex Flex
 * and Rippling.
 */
const layouts: Readonly<Record<PayrollLayout, readonly Column[]>> = {
  generic: [
    ['Employee Email', ({ email }) => email],
    ['Name', name],
    ['Amount', amount],
    ['Currency', () => messages.payroll.currency],
    ['Period', ({ period }) => period],
    ['Reference', ({ reference }) => reference],
  ],
  gusto: [
    ['first_name', ({ first_name }) => first_name],
    ['last_name', ({ last_name }) => last_name],
    ['gusto_employee_id', number],
    ['commission', amount],
    ['personal_note', ({ period }) => fill(messages.payroll.note, { period })],
  ],
  adp: [
    ['Co Code', companyCode],
    ['Batch ID', ({ period }) => period.replace('-', '')],
    ['File #', number],
    ['Employee Name', name],
    ['Earnings 3 Code', earningCode],
    ['Earnings 3 Amount', amount],
  ],
  paychex: [
    ['Client ID', companyCode],
    ['Worker ID', number],
    ['Earning Code', earningCode],
    ['Amount', amount],
  ],
  rippling: [
    ['Employee Number', number],
    ['Work Email', ({ email }) => email],
    ['Earning Code', earningCode],
    ['Amount', amount],
  ],
};

/** The rows of a payroll file, starting with the header. */
export const payrollRows = (settings: PayrollSettings, lines: readonly PayrollLine[]): string[][] => {
  const columns = layouts[settings.layout];
  return [columns.map(([header]) => header), ...lines.map((line) => columns.map(([, value]) => value(line, settings)))];
};

/** Names of people whom the provider could not identify in such a file. */
export const peopleWithoutNumber = ({ layout }: PayrollSettings, lines: readonly PayrollLine[]): string[] =>
  needsEmployeeNumber(layout) ? lines.filter(({ employee_number }) => !employee_number).map(name) : [];
