import { expect, it } from 'vitest';
import { delimiterOf } from '../../../contract/rules/imports/delimiter.ts';

it.each([
  ['commas if a customer’s name contains semicolons', 'Invoice number,Customer,Date,Gross\nDL-2,Foo; Bar; Baz; Qux; X,2026-11-01,5', ','],
  ['semicolons if a note contains commas', 'No;Customer;Notes\n1;Acme;tables, chairs, lamps, desks, mats, and more', ';'],
  ['semicolons if amounts have decimal commas', 'Invoice;Commission\nWK-1;72,00\nWK-2;300,00\nWK-3;(25,00)', ';'],
  ['semicolons if rows end early and amounts have decimal commas', 'A;B;C\n1;1000,50\n2;5,00;x\n3;7,25\n4;8,00', ';'],
  ['semicolons under a title', 'Sales, November, all regions\n\nInvoice;Commission\nWK-1;72,00\nWK-2;300,00', ';'],
  ['semicolons if there are commas in quotes', 'A;B\n"1,2,3,4";x\n"5,6,7,8";y', ';'],
  ['tabs', 'A\tB\n1,5\tx\n2,5\ty', '\t'],
  ['bars', 'A|B|C\n1|2|3', '|'],
  ['one column', 'Invoice\nA-1\nA-2', ','],
  ['rows that end early', 'A,B,C,D\n1,2\n1,2,3\n1;x,2,3,4', ','],
  ['nothing', '', ','],
])('finds the separator of %s', (_, text, sign) => {
  expect(delimiterOf(text)).toBe(sign);
});
