import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { dealStates } from '../../../../contract/entities/deal.ts';
import { dealEditForm } from '../../../../contract/forms/deal.ts';
import { limits } from '../../../../contract/limits.ts';
import { UserIdParameter } from '../../plugins/answers.ts';
import { formBody } from '../../plugins/formBody.ts';

/** Without the stage, which is set when a deal is created and then changed by moves. */
export const dealFields = formBody(dealEditForm, {
  customer_name: 'a name; a new one makes a new customer',
  owner_id: 'the id of a user who sells; empty or null: nobody',
  amount: 'a decimal of up to two places; empty or null: unknown',
  expected_close_date: 'a date, as YYYY-MM-DD; empty or null: unknown',
});

/** Filters shared by the list, the board and the pipeline. */
export const dealFilters = {
  stage: Type.Optional(Type.String({ maxLength: limits.deals.nameMax, description: 'the name of a stage' })),
  owner: Type.Optional(Type.Union([UserIdParameter, Type.Literal('none')])),
  customer: Type.Optional(Type.String({ maxLength: limits.deals.nameMax, description: 'the name of a customer' })),
  search: Type.Optional(Type.String({ maxLength: limits.list.searchLength, description: 'a part of name, customer or owner' })),
  close: Type.Optional(Type.String({ maxLength: 7, description: 'the month in which deals closed or are expected to, as YYYY-MM' })),
  closed: Type.Optional(Type.String({ maxLength: 22, description: 'the days on which deals were won or lost, as 2026-07-01..2026-09-30' })),
  reached: Type.Optional(
    Type.String({ maxLength: limits.deals.nameMax, description: 'a stage that deals came to at least, of ours or of the connected CRM' }),
  ),
  attention: Type.Optional(oneOf(['needs_data', 'stale'])),
};
export const State = Type.Optional(oneOf([...dealStates, 'all'] as const));
