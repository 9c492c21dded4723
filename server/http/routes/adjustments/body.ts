import { Type } from 'typebox';
import { adjustmentKinds } from '../../../../contract/entities/adjustment.ts';
import { nullable } from '../../../../contract/entities/common.ts';
import { adjustmentForm, personAdjustmentForm } from '../../../../contract/forms/adjustment.ts';
import { formBody } from '../../plugins/formBody.ts';

/** Fields of both forms: for an invoice (spec 5.02) and for a person (decisions 2.25). */
export const adjustmentFields = {
  ...formBody(adjustmentForm, {
    adjustment_amount: 'a decimal of up to two places, as text or as a number',
    adjustment_reason: 'a text of 5 to 2000 characters',
    related_invoice_id: 'the id of an invoice',
  }),
  ...formBody(personAdjustmentForm.omit(['adjustment_amount', 'adjustment_reason']), {
    user_id: 'instead of an invoice, the id of a person',
    effective_date: 'for a person: the day on which it counts',
    kind: `for a person: ${adjustmentKinds.join(', ')}`,
  }),
  commission_id: Type.Optional(nullable(Type.String({ maxLength: 64, description: 'needed where the invoice has several records' }))),
};

/** A reason for the history and the people affected. */
export const AdjustmentReason = Type.String({ maxLength: 2000, description: 'why, in a text of at most 2000 characters' });
