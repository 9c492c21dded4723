/** Reasons for refused rows are codes with facts, turned into words when read. Older rows keep their sentence, except two kinds. */
export const up = `
alter table quarantine alter column reason drop not null, add column code text, add column facts jsonb;
alter table import_rows add column code text, add column facts jsonb;
update quarantine set code = 'receiptThere' where reason = 'A receipt of the same amount, reference and day is here already.';
update quarantine set code = 'receiptTwice', facts = jsonb_build_object('row', substring(reason from 'row ([0-9]+)')::int)
  where reason ~ '^The same amount, reference and day are in row [0-9]+ of this file too.$';
`;
