import { Type } from 'typebox';
import { DateParameter, UserIdParameter } from '../../plugins/answers.ts';

/** The id that the configuration gives a plan. */
export const planParams = Type.Object({ id: Type.String({ pattern: '^[\\w.-]{1,64}$' }) }, { additionalProperties: false });
/** Whose records, and of which days. */
export const pricedParameters = {
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
};
