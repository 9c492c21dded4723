import { expect, it } from 'vitest';
import { type PayrollLayout, type PayrollLine, payrollLayouts, payrollRows, peopleWithoutNumber } from '../../contract/rules/payroll.ts';

const sam: PayrollLine = {
  first_name: 'Sam',
  last_name: 'Seller',
  email: 'sam@example.test',
  employee_number: '1042',
  amount: 1_234_50,
  period: '2026-10',
  reference: 'RUN-7-3',
};
const kim: PayrollLine = { ...sam, first_name: 'Kim', last_name: 'Keller', email: 'kim@example.test', employee_number: null, amount: 7_00 };
const settings = (layout: PayrollLayout) => ({ layout, earningCode: 'COM', companyCode: 'ABC' });

const files: Readonly<Record<PayrollLayout, readonly string[]>> = {
  generic: [
    'Employee Email,Name,Amount,Currency,Period,Reference',
    'sam@example.test,Sam Seller,1234.50,USD,2026-10,RUN-7-3',
    'kim@example.test,Kim Keller,7.00,USD,2026-10,RUN-7-3',
  ],
  gusto: [
    'first_name,last_name,gusto_employee_id,commission,personal_note',
    'Sam,Seller,1042,1234.50,Commission 2026-10',
    'Kim,Keller,,7.00,Commission 2026-10',
  ],
  adp: [
    'Co Code,Batch ID,File #,Employee Name,Earnings 3 Code,Earnings 3 Amount',
    'ABC,202610,1042,Sam Seller,COM,1234.50',
    'ABC,202610,,Kim Keller,COM,7.00',
  ],
  paychex: ['Client ID,Worker ID,Earning Code,Amount', 'ABC,1042,COM,1234.50', 'ABC,,COM,7.00'],
  rippling: ['Employee Number,Work Email,Earning Code,Amount', '1042,sam@example.test,COM,1234.50', ',kim@example.test,COM,7.00'],
};

it.each(payrollLayouts)('writes the layout of %s', (layout) => {
  expect(payrollRows(settings(layout), [sam, kim]).map((row) => row.join(','))).toEqual(files[layout]);
});

it.each([
  ['generic', []],
  ['gusto', []],
  ['adp', ['Kim Keller']],
  ['paychex', ['Kim Keller']],
  ['rippling', []],
] as const)('names the people that %s could not find', (layout, names) => {
  expect(peopleWithoutNumber(settings(layout), [sam, kim])).toEqual(names);
});
