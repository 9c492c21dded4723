import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { stageNames } from '../rules/deals.ts';
import { amount } from './amount.ts';
import { dayWithin } from './day.ts';
import { plainTextTest } from './plain.ts';

const t = messages.dealFormText;
const { nameMax, notesMax, reasonMax, amountMax } = limits.deals;

const singleLineText = (label: string, required: string, tooLong: string) =>
  string().trim().default('').required(required).max(nameMax, tooLong).test(plainTextTest(label));
/** '' means no value. */
const notes = string().trim().default('').max(notesMax, t.notesLong).test(plainTextTest(t.notes));

/** A manually entered deal; owner, amount and close date may be unknown (decisions 2.17). */
export const dealForm = object({
  name: singleLineText(t.name, t.nameRequired, t.nameLong),
  customer_name: singleLineText(t.customer, t.customerRequired, t.customerLong),
  owner_id: string().default(''),
  stage: string()
    .default('')
    .oneOf(['', ...stageNames], t.stageGone),
  amount: amount(t, { max: amountMax, above: t.amountZero }),
  expected_close_date: dayWithin(limits.deals, { invalid: t.closeDay, years: t.closeDate }),
  notes,
});

/** For an existing deal: its stage changes by moves, not in the form. */
export const dealEditForm = dealForm.omit(['stage']);

/** The reason why a deal was lost. */
export const lostForm = object({
  reason: string().trim().default('').required(t.reasonRequired).max(reasonMax, t.reasonLong).test(plainTextTest(t.reason)),
});

/** The form for notes, which CRM deals have too. */
export const dealNotesForm = object({ notes });
