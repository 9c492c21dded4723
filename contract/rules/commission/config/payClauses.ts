import { messages } from '../../../messages.ts';
import { type Draw, drawEndings } from '../plan.ts';
import {
  type ConfigPlace,
  configFieldsOf,
  flagAt,
  moneyAt,
  numberAt,
  oneOfAt,
  optionalAt,
  rateAt,
  refuse,
  requireValue,
} from './reader.ts';

const t = messages.planErrors;

export const drawAt = (place: ConfigPlace): Draw | null =>
  optionalAt(place, (valuePlace) => {
    const field = configFieldsOf(valuePlace, ['amount', 'recoverable', 'months', 'max_share', 'at_leaving']);
    if (field('amount').value === 0) refuse(field('amount'), t.aboveZero, null);
    const recoverable = flagAt(requireValue(field('recoverable')), true);
    for (const name of ['max_share', 'at_leaving'] as const)
      if (!recoverable && field(name).value !== undefined) refuse(field(name), t.drawNotRecovered, null);
    if (field('max_share').value === 0) refuse(field('max_share'), t.aboveZero, null);
    return {
      amount: moneyAt(requireValue(field('amount')), 0),
      recoverable,
      ...(field('months').value === undefined ? {} : { months: numberAt(field('months'), { min: 1, max: 120, decimals: 0 }, 1) }),
      ...(field('max_share').value === undefined ? {} : { maxShare: rateAt(field('max_share'), 1) }),
      ...(field('at_leaving').value === undefined ? {} : { atLeaving: oneOfAt(field('at_leaving'), drawEndings, 'recover') }),
    };
  });
