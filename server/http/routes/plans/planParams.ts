import { Type } from 'typebox';
import { DateParameter, UserIdParameter } from '../../plugins/answers.ts';

/** A plan's id in the configuration. */
export const planParams = Type.Object({ id: Type.String({ pattern: '^[\\w.-]{1,64}$' }) }, { additionalProperties: false });
/** The person and the days of the records. */
export const pricedParameters = {
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
};
