/** Why a row was refused is a code with its facts, worded when it is read; older rows keep their sentence, and the two that are asked about get their code. */
export const up = `
alter table quarantine alter column reason drop not null, add column code text, add column facts jsonb;
alter table import_rows add column code text, add column facts jsonb;
update quarantine set code = 'receiptThere' where reason = 'A receipt of the same amount, reference and day is here already.';
update quarantine set code = 'receiptTwice', facts = jsonb_build_object('row', substring(reason from 'row ([0-9]+)')::int)
  where reason ~ '^The same amount, reference and day are in row [0-9]+ of this file too.$';
`;
