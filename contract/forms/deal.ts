import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { stageNames } from '../rules/deals.ts';
import { amount } from './amount.ts';
import { dayWithin } from './day.ts';
import { plain } from './plain.ts';

const text = messages.dealForm;
const { nameMax, notesMax, reasonMax, amountMax } = limits.deals;

const line = (label: string, required: string, tooLong: string) =>
  string().trim().default('').required(required).max(nameMax, tooLong).test(plain(label));
/** '' means no value. */
const notes = string().trim().default('').max(notesMax, text.notesLong).test(plain(text.notes));

/** A manually entered deal; owner, amount and close date may be unknown (decisions 2.17). */
export const dealForm = object({
  name: line(text.name, text.nameRequired, text.nameLong),
  customer_name: line(text.customer, text.customerRequired, text.customerLong),
  owner_id: string().default(''),
  stage: string()
    .default('')
    .oneOf(['', ...stageNames], text.stageGone),
  amount: amount(text, { max: amountMax, above: text.amountZero }),
  expected_close_date: dayWithin(limits.deals, { invalid: text.closeDay, years: text.closeDate }),
  notes,
});

/** For an existing deal: its stage changes by moves, not in the form. */
export const dealEditForm = dealForm.omit(['stage']);

/** The reason why a deal was lost. */
export const lostForm = object({
  reason: string().trim().default('').required(text.reasonRequired).max(reasonMax, text.reasonLong).test(plain(text.reason)),
});

/** Notes, which CRM deals have too. */
export const dealNotesForm = object({ notes });
